import type { SecondsFromStart } from './types'

const DAY_SECONDS = 86_400

/** Days from the start of the database, as seconds; negative is the past. */
export function days(count: number): SecondsFromStart {
  return count * DAY_SECONDS
}
