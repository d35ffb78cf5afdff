/**
 * Readers of search parameters, for `validateSearch`. Invalid and default values become undefined, so that they
 * disappear from the URL. No schema library: this is code of the first load.
 */

type RawSearch = Record<string, unknown>

export const choice =
  <const T extends string>(choices: readonly T[]) =>
  (value: unknown): T | undefined =>
    choices.find(one => one === value)

const MAX_TEXT_LENGTH = 100

/** At most 100 characters; the router parses `?q=42` as a number. Undefined when empty. */
export const text = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return String(value).slice(0, MAX_TEXT_LENGTH) || undefined
}

export const toggle = (value: unknown): true | undefined =>
  value === true || value === 1 || value === 'true' ? true : undefined

export const positiveInteger = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

type Filled<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Removes keys without a value. */
export const filled = <T extends object>(search: T): Filled<T> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Filled<T>

/** A parser for `validateSearch`; it never throws. */
export const createSearchParser =
  <T extends Record<string, (value: unknown) => unknown>>(readers: T) =>
  (raw: RawSearch) =>
    filled(
      Object.fromEntries(Object.entries(readers).map(([key, read]) => [key, read(raw[key])])) as {
        [Key in keyof T]: ReturnType<T[Key]>
      },
    )
