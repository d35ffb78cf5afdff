import type { Secrets } from '../../contract/masking/mask'
import { isSecretHeader } from '../../contract/masking/mask-value'
import type { Operation } from '../../contract/operation'
import type { Reader } from '../../contract/schema-node'
import type { DriftId } from '../../contract/validator/drift-classes'
import { type Exchange, type Expectation, getHeader } from '../../contract/validator/exchange'
import { readBody } from '../../contract/validator/response-context'
import type { RequestOutcome } from '../finding'
import type { AnyCall, ExpectedResponses, Facts, OperationId } from './facts'
import type { ProbeOptions } from './probe-options'
import { type Cookies, cookieHeader, type ProbeUser } from './probe-user'

export type Auth = { readonly user?: ProbeUser; readonly token?: string; readonly cookies?: Cookies }

export type ProbeRequest<Id extends OperationId> = {
  readonly operationId: Id
  /** Without values by default. */
  readonly call?: AnyCall
  /** Without credentials by default. */
  readonly auth?: Auth
  readonly expected: ExpectedResponses<Id>
  readonly driftId?: DriftId
  readonly reason?: string
  /** The tested part of the request, used as the place of a violation. */
  readonly place?: string
  /** Whether it breaks the contract on purpose, so that no client sends it. */
  readonly isNeverSent?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

export type BareRequest = Omit<ProbeRequest<OperationId>, 'expected'>

/** What a plan knows of its operations. */
export type PlanRules = {
  /** Who the user is to what is requested; undefined if it is not known. */
  readonly readersOf?: (
    facts: Facts,
    operation: Operation,
    request: BareRequest,
  ) => readonly Reader[] | undefined
  /** What a successful write leaves on the server, by operationId. */
  readonly leftBehind?: Readonly<Record<string, string>>
}

export function toExpectation<Id extends OperationId>(
  request: ProbeRequest<Id>,
  reader: readonly Reader[] | undefined,
): Expectation {
  const { expected, operationId, driftId, reason, place, isNeverSent } = request
  const outcomes = (expected as readonly (readonly [number, string?])[]).map(([status, detail]) => ({
    status,
    ...(detail !== undefined && { detail }),
  }))
  return {
    operationId,
    outcomes,
    ...(driftId && { driftId }),
    ...(reason && { reason }),
    ...(place && { place }),
    ...(isNeverSent && { isNeverSent }),
    ...(reader && { reader }),
  }
}

export function toRequestOutcome(
  { outcomes, driftId, place }: Expectation,
  { response }: Exchange,
): RequestOutcome {
  const body = response && readBody(response)
  return {
    expected: outcomes.map(({ status }) => status),
    actual: response?.status ?? 0,
    isPage: body?.kind === 'text' && body.isHtml,
    isBoundary: driftId !== undefined && place !== undefined,
  }
}

/** Without what may change by itself between two requests. */
export function comparable(body: unknown): string {
  const write = (value: unknown) =>
    JSON.stringify(value, (key, inner) => (/^updated_at$|^lab_|url$/.test(key) ? undefined : inner))
  // The states of tasks come in no order.
  return Array.isArray(body) ? body.map(write).sort().join() : write(body)
}

/** Undefined for another status than 429, or without a valid Retry-After. */
export function retryAfterSeconds({ response }: Exchange, now: number): number | undefined {
  if (response?.status !== 429) return undefined
  const text = getHeader(response.headers, 'retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1000))
}

/** Characters; a shorter value of a header occurs in too many words. */
const MIN_HEADER_SECRET = 8

export function getSecrets(
  { logins, values, headers = {} }: ProbeOptions,
  users: Iterable<ProbeUser>,
): Secrets {
  const { rightFlag, failingFlag, resetToken, lmsCode, inviteCode } = values
  const facts = [
    { name: 'FLAG', value: rightFlag?.flag },
    { name: 'FLAG', value: failingFlag },
    { name: 'TOKEN', value: resetToken },
    { name: 'CODE', value: lmsCode },
    { name: 'INVITE_CODE', value: inviteCode },
  ]
  return [
    ...Object.values(logins).map(login =>
      'password' in login
        ? { name: 'PASSWORD', value: login.password }
        : { name: 'TOKEN', value: login.token },
    ),
    // `Basic abc`: with its scheme and without.
    // A short value of another header is a word, such as `https`.
    ...Object.entries(headers)
      .filter(([name, value]) => isSecretHeader(name) || value.length >= MIN_HEADER_SECRET)
      .flatMap(([, value]) =>
        [value, ...value.split(' ').slice(1)].map(one => ({ name: 'HEADER', value: one })),
      ),
    ...facts.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }])),
    ...[...users].map(({ token }) => ({ name: 'TOKEN', value: token })),
  ]
}

/** Undefined if the runs left nothing. */
export function describeLeftBehind(
  counts: ReadonlyMap<string, number>,
  names: Readonly<Record<string, string>>,
): string | undefined {
  const parts = [...counts]
    .filter(([, count]) => count > 0)
    .map(([id, count]) => `${names[id]}${count > 1 ? ` (${count} times)` : ''}`)
  return parts.length === 0 ? undefined : `What the run leaves on the server: ${parts.join(', ')}.`
}

/** Headers with the token and cookies that the operation takes. */
export function credentials(auth: Auth, security: Operation['security']): Readonly<Record<string, string>> {
  const token = auth.token ?? (security === 'bearer' ? auth.user?.token : undefined)
  const cookies = getCookies(auth, security)
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookies && cookieHeader(cookies)),
  }
}

export function getCookies({ cookies, user }: Auth, security: Operation['security']): Cookies | undefined {
  return cookies ?? (security === 'refreshCookie' ? user?.cookies : undefined)
}

/** Operations that can lock the student out. */
export const ACCOUNT_OPERATIONS: readonly string[] = ['updatePassword', 'updateUsername']
