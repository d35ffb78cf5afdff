/** Parsers of search parameters. Invalid and default values become undefined, so that they disappear from the URL. */

export type RawSearch = Record<string, unknown>

export const readChoice = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find(choice => choice === value)

const MAX_TEXT_LENGTH = 100

/** At most 100 characters; the router parses `?q=42` as a number. Undefined when empty. */
export const readText = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return String(value).slice(0, MAX_TEXT_LENGTH) || undefined
}

export const readSwitch = (value: unknown): true | undefined =>
  value === true || value === 1 || value === 'true' ? true : undefined

/** A positive safe integer, else undefined. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

type Filled<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Removes keys without a value. */
export const filled = <T extends object>(search: T): Filled<T> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Filled<T>
