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

/** At most 100 characters. Undefined when empty. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) || undefined : undefined

export const toggle = (value: unknown): true | undefined =>
  value === true || value === 'true' || value === '1' ? true : undefined

export const positiveInteger = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

type Filled<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Removes keys without a value. */
export const filled = <T extends object>(search: T): Filled<T> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Filled<T>

/**
 * A parser for `validateSearch`; it never throws. An invalid value becomes undefined instead of absent: the router merges
 * the result over the raw values, and would keep the raw one.
 */
export const createSearchParser =
  <T extends Record<string, (value: unknown) => unknown>>(readers: T) =>
  (raw: RawSearch) =>
    Object.fromEntries(
      Object.entries(readers)
        .filter(([key]) => Object.hasOwn(raw, key))
        .map(([key, read]) => [key, read(raw[key])]),
    ) as Filled<{ [Key in keyof T]: ReturnType<T[Key]> }>

/** For the router: every value is text. Its own parser reads `662E41` as a number, which changes an invite code. */
export const parseSearch = (search: string): Record<string, string> => {
  const values: Record<string, string> = {}
  // Of a repeated parameter the first counts.
  for (const [key, value] of new URLSearchParams(search)) if (!Object.hasOwn(values, key)) values[key] = value
  return values
}

export const stringifySearch = (search: RawSearch): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const params = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return params.size > 0 ? `?${params}` : ''
}
