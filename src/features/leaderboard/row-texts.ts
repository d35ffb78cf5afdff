import { formatDateTime, formatNumber } from '../../lib/format'
import { personName } from '../../lib/person-name'
import type { LeaderboardRow } from '../../queries/answers'

export interface RowTexts {
  rank: string
  /** The name and, on a line of its own, the username, unless the person goes by that anyway. */
  name: string
  /** The same two apart; without a username where the person goes by that. */
  person: string
  username: string
  solved: string
  points: string
  last: string
}

const known = new WeakMap<LeaderboardRow, { language: string; texts: RowTexts }>()

/** Whatever is in a name, it takes one line: rows have one height. */
const oneLine = (text: string): string => (typeof text === 'string' ? text.replace(/\s+/g, ' ') : text)

/** The words of a row, made when it is first seen and kept: scrolling back formats nothing. */
export const rowTexts = (row: LeaderboardRow, language: string): RowTexts => {
  const kept = known.get(row)
  if (kept?.language === language) return kept.texts
  const name = personName(row)
  const person = oneLine(name)
  const username = name === row.username ? '' : oneLine(row.username)
  const texts = {
    rank: formatNumber(row.rank, language),
    name: username ? `${person}\n${username}` : person,
    person,
    username,
    solved: formatNumber(row.solved, language),
    points: formatNumber(row.points, language),
    last: formatDateTime(row.last_solved_at, language),
  }
  known.set(row, { language, texts })
  return texts
}
