import type { Secrets } from '../../lib/masking/mask'
import type { Operation } from '../../lib/operation'
import type { Reader } from '../../lib/schema-node'
import type { DriftId } from '../../lib/validator/drift-classes'
import { type Exchange, type Expectation, getHeader } from '../../lib/validator/exchange'
import { readBody } from '../../lib/validator/response-context'
import type { RequestOutcome } from '../finding'
import type { AnyCall, ExpectedResponses, Facts, OperationId } from './facts'
import type { ProbeOptions } from './probe-options'
import { type Cookies, cookieHeader, type ProbeUser } from './probe-user'

export type Auth = { readonly user?: ProbeUser; readonly token?: string; readonly cookies?: Cookies }

export type ProbeRequest<Id extends OperationId> = {
  readonly operationId: Id
  readonly call: AnyCall
  readonly auth: Auth
  readonly expected: ExpectedResponses<Id>
  readonly driftId?: DriftId
  readonly reason?: string
  /** The tested part of the request, used as the place of a violation. */
  readonly place?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function toExpectation<Id extends OperationId>(
  request: ProbeRequest<Id>,
  reader: readonly Reader[] | undefined,
): Expectation {
  const { expected, operationId, driftId, reason, place } = request
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
    ...(reader && { reader }),
  }
}

/** Who the user is to what is requested; undefined if it is not known. */
export function readersOf(
  facts: Facts,
  { security }: Operation,
  { operationId, call, auth: { user } }: Omit<ProbeRequest<OperationId>, 'expected'>,
): readonly Reader[] | undefined {
  const isOpen = security === 'none'
  if (isOpen) return operationId === 'getSharedProfile' ? (['visitor'] as const) : undefined
  if (!user) return undefined
  const group = call.path?.group ?? call.path?.id ?? call.query?.group_id
  if (group !== undefined) {
    const listed = facts.groups.get(user.role)?.find(({ id }) => id === Number(group))
    if (!listed || typeof listed.is_admin !== 'boolean') return undefined
    return listed.is_admin ? (['admin', 'member'] as const) : (['member'] as const)
  }
  const id = call.query?.user_id
  if (id === undefined) return ['owner', 'member'] as const
  // An administrator may be one of the other user's group.
  const isAdmin = facts.groups.get(user.role)?.some(({ is_admin }) => is_admin) !== false
  if (user.profile.id === undefined || isAdmin) return undefined
  return Number(id) === user.profile.id ? (['owner', 'member'] as const) : (['member'] as const)
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

/** Writes that cannot be undone. */
export const LEFT_BEHIND: { readonly [Id in OperationId]?: string } = {
  register: 'an account',
  takeHint: 'a hint that was taken',
  requestAttempt: 'an attempt at an exam',
  startAttempt: 'an attempt that was started',
  submitFlags: 'flags that were submitted',
  sendFeedback: 'a message to the team',
  requestPasswordReset: 'an email for a new password',
  requestEmailVerification: 'an email that confirms an address',
  setNewPassword: 'a password that was set anew',
  downloadFromLms: 'an update from the LMS',
  uploadToLms: 'an upload to the LMS',
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

export function secretsOf({ logins, values }: ProbeOptions, users: Iterable<ProbeUser>): Secrets {
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
    ...facts.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }])),
    ...[...users].map(({ token }) => ({ name: 'TOKEN', value: token })),
  ]
}

/** Undefined if the runs left nothing. */
export function describeLeftBehind(counts: ReadonlyMap<string, number>): string | undefined {
  const parts = [...counts].map(
    ([id, count]) => `${LEFT_BEHIND[id as OperationId]}${count > 1 ? ` (${count} times)` : ''}`,
  )
  return parts.length === 0 ? undefined : `What the run leaves on the server: ${parts.join(', ')}.`
}

/** Headers with the token and cookies that the operation takes. */
export function credentials(auth: Auth, security: Operation['security']): Readonly<Record<string, string>> {
  const token = auth.token ?? (security === 'bearer' ? auth.user?.token : undefined)
  const cookies = cookiesOf(auth, security)
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookies && cookieHeader(cookies)),
  }
}

export function cookiesOf({ cookies, user }: Auth, security: Operation['security']): Cookies | undefined {
  return cookies ?? (security === 'refreshCookie' ? user?.cookies : undefined)
}

/** Operations that can lock the student out. */
export const ACCOUNT_OPERATIONS: readonly string[] = ['updatePassword', 'updateUsername']
