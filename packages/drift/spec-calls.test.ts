import { describe, expect, test } from 'vitest'
import { loadContract } from '../contract/load-contract'
import type { Operation } from '../contract/operation'
import { isAssumed, isNullable, nameOfRef, type SchemaNode, withoutNull } from '../contract/schema-node'

const { operations, schemas } = loadContract('openapi')

const user = 'username email email_verified no_password first_name last_name'
const session = `access_token refresh_token user ${user.replaceAll(/\w+/g, 'user.$&')}`
const attempts = 'attempts attempts[].id attempts[].status'

/**
 * What the customer has specified: each call with its query (`?`) and body (`+`), and the fields of its answers that
 * the client needs. Written by hand, so that nothing of it gets lost; all else in the contract is marked `x-assumed`.
 */
const specified = [
  `post /auth/login + username password invite > ${session}`,
  'get /auth/invite/{code}',
  'post /auth/register + email username password invite',
  `post /auth/callback + code > ${session}`,
  `post /auth/refresh > ${session}`,
  'post /auth/logout',
  'get /auth/send-password-reset-email ? email',
  'post /auth/password-new + token password',
  'get /auth/send-email-verify',
  'get /groups > hide_leaderboard',
  `get /groups/{id} > hide_leaderboard ${attempts}`,
  'get /groups/{id}/statuses',
  'patch /groups/{group}/tasks/{task}/change_visible + visible',
  `get /groups/{id}/attempts/new > ${attempts}`,
  `get /groups/{id}/attempts/start > hide_leaderboard ${attempts}`,
  'post /groups/payment/order_status/extended ? attempt_id > id status',
  'get /groups/{id}/download_from_moodle > updated',
  'get /groups/{id}/upload_to_moodle > status resend_count failed_count errors message > status',
  'get /groups/{group}/tasks/{task} > difficulty points important status visible',
  'get /groups/{group}/tasks/{task}/hint > hint',
  'get /groups/{group}/tasks/{task}/webssh',
  'get /groups/{group}/tasks/{task}/writeup',
  'post /pass_flag ? task_id group_id + flags',
  'post /deploy ? task_id group_id > status',
  'post /undeploy ? task_id group_id > status',
  'get /status ? task_id group_id > status',
  'post /groups/get-ids + mnemonic_code_group gitlab_id',
  'get /user/vpn_config',
  'get /leaderboard/group/{id}',
  'post /feedback + text files',
  `patch /user/update/username + new_username > ${user}`,
  'patch /user/update/password + old_password new_password',
  'post /user/profile/shared',
  'delete /user/profile/shared',
  'get /user/profile/by_shared_link/{link}',
]

const ERROR_DETAILS = [
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

const ATTEMPT_STATUSES =
  'need_pay payed get_access exam_started time_left need_report checking completed report_rejected payment_rejected unknown'

/** The schema, what it refers to, and its parts. */
function expand(node: SchemaNode): SchemaNode[] {
  const target = node.$ref === undefined ? undefined : schemas[nameOfRef(node.$ref) ?? '']
  const parts = [target ?? [], node.allOf ?? [], node.anyOf ?? [], node.oneOf ?? []].flat()
  return [node, ...parts.flatMap(expand)]
}

/** The fields without `x-assumed`; `[]` steps into a list. */
function fieldsOf(node: SchemaNode | undefined, path = ''): string[] {
  const parts = node ? expand(node) : []
  if (parts.some(isAssumed)) return []
  return parts.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, field]) =>
      isAssumed(field) ? [] : [path + name, ...fieldsOf(field, `${path}${name}.`)],
    ),
    ...fieldsOf(items, path === '' ? '' : `${path.slice(0, -1)}[].`),
  ])
}

function describeCall({ method, path, parameters, body, responses }: Operation): string {
  const list = (mark: string, names: readonly string[]) =>
    names.length === 0 ? [] : [mark, ...[...new Set(names)].sort()]
  const query = parameters.filter(one => one.in === 'query' && !one.assumed).map(({ name }) => name)
  return [
    `${method} ${path}`,
    ...list('?', query),
    ...list('+', fieldsOf(body?.schema)),
    ...responses.flatMap(({ schema, assumed }) => (assumed ? [] : list('>', fieldsOf(schema)))),
  ].join(' ')
}

/** The names after each mark in the order of the alphabet. */
const sorted = (call: string) =>
  call.replaceAll(/(?<=[?+>] )[^?+>]+(?= [?+>]|$)/g, names => names.split(' ').sort().join(' '))

describe('the contract', () => {
  test('has what is specified, and marks the rest as assumed', () => {
    const found = operations.filter(({ assumed }) => !assumed).map(describeCall)
    expect(found.sort()).toEqual(specified.map(sorted).sort())
  })

  test('has the specified flags, file, form and cookie', () => {
    const find = (id: string) => operations.find(({ operationId }) => operationId === id)
    expect(schemas.Task?.allOf?.some(({ properties }) => properties?.flags)).toBe(true)
    expect(find('sendFeedback')?.body?.contentType).toBe('multipart/form-data')
    expect(find('getVpnConfig')?.responses[0]?.headers.map(({ name }) => name)).toContain(
      'content-disposition',
    )
    expect(find('refreshSession')?.security).toBe('refreshCookie')
  })

  test('has one success a call, but for the ticket of a message that a server may send', () => {
    const several = operations.filter(
      ({ responses }) => responses.filter(({ status }) => status < 300).length !== 1,
    )
    expect(several.map(({ operationId }) => operationId)).toEqual(['sendFeedback'])
  })

  test('has the attempt statuses', () => {
    expect(schemas.AttemptStatus?.enum).toEqual(ATTEMPT_STATUSES.split(' '))
  })
})

describe('error details', () => {
  const catalogue = schemas.ErrorDetail?.enum ?? []
  const errors = operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, details }) => (status < 400 ? [] : [{ operationId, status, details }])),
  )

  test('include the whole list, and every other one is marked as assumed', () => {
    const assumed = schemas.ErrorDetail?.['x-assumed-values']
    expect(catalogue).toEqual([...ERROR_DETAILS, ...(Array.isArray(assumed) ? assumed : [])])
    expect(new Set(catalogue).size).toBe(catalogue.length)
  })

  test('are in the list, used, and of one status each but for two', () => {
    const statuses = new Map<string, Set<number>>()
    for (const { status, details = [] } of errors)
      for (const detail of details) statuses.set(detail, (statuses.get(detail) ?? new Set()).add(status))
    expect([...statuses.keys()].sort()).toEqual([...catalogue].sort())
    const several = [...statuses].filter(([, found]) => found.size > 1).map(([detail]) => detail)
    expect(several.sort()).toEqual(['Invalid token', 'common'])
  })

  test('come with every error but one', () => {
    const silent = errors.filter(({ details = [] }) => details.length === 0)
    expect(silent).toMatchObject([{ operationId: 'uploadToLms', status: 404 }])
  })

  test('of an expired or missing access token are on every operation that needs one', () => {
    const bearers = operations.filter(({ security }) => security === 'bearer')
    expect(bearers.length).toBeGreaterThan(20)
    for (const { responses } of bearers)
      expect(responses.find(({ status }) => status === 401)?.details).toEqual([
        'No token provided',
        'Invalid token',
      ])
  })
})

/** Every optional property of a schema and its inline schemas. */
function optionalIn(node: SchemaNode, at: string): [name: string, node: SchemaNode][] {
  const own = Object.entries(node.properties ?? {})
  const parts = [node.allOf ?? [], node.anyOf ?? [], node.oneOf ?? [], node.items ?? []].flat()
  return [
    ...own.flatMap(([name, child]): [string, SchemaNode][] => [
      ...(node.required?.includes(name) ? [] : [[`${at} ${name}`, child] as [string, SchemaNode]]),
      ...optionalIn(child, `${at} ${name}`),
    ]),
    ...parts.flatMap(part => optionalIn(part, at)),
  ]
}

test('an optional response field may be null, since frameworks send unset fields as null', () => {
  const inline = operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, schema }) => (schema ? optionalIn(schema, `${operationId} ${status}`) : [])),
  )
  const named = Object.entries(schemas).flatMap(([name, node]) => optionalIn(node, name))
  expect(named.length).toBeGreaterThan(40)
  expect([...inline, ...named].filter(([, node]) => !isNullable(node)).map(([name]) => name)).toEqual([])
})

test.each<[SchemaNode, SchemaNode]>([
  [{ type: ['string', 'null'] }, { type: 'string' }],
  [{ type: ['string', 'integer', 'null'] }, { type: ['string', 'integer'] }],
  [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', enum: ['a'] },
  ],
  [
    { anyOf: [{ $ref: '#/components/schemas/Exam' }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/components/schemas/Exam' }] },
  ],
  [{ type: 'string' }, { type: 'string' }],
])('removes null from %j: %j', (node, expected) => {
  expect(withoutNull(node)).toEqual(expected)
})
