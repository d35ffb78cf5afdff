import { isObject, parseJson } from '../../contract/json'
import type { Contract } from '../../contract/read-contract'
import type { Exchange } from '../../contract/validator/exchange'
import { UsageError } from '../errors'
import type { Observation } from '../finding'

export type Login = { readonly username: string; readonly password: string } | { readonly token: string }

/**
 * Roles of the users. `student`: confirmed, member of groups. `newcomer`: unconfirmed address, member of a
 * group. `admin`: administers groups. `candidate`: member of an exam group, may request an attempt.
 * `examinee`: has an attempt that is paid or admitted; full mode starts it.
 */
export const roles = ['student', 'newcomer', 'admin', 'candidate', 'examinee'] as const

export type Role = (typeof roles)[number]

type LmsName = { readonly mnemonic_code_group: string; readonly gitlab_id: string }

/**
 * Facts about one server that responses do not contain. All optional; steps that need a missing one are
 * skipped.
 */
type ProbeValues = {
  /** An active invite code; groups of an administrator contain theirs. */
  readonly inviteCode?: string
  /** A code of the LMS login that is valid more than once. */
  readonly lmsCode?: string
  /**
   * LMS tasks: accessible to the student; in a group that the newcomer is no member of; in a group that
   * starts later.
   */
  readonly lmsTask?: LmsName
  readonly foreignLmsTask?: LmsName
  readonly laterLmsTask?: LmsName
  /** A flag that is correct, or was already. */
  readonly rightFlag?: { readonly group_id: number; readonly task_id: number; readonly flag: string }
  /** A flag whose check fails on the server. */
  readonly failingFlag?: string
  /** A password reset token; the password is set to the one that `newcomer` already has. */
  readonly resetToken?: string
  /** A lab that the student may start, preferably with a terminal; full mode starts and stops it. */
  readonly labTask?: { readonly group_id: number; readonly task_id: number }
  /** Maximum wait for that lab in seconds; 60 by default. */
  readonly labSeconds?: number
  /** An address for new accounts whose `*` is replaced in each run; full mode registers one account. */
  readonly newAccountEmail?: string
  /** The client's origin, if it differs from the server's. */
  readonly clientOrigin?: string
  /** Optional response properties that this server is known to send: `getGroup 200 /description`. */
  readonly sends?: readonly string[]
}

export type ProbeOptions = {
  readonly contract: Contract
  /** With the base path: `https://stage.example/api`. */
  readonly baseUrl: string
  readonly mode: 'readonly' | 'full'
  readonly plan: 'smoke' | 'full'
  /** Puts the response that another contract describes for a status in its place. */
  readonly admit?: (exchange: Exchange) => void
  /** Whether requests that write with these operations may be sent; all by default. */
  readonly mayWrite?: (operationIds: readonly string[]) => boolean
  /** By role; without the student hardly anything can be tested. */
  readonly logins: Readonly<Record<string, Login>>
  readonly values: ProbeValues
  /** Of every request; what a request sends itself comes first. */
  readonly headers?: Readonly<Record<string, string>>
  readonly seed: number
  /** Does not apply to loopback addresses unless `isRateEnforced`. */
  readonly requestsPerSecond: number
  /** Whether the rate applies to loopback addresses too. */
  readonly isRateEnforced?: boolean
  readonly maxRequests: number
  readonly maxSeconds: number
  /** For tests. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** For tests: what waits between requests. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  readonly onProgress?: (progress: {
    readonly step: string
    readonly done: number
    readonly all: number
  }) => void
  readonly signal?: AbortSignal
}

export type ProbeResult = {
  readonly observations: readonly Observation[]
  /** Unmasked, with secrets: never print these. */
  readonly exchanges: readonly Exchange[]
  readonly skipped: readonly { readonly step: string; readonly why: string }[]
  readonly notes: readonly string[]
  readonly endedBy?: string
}

export type Fixtures = {
  readonly logins: Readonly<Record<string, Login>>
  readonly values: ProbeValues
}

type Check = (value: unknown) => boolean

const isText: Check = value => typeof value === 'string' && value !== ''
const isNumber: Check = value => typeof value === 'number' && value > 0
const isStrings: Check = value => Array.isArray(value) && value.every(isText)
const holds =
  (fields: Readonly<Record<string, Check>>): Check =>
  value =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]))
const isLmsName = holds({ mnemonic_code_group: isText, gitlab_id: isText })

/** The type of each value; unknown names are rejected, since they are typos. */
const checks: { readonly [Name in keyof Required<ProbeValues>]: readonly [Check, string] } = {
  inviteCode: [isText, 'a string'],
  lmsCode: [isText, 'a string'],
  lmsTask: [isLmsName, 'an object with mnemonic_code_group and gitlab_id'],
  foreignLmsTask: [isLmsName, 'an object with mnemonic_code_group and gitlab_id'],
  laterLmsTask: [isLmsName, 'an object with mnemonic_code_group and gitlab_id'],
  rightFlag: [
    holds({ group_id: isNumber, task_id: isNumber, flag: isText }),
    'an object with group_id, task_id and flag',
  ],
  failingFlag: [isText, 'a string'],
  resetToken: [isText, 'a string'],
  labTask: [holds({ group_id: isNumber, task_id: isNumber }), 'an object with group_id and task_id'],
  labSeconds: [isNumber, 'a number above 0'],
  newAccountEmail: [
    value => isText(value) && /^[^@\s]*\*[^@\s]*@[^@\s]+$/.test(String(value)),
    'an address with a *',
  ],
  clientOrigin: [
    value => isText(value) && /^https?:\/\/[^/]+$/.test(String(value)),
    'an origin without a path',
  ],
  sends: [isStrings, 'a list of strings'],
}

/** Reads `{ "logins": { "student": … }, "values": { … } }`; values of another contract may be any. Throws a UsageError. */
export function readFixtures(text: string, isForeign = false): Fixtures {
  const file = parse(text)
  const unknown = Object.keys(file).find(name => !['$comment', 'logins', 'values'].includes(name))
  if (unknown !== undefined) fail(`"${unknown}" is not known there; it holds "logins" and "values"`)
  const { logins = {}, values = {} } = file
  if (!isObject(logins) || !isObject(values)) return fail('"logins" and "values" must be objects')
  for (const [role, login] of Object.entries(logins)) checkLogin(role, login)
  if (!isForeign) for (const [name, value] of Object.entries(values)) checkValue(name, value)
  return { logins: logins as Record<string, Login>, values: values as ProbeValues }
}

function parse(text: string): Record<string, unknown> {
  const file = parseJson(text)
  if (file === undefined) return fail('it is not JSON')
  return isObject(file) ? file : fail('it is not an object')
}

function checkLogin(role: string, login: unknown): void {
  if (!roles.some(known => known === role))
    fail(`there is no role "${role}"; the roles are ${roles.join(', ')}`)
  const isLogin = holds({ username: isText, password: isText })(login) || holds({ token: isText })(login)
  if (!isLogin) fail(`the login "${role}" needs a username and a password, or a token`)
}

function checkValue(name: string, value: unknown): void {
  const [check, form] = checks[name as keyof typeof checks] ?? []
  if (!check) fail(`there is no value "${name}"; the values are ${Object.keys(checks).join(', ')}`)
  else if (!check(value)) fail(`the value "${name}" must be ${form}`)
}

function fail(why: string): never {
  throw new UsageError(`The fixtures file cannot be used: ${why}.`)
}

/** No API responds at the URL; the message is one sentence (exit code 3). */
export class ProbeUnreachable extends Error {
  override readonly name = 'ProbeUnreachable'
}

/** The student cannot sign in; the message is one sentence without secrets (exit code 3). */
export class ProbeLoginFailed extends Error {
  override readonly name = 'ProbeLoginFailed'
}

/** A step lacks something on this server; the message says what. */
export class SkipStep extends Error {
  override readonly name = 'SkipStep'
}

/** The rest of the step needs another response; the violation is recorded already. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'
}

/** Throws SkipStep with the name of what is missing. */
export function requireValue<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new SkipStep(`there is no ${what}`)
  return value
}
