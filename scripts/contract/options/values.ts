import { nearest } from '../../lib/nearest'
import { UsageError } from '../usage-error'

/** One of a few words; undefined when the option was not given. */
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

/** `; did you mean json?`, or nothing. The sentence that holds it must go on with a full stop. */
export function suggestion(text: string, words: readonly string[]): string {
  const meant = nearest(text, words)
  return meant === undefined ? '' : ` (did you mean ${meant}?)`
}

export function readNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`--${name} takes a number from ${least} to ${most}, not ${quoted(text)}.`)
}

export function readWholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  const value = readNumber(name, text, least, most)
  if (value === undefined || Number.isInteger(value)) return value
  throw new UsageError(`--${name} takes a whole number, not ${quoted(text ?? '')}.`)
}

/** An address without a slash at its end. */
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

/** In quotation marks and on one line, whatever was typed. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}
