import type { LeaderboardRow } from '../../queries/answers'

/** Rows below the podium. */
const topRows = 10

/** Which rows a picture shows, and where the own row stands among them after a gap. */
export const pictureRows = (
  rows: readonly LeaderboardRow[],
  userId: number,
): { top: readonly LeaderboardRow[]; own: LeaderboardRow | null } => {
  const top = rows.slice(0, topRows)
  const isInTop = top.some(row => row.user_id === userId)
  return { top, own: isInTop ? null : (rows.find(row => row.user_id === userId) ?? null) }
}
