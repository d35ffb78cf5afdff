import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'

/**
 * The calls that the product needs, maintained by hand and not derived from `openapi/`, so that no
 * operation of the contract is lost or changed unnoticed.
 */
export type SpecCall = {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** Relative to `/api`, with the parameter names of the product requirements. */
  readonly path: string
  readonly query?: readonly string[]
  readonly body?: readonly string[]
  /** JSON by default. */
  readonly bodyType?: 'multipart/form-data'
  /** Response fields that the client needs; `[]` steps into a list. */
  readonly response?: readonly string[]
  /** Other statuses whose response the client needs, with all fields. */
  readonly otherAnswers?: Readonly<Record<string, readonly string[]>>
  readonly answerHeader?: string
  /** Uses the refresh cookie instead of the bearer header. */
  readonly isCookieBased?: true
}

const user = ['username', 'email', 'email_verified', 'no_password', 'first_name', 'last_name']
const signedIn = ['access_token', 'refresh_token', 'user', ...user.map(field => `user.${field}`)]
const group = ['hide_leaderboard', 'attempts', 'attempts[].id', 'attempts[].status']
const lmsUpload = ['status', 'resend_count', 'failed_count', 'errors', 'message']

const authentication: readonly SpecCall[] = [
  { method: 'post', path: '/auth/login', body: ['username', 'password', 'invite'], response: signedIn },
  { method: 'get', path: '/auth/invite/{code}' },
  { method: 'post', path: '/auth/register', body: ['email', 'username', 'password', 'invite'] },
  { method: 'post', path: '/auth/callback', body: ['code'], response: signedIn },
  { method: 'post', path: '/auth/refresh', response: signedIn, isCookieBased: true },
  { method: 'post', path: '/auth/logout' },
  { method: 'get', path: '/auth/send-password-reset-email', query: ['email'] },
  { method: 'post', path: '/auth/password-new', body: ['token', 'password'] },
  { method: 'get', path: '/auth/send-email-verify' },
]

const groups: readonly SpecCall[] = [
  { method: 'get', path: '/groups' },
  { method: 'get', path: '/groups/{id}', response: group },
  { method: 'get', path: '/groups/{id}/statuses' },
  { method: 'patch', path: '/groups/{group}/tasks/{task}/change_visible', body: ['visible'] },
  {
    method: 'get',
    path: '/groups/{id}/attempts/new',
    response: ['attempts', 'attempts[].id', 'attempts[].status'],
  },
  { method: 'get', path: '/groups/{id}/attempts/start', response: group },
  {
    method: 'post',
    path: '/groups/payment/order_status/extended',
    query: ['attempt_id'],
    response: ['id', 'status'],
  },
  { method: 'get', path: '/groups/{id}/download_from_moodle', response: ['updated'] },
  {
    method: 'get',
    path: '/groups/{id}/upload_to_moodle',
    response: lmsUpload,
    otherAnswers: { '404': ['status'] },
  },
]

const tasks: readonly SpecCall[] = [
  {
    method: 'get',
    path: '/groups/{group}/tasks/{task}',
    response: ['difficulty', 'points', 'important', 'status', 'flags'],
  },
  { method: 'get', path: '/groups/{group}/tasks/{task}/hint', response: ['hint'] },
  { method: 'get', path: '/groups/{group}/tasks/{task}/webssh' },
  { method: 'get', path: '/groups/{group}/tasks/{task}/writeup' },
  { method: 'post', path: '/pass_flag', query: ['task_id', 'group_id'], body: ['flags'] },
  { method: 'post', path: '/deploy', query: ['task_id', 'group_id'] },
  { method: 'post', path: '/undeploy', query: ['task_id', 'group_id'] },
  { method: 'get', path: '/status', query: ['task_id', 'group_id'] },
  { method: 'post', path: '/groups/get-ids', body: ['mnemonic_code_group', 'gitlab_id'] },
]

const userAndOthers: readonly SpecCall[] = [
  { method: 'get', path: '/user/vpn_config', answerHeader: 'content-disposition' },
  { method: 'get', path: '/leaderboard/group/{id}' },
  { method: 'post', path: '/feedback', body: ['text', 'files'], bodyType: 'multipart/form-data' },
  { method: 'patch', path: '/user/update/username', body: ['new_username'], response: user },
  { method: 'patch', path: '/user/update/password', body: ['old_password', 'new_password'] },
  { method: 'post', path: '/user/profile/shared' },
  { method: 'delete', path: '/user/profile/shared' },
  { method: 'get', path: '/user/profile/by_shared_link/{link}' },
]

export const specCalls: readonly SpecCall[] = [...authentication, ...groups, ...tasks, ...userAndOthers]

/** Error details that the client knows. */
export const specErrorDetails: readonly string[] = [
  'Username already registered',
  'User already registered',
  'email not verified',
  'email already verified',
  'previous password is not valid',
  'Password must be at least 8 characters',
  'Passwords do not match',
  'failed to send email',
  'Invalid token',
  'Group with this invite code not found',
  'Username can contain letters, numbers, underscores and hyphens',
  'Incorrect username or password',
  'Invalid refresh token',
  'No token provided',
  'user not exists',
  'You dont have access to this task',
  'Task not found',
  'Task for status check not found',
  'record to undeploy not found',
  'Task is not found in database',
  'Task has not flag',
  'email is not verified, we sent you a link to email for verification',
  'no started attempt exists',
  'you already have active attempt',
  'group is not exam',
  'tasks already exist in current attempt',
  'you dont have access to this group',
  'flag_server_error',
  'Training in this group will begin later',
  'Training in this group has already ended',
  'group has no mnemonic code',
  'common',
]

/** Attempt statuses that the client knows. */
export const specAttemptStatuses: readonly string[] = [
  'need_pay',
  'payed',
  'get_access',
  'exam_started',
  'time_left',
  'need_report',
  'checking',
  'completed',
  'report_rejected',
  'payment_rejected',
  'unknown',
]

/** The parts of a dereferenced OpenAPI document that these tests use. */
export type Schema = {
  type?: string | string[]
  enum?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  'x-assumed'?: boolean
  'x-assumed-values'?: string[]
}
export type Answer = {
  'x-assumed'?: boolean
  headers?: Record<string, unknown>
  content?: Record<string, { schema: Schema }>
}
export type Parameter = { name: string; in: string }
export type ContractOperation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
  security: Record<string, unknown>[]
  'x-assumed'?: boolean
}
export type ContractDocument = {
  paths: Record<string, Record<string, ContractOperation>>
  components: { schemas: Record<string, Schema> }
}

const contractFile = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

/**
 * Reads `openapi/` with Redocly instead of our generator, so that an error in one is noticed by the other.
 */
export async function loadDocument(): Promise<ContractDocument> {
  const { bundle: document, problems } = await bundle({
    ref: contractFile,
    config: await createConfig({}),
    dereference: true,
  })
  if (problems.length > 0) throw new Error(problems.map(problem => problem.message).join('\n'))
  return JSON.parse(JSON.stringify(document.parsed)) as ContractDocument
}

export function getOperations(document: ContractDocument) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** The property maps of an object, through `allOf`, `anyOf` and `oneOf`. */
export function propertyMaps(schema: Schema): Record<string, Schema>[] {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [...(schema.properties ? [schema.properties] : []), ...parts.flatMap(propertyMaps)]
}

/** The property maps that have the last step of a field such as `attempts[].id`; empty if there are none. */
export function mapsWithField(schema: Schema, field: string): Record<string, Schema>[] {
  const [step = '', ...rest] = field.split('.')
  const name = step.replace('[]', '')
  const holding = propertyMaps(schema).filter(map => Object.hasOwn(map, name))
  if (rest.length === 0) return holding
  return holding.flatMap(map => {
    const next = step.endsWith('[]') ? map[name]?.items : map[name]
    return next ? mapsWithField(next, rest.join('.')) : []
  })
}

/** The details that an error response can have, alone or besides FastAPI's list. */
export function getDetails(answer: Answer): string[] {
  const maps = Object.values(answer.content ?? {}).flatMap(({ schema }) => propertyMaps(schema))
  return maps.flatMap(({ detail }) => {
    const choices = detail ? [detail, ...(detail.anyOf ?? [])] : []
    return choices.flatMap(choice => choice.enum ?? [])
  })
}
