import { nearest } from '../../contract/similar-names'
import { UsageError } from '../errors'
import { type Login, roles } from '../probe/probe-options'
import { coverageParts, type MinimumCoverage } from '../report/report'

export function readChoice<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined
  const found = choices.find(word => word === text.toLowerCase())
  if (found !== undefined) return found
  throw new UsageError(`--${name} takes ${listed(choices)}, not ${quoted(text)}${suggestion(text, choices)}.`)
}

/** ` (did you mean json?)`, or nothing. */
function suggestion(text: string, choices: readonly string[]): string {
  const meant = nearest(text, choices)
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

/** By lower-case name; empty lines are left out. */
export function readHeaders(lines: readonly string[]): Record<string, string> {
  const filled = lines.filter(line => line.trim() !== '')
  return Object.fromEntries(
    filled.map(line => {
      const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([\x20-\x7e]+?)\s*$/.exec(line) ?? []
      // The value may be a secret, so it is not repeated.
      if (name === undefined || value === undefined)
        throw new UsageError('--header takes a name and a value, such as "x-stage-key: …".')
      return [name.toLowerCase(), value]
    }),
  )
}

/** `a, b or c`. */
function listed(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

export function quoted(text: string): string {
  return JSON.stringify(text)
}

const formats = ['text', 'json', 'junit', 'sarif', 'github', 'md'] as const
export type Format = (typeof formats)[number]

/** `text,json` → the formats without duplicates; text by default. */
export function readFormats(text: string | undefined): Format[] {
  if (text === undefined) return ['text']
  const found = text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
    .map(word => {
      const format = formats.find(known => known === word.toLowerCase())
      if (format === undefined)
        throw new UsageError(
          `--format takes ${listed(formats)}, not ${quoted(word)}${suggestion(word, formats)}.`,
        )
      return format
    })
  if (found.length === 0) throw new UsageError(`--format takes ${listed(formats)}.`)
  return [...new Set(found)]
}

/** `ops=100,props=60` → minimum percentages. */
export function readMinimum(text: string | undefined): MinimumCoverage {
  if (text === undefined) return {}
  const names = coverageParts.map(({ option }) => option)
  const minimum: { -readonly [Part in keyof MinimumCoverage]: MinimumCoverage[Part] } = {}
  for (const piece of text.split(',')) {
    const [name = '', value = ''] = piece.split('=').map(word => word.trim())
    const part = coverageParts.find(({ option, part }) => option === name || part === name)?.part
    if (part === undefined) {
      throw new UsageError(
        `--min-coverage knows ${listed(names)}, not ${quoted(name)}${suggestion(name, names)}.`,
      )
    }
    const percentage = Number(value)
    if (!/^\d+(?:\.\d+)?$/.test(value) || percentage > 100)
      throw new UsageError(`--min-coverage ${name} takes a percentage from 0 to 100, such as ${name}=80.`)
    minimum[part] = percentage
  }
  return minimum
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Logins of the command line and the environment by role. Later options override earlier ones, options
 * override the environment. No message repeats a value: it may be a password.
 */
export function readLogins(
  given: (name: string) => readonly string[],
  env: Environment,
): Record<string, Login> {
  const [logins, loginNames, tokenNames] = ['login', 'login-env', 'token-env'].map(given)
  const isGiven = [logins, loginNames, tokenNames].some(list => list && list.length > 0)
  const result: Record<string, Login> = {}
  const addLogin = (text: string, source: string) => {
    const { role, value } = splitRole(text, source)
    result[role] = splitLogin(value, source)
  }
  const { CONTRACT_DRIFT_LOGIN: login, CONTRACT_DRIFT_TOKEN: token } = env
  // CI passes an empty text for a missing secret, which is the same as none.
  if (!isGiven && login) addLogin(login, 'CONTRACT_DRIFT_LOGIN')
  else if (!isGiven && token) result.student = { token: token.trim() }
  for (const text of logins ?? []) addLogin(text, '--login')
  for (const name of loginNames ?? []) addLogin(variable(name, '--login-env', env), name)
  for (const text of tokenNames ?? []) {
    const { role, value } = splitRole(text, '--token-env')
    result[role] = { token: variable(value, '--token-env', env).trim() }
  }
  return result
}

function variable(name: string, option: string, env: Environment): string {
  const value = env[name]
  if (value) return value
  const isName = /^[A-Za-z_]\w*$/.test(name)
  const named = isName ? `The environment variable ${name}` : 'An environment variable'
  throw new UsageError(
    isName
      ? `${named} of ${option} is ${value === '' ? 'empty' : 'not set'}.`
      : `${option} takes the name of an environment variable, not the secret itself.`,
  )
}

function splitRole(text: string, source: string): { role: string; value: string } {
  const [, role, value = ''] = /^(\w+)=([\s\S]*)$/.exec(text) ?? []
  if (role === undefined) return { role: roles[0], value: text }
  if (roles.some(known => known === role)) return { role, value }
  const meant = nearest(role, roles)
  throw new UsageError(
    `${source} names an unknown role before the "="${meant ? ` (did you mean ${meant}?)` : ''}; the roles are ${listed(roles)}.`,
  )
}

function splitLogin(text: string, source: string): Login {
  const at = text.indexOf(':')
  const [username, password] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || password === '')
    throw new UsageError(`${source} must hold user:password, with a colon between them.`)
  return { username, password }
}
