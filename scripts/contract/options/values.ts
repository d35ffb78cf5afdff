import { nearest } from '../../lib/nearest'
import { UsageError } from '../errors'

export function readChoice<Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (text === undefined) return undefined
  const found = words.find(word => word === text.toLowerCase())
  if (found !== undefined) return found
  throw new UsageError(`--${name} takes ${listed(words)}, not ${quoted(text)}${suggestion(text, words)}.`)
}

/** ` (did you mean json?)`, or nothing. */
export function suggestion(text: string, words: readonly string[]): string {
  const meant = nearest(text, words)
  return meant === undefined ? '' : ` (did you mean ${meant}?)`
}

export function readNumber(
  name: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`--${name} takes a number from ${min} to ${max}, not ${quoted(text)}.`)
}

export function readWholeNumber(
  name: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  const value = readNumber(name, text, min, max)
  if (value === undefined || Number.isInteger(value)) return value
  throw new UsageError(`--${name} takes a whole number, not ${quoted(text ?? '')}.`)
}

/** Without a trailing slash. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--url takes an http or https address such as https://stage.example/api, not ${quoted(text)}.`,
    )
  if (url.username || url.password)
    throw new UsageError('--url must not hold a user or a password; give them by --login-env.')
  if (url.search || url.hash)
    throw new UsageError(`--url takes a base path without ? and #, such as ${url.origin}${url.pathname}.`)
  return url.href.replace(/\/+$/, '')
}

/** `a, b or c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export function quoted(text: string): string {
  return JSON.stringify(text)
}
