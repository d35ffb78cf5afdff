import { getDisplayName } from '../../lib/display-name'
import { formatDateTime, formatNumber } from '../../lib/format'
import type { LeaderboardRow } from '../../queries/responses'

export interface RowLabels {
  rank: string
  /** Name and, on a second line, the username if it differs. */
  name: string
  /** The same two separately; `username` is empty if it equals the name. */
  displayName: string
  username: string
  solved: string
  points: string
  last: string
}

const cache = new WeakMap<LeaderboardRow, { language: string; labels: RowLabels }>()

/** Rows have a fixed height. */
const oneLine = (text: string): string => (typeof text === 'string' ? text.replace(/\s+/g, ' ') : text)

/** Formatted once per row, so that scrolling back formats nothing. */
export const getRowLabels = (row: LeaderboardRow, language: string): RowLabels => {
  const cached = cache.get(row)
  if (cached?.language === language) return cached.labels
  const name = getDisplayName(row)
  const displayName = oneLine(name)
  const username = name === row.username ? '' : oneLine(row.username)
  const labels = {
    rank: formatNumber(row.rank, language),
    name: username ? `${displayName}\n${username}` : displayName,
    displayName,
    username,
    solved: formatNumber(row.solved, language),
    points: formatNumber(row.points, language),
    last: formatDateTime(row.last_solved_at, language),
  }
  cache.set(row, { language, labels })
  return labels
}
