import type { LeaderboardRow } from '../../api/responses'

const cache = new WeakMap<LeaderboardRow, LeaderboardRow>()

const getInitial = (name: string): string => Array.from(name.trim())[0] ?? ''

/** The row of "Anna P." in place of "Anna Petrova (a_petrova)". Without a name the username stays: it is the only name. */
const toShortName = (row: LeaderboardRow): LeaderboardRow => {
  const cached = cache.get(row)
  if (cached) return cached
  const { first_name: first, last_name: last } = row
  const name = first && last ? `${first} ${getInitial(last)}.` : row.username
  const short =
    first && last ? { ...row, username: name, first_name: first, last_name: `${getInitial(last)}.` } : row
  cache.set(row, short)
  return short
}

/** Rows whose surnames are hidden, for a screen that others see. */
export const withShortNames = (rows: readonly LeaderboardRow[]): LeaderboardRow[] => rows.map(toShortName)
