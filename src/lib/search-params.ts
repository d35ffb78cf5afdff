/**
 * Readers for the search part of an address. Whoever typed it, the result has the right shape; what is unknown or
 * the default is left out, so that it vanishes from the address too.
 */

export type RawSearch = Record<string, unknown>

/** One of the choices, else undefined. */
export const readChoice = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find(choice => choice === value)

const longestText = 100

/** A text of at most 100 characters; the router reads `?q=42` as a number. Empty is undefined. */
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return String(value).slice(0, longestText) || undefined
}

/** True for `true` and `1`, else undefined. */
export const readSwitch = (value: unknown): true | undefined =>
  value === true || value === 1 || value === 'true' ? true : undefined

/** A positive whole number, else undefined. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

type Filled<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Leaves out the keys that have no value. */
export const filled = <T extends object>(search: T): Filled<T> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Filled<T>
