import { expect, test } from 'vitest'
import type { Expectation } from './exchange'
import {
  type Change,
  changedExchange,
  contract,
  detail,
  foundDrifts,
  issue,
  page,
  replaced,
} from './test-exchanges'
import { validateExchange } from './validate-exchange'

const drifts: [answer: string, found: string, change: Change][] = [
  ['listGroups 200', 'DR01 operation', { status: 404, body: detail('Not Found') }],
  ['getTask 404', 'DR01 operation', { body: detail('Not Found') }],
  ['updateUsername 200', 'DR02 operation', { status: 405, body: detail('Method Not Allowed') }],
  ...(['GET', 'HEAD, GET'] as const).map((allow): (typeof drifts)[number] => [
    'findLmsTask 200',
    'DR01 operation',
    { status: 405, body: '', headers: replaced('allow', allow) },
  ]),
  ['updateUsername 200', 'DR02 operation', { status: 405, body: '', headers: replaced('allow', 'PUT') }],
  ['listGroups 200', 'DR03 operation', { status: 308, body: '' }],
  ['getLabStatus 422', 'DR08 query attempt_id', { body: issue('query', 'attempt_id') }],
  ['getLabStatus 422', 'DR07 query taskId', { body: issue('query', 'taskId') }],
  ['login 422', 'DR10 body /captcha', { body: issue('body', 'captcha') }],
  ['updateUsername 422', 'DR11 body /username', { body: issue('body', 'username') }],
  ['sendFeedback 204', 'DR17 answer 415', { status: 415, body: detail('JSON') }],
  ['sendFeedback 422', 'DR18 body /file', { body: issue('body', 'file') }],
  ['getWriteup 200', 'DR37 answer 200', { body: '' }],
  ['getWriteup 200', 'DR37 answer 200', { status: 204, body: undefined }],
  ['openTerminal 200', 'DR38 answer 200', { body: page }],
  ['openTerminal 200', 'DR38 answer 200', { body: '{"url":' }],
  ['shareProfile 200', 'DR40 answer 201', { status: 201 }],
  ['updatePassword 204', 'DR41 answer 204', { status: 200, body: '{"ok":true}' }],
  ['updatePassword 400', 'DR42 answer 418', { status: 418 }],
  ['listGroups 200', 'DR45 answer 500', { status: 500, body: detail('x') }],
  ['getTask 404', 'DR46 answer 404', { body: '{"message":"Task not found"}' }],
  ['getTask 404', 'DR46 answer 404', { body: '' }],
  ['getTask 404', 'DR46 answer 404 detail', { body: detail(['Task not found']) }],
  ['getTask 404', 'DR47 answer 404 detail', { body: detail('Nothing here') }],
  ['getTask 404', 'DR47 answer 404 detail', { body: detail('Invalid token') }],
  ['getTask 404', 'DR48 answer 404 detail', { body: detail('task not found.') }],
  ['getTask 404', 'DR48 answer 404 detail', { body: detail('Task not fuond') }],
  ['login 422', 'DR49 answer 422 detail', { body: detail([{ field: 'x', error: 'y' }]) }],
  ['login 422', 'DR49 answer 422', { body: '{"errors":[]}' }],
  ['getTask 404', 'DR50 answer 404', { body: page }],
  ['listGroups 200', 'DR50 answer 404', { status: 404, body: page }],
  ['getVpnConfig 200', 'DR54 answer 200', { body: '{"file":"aGk="}' }],
  ['checkInvite 200', 'DR58 answer 401', { status: 401, body: detail('Not authenticated') }],
  ['login 401', 'DR58 answer 401', { body: detail('No token provided') }],
  ['login 401', 'DR47 answer 401 detail', { body: detail('Wrong password') }],
  ['login 422', 'DR46 answer 422', { body: '{"error":{"text":"x"}}' }],
  ['uploadToLms 404', 'DR46 answer 404', { body: '{"message":"x"}' }],
  ['startLab 200', 'DR64 answer 200', { milliseconds: 4000 }],
]

test.each([
  ['submitFlags', 'Task not found', 'information'],
  ['getTask', 'Task is not found in database', 'information'],
  ['getTask', 'Invalid token', 'degraded'],
])('%s answers 404 with the detail of another call, %s: %s', (operationId, other, severity) => {
  const exchange = changedExchange(`${operationId} 404`, { body: detail(other) })
  const [violation] = validateExchange(contract, exchange)
  expect(violation).toMatchObject({ driftId: 'DR47', severity })
})

test.each(drifts)('status, error or whole body of %s drifts once, %s: %j', (answer, found, change) => {
  expect(foundDrifts(changedExchange(answer, change))).toEqual([found])
})

const success: Expectation = { outcomes: [{ status: 200 }] }
const rejected = (status: number, said?: string, more: Partial<Expectation> = {}): Expectation => ({
  outcomes: [{ status, ...(said !== undefined && { detail: said }) }],
  ...more,
})
const expected: [answer: string, expectation: Expectation, found: string[], change: Change][] = [
  ['getTask 403', rejected(401), ['DR43 answer 401'], { body: detail('email not verified') }],
  ['getTask 404', rejected(404), ['DR42 answer 404'], { status: 400 }],
  ['uploadToLms 200', rejected(404), ['DR44 answer 404'], {}],
  ['getTask 200', rejected(401), ['DR57 answer 401'], {}],
  [
    'updateUsername 200',
    rejected(422, undefined, { place: 'body /new_username' }),
    ['DR19 body /new_username'],
    {},
  ],
  [
    'updateUsername 422',
    { outcomes: [{ status: 200 }], driftId: 'DR13', place: 'body /new_username' },
    ['DR13 body /new_username'],
    {},
  ],
  ['downloadFromLms 500', success, ['DR45 answer 200'], {}],
  ['getTask 401', success, ['DR59 answer 200'], {}],
  ['getLabStatus 422', success, ['DR08 query attempt_id'], { body: issue('query', 'attempt_id') }],
  ['getLabStatus 422', rejected(404), ['DR07 query task_id'], { body: issue('query', 'task_id') }],
  ['getCompetencies 422', success, ['DR08 query user_id'], { body: issue('query', 'user_id') }],
  [
    'sendFeedback 422',
    { outcomes: [{ status: 204 }] },
    ['DR14 body /text'],
    { body: issue('body', 'text', 'string_too_long') },
  ],
  [
    'getTask 401',
    rejected(401, 'No token provided'),
    ['DR47 answer 401 detail'],
    { body: detail('Invalid token') },
  ],
  ['getTask 404', rejected(404), ['DR01 operation'], { body: detail('Not Found') }],
  ['getTask 401', rejected(401, 'No token provided'), [], { body: detail('No token provided') }],
  ['getTask 403', { outcomes: [{ status: 404 }, { status: 403 }] }, [], {}],
]

test.each(expected)('%s, where %j is expected, is %j: %j', (answer, expectation, found, change) => {
  expect(foundDrifts(changedExchange(answer, change), expectation)).toEqual(found)
})

test('reports a missing response only when one was expected', () => {
  const { request } = changedExchange('getTask 200', {})
  expect(foundDrifts({ request, response: null })).toEqual([])
  expect(foundDrifts({ request, response: null }, success)).toEqual(['DR45 operation'])
})

const sentences: [string, string, Change, Expectation | undefined, string][] = [
  [
    'the limit of a proxy',
    'sendFeedback 204',
    { status: 413, body: page, headers: replaced('content-type', 'text/html') },
    undefined,
    'A request is over the limit of the server or of a proxy in front of it, as nginx has in client_max_body_size.',
  ],
  [
    'the target of a redirect',
    'listGroups 200',
    { status: 307, body: '', headers: replaced('location', 'http://localhost/api/groups/') },
    undefined,
    'The server sends the client to /api/groups/, the same address with a slash at its end (307).',
  ],
  [
    'another host without its query',
    'listGroups 200',
    { status: 302, body: '', headers: replaced('location', 'https://sso.example/login?state=secret') },
    undefined,
    'The server sends the client to https://sso.example/login (302).',
  ],
  [
    'JSON under another type',
    'listGroups 200',
    { headers: replaced('content-type', 'text/html') },
    undefined,
    'The content type application/json is promised, text/html came; the body itself is JSON.',
  ],
  [
    'the type of a disposition, but not the name of the file',
    'getVpnConfig 200',
    { headers: replaced('content-disposition', 'inline; filename="ann.ovpn"') },
    undefined,
    '"inline; filename="aaa.aaaa"".',
  ],
]

test.each(sentences)('the sentence names %s', (_, answer, change, expectation, text) => {
  const [violation] = validateExchange(contract, changedExchange(answer, change), expectation)
  expect(violation?.what).toContain(text)
})

test.each([
  [404, 'degraded'],
  [401, 'breaking'],
  [200, 'breaking'],
])('an error in place of %i is %s', (expectedStatus, severity) => {
  const exchange = changedExchange('getTask 403', { body: detail('email not verified') })
  const [violation] = validateExchange(contract, exchange, rejected(expectedStatus))
  expect(violation).toMatchObject({ driftId: 'DR43', severity })
})

test.each([
  ['getTask 403', { body: detail('email not verified') }, 'information'],
  ['getTask 401', {}, 'information'],
])(
  'another documented refusal of a request that no client sends harms nobody: %s',
  (answer, change, severity) => {
    const neverSent = { ...rejected(422), isNeverSent: true }
    const found = validateExchange(contract, changedExchange(answer, change), neverSent)
    expect(found).toMatchObject([{ driftId: 'DR43', severity }])
  },
)

test('a refusal that the contract does not know counts, whoever sends such a request', () => {
  const [found] = validateExchange(contract, changedExchange('getTask 404', { status: 418 }), {
    ...rejected(422),
    isNeverSent: true,
  })
  expect(found).toMatchObject({ driftId: 'DR42', severity: 'degraded' })
})
