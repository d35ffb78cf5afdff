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

const drifts: [string, string, Change, string][] = [
  [
    'the framework has no such path',
    'listGroups 200',
    { status: 404, body: detail('Not Found') },
    'DR01 operation',
  ],
  ['no such path where 404 is documented', 'getTask 404', { body: detail('Not Found') }, 'DR01 operation'],
  [
    'another method',
    'updateUsername 200',
    { status: 405, body: detail('Method Not Allowed') },
    'DR02 operation',
  ],
  ['another path', 'listGroups 200', { status: 308, body: '' }, 'DR03 operation'],
  [
    'a required parameter',
    'getLabStatus 422',
    { body: issue('query', 'attempt_id') },
    'DR08 query attempt_id',
  ],
  ['a renamed parameter', 'getLabStatus 422', { body: issue('query', 'taskId') }, 'DR07 query taskId'],
  ['a required field', 'login 422', { body: issue('body', 'captcha') }, 'DR10 body /captcha'],
  ['a renamed field', 'updateUsername 422', { body: issue('body', 'username') }, 'DR11 body /username'],
  ['another media type', 'sendFeedback 204', { status: 415, body: detail('JSON') }, 'DR17 answer 415'],
  ['a renamed part', 'sendFeedback 422', { body: issue('body', 'file') }, 'DR18 body /file'],
  ['nothing', 'getWriteup 200', { body: '' }, 'DR37 answer 200'],
  [
    'an empty body under another status',
    'getWriteup 200',
    { status: 204, body: undefined },
    'DR37 answer 200',
  ],
  ['an HTML page', 'openTerminal 200', { body: page }, 'DR38 answer 200'],
  ['a truncated body', 'openTerminal 200', { body: '{"url":' }, 'DR38 answer 200'],
  ['another success status', 'shareProfile 200', { status: 201 }, 'DR40 answer 201'],
  ['a body in place of 204', 'updatePassword 204', { status: 200, body: '{"ok":true}' }, 'DR41 answer 204'],
  ['an unknown error status', 'updatePassword 400', { status: 418 }, 'DR42 answer 418'],
  ['a server error', 'listGroups 200', { status: 500, body: detail('x') }, 'DR45 answer 500'],
  ['another error format', 'getTask 404', { body: '{"message":"Task not found"}' }, 'DR46 answer 404'],
  ['an empty error body', 'getTask 404', { body: '' }, 'DR46 answer 404'],
  ['a list for a detail', 'getTask 404', { body: detail(['Task not found']) }, 'DR46 answer 404 detail'],
  ['an unknown detail', 'getTask 404', { body: detail('Nothing here') }, 'DR47 answer 404 detail'],
  [
    'the detail of another status',
    'getTask 404',
    { body: detail('Invalid token') },
    'DR47 answer 404 detail',
  ],
  ['a detail in another case', 'getTask 404', { body: detail('task not found.') }, 'DR48 answer 404 detail'],
  [
    'a detail with a typing error',
    'getTask 404',
    { body: detail('Task not fuond') },
    'DR48 answer 404 detail',
  ],
  [
    'validation errors of another format',
    'login 422',
    { body: detail([{ field: 'x', error: 'y' }]) },
    'DR49 answer 422 detail',
  ],
  ['another error format for 422', 'login 422', { body: '{"errors":[]}' }, 'DR49 answer 422'],
  ['the HTML page of a proxy', 'getTask 404', { body: page }, 'DR50 answer 404'],
  [
    'the HTML page of a proxy where no error is documented',
    'listGroups 200',
    { status: 404, body: page },
    'DR50 answer 404',
  ],
  ['JSON for a file', 'getVpnConfig 200', { body: '{"file":"aGk="}' }, 'DR54 answer 200'],
  [
    'a visitor rejected',
    'checkInvite 200',
    { status: 401, body: detail('Not authenticated') },
    'DR58 answer 401',
  ],
  [
    'a token required from a visitor where 401 is documented',
    'login 401',
    { body: detail('No token provided') },
    'DR58 answer 401',
  ],
  ['a wrong password', 'login 401', { body: detail('Wrong password') }, 'DR47 answer 401 detail'],
  ['another format of validation errors', 'login 422', { body: '{"error":{"text":"x"}}' }, 'DR46 answer 422'],
  ['a state in another format', 'uploadToLms 404', { body: '{"message":"x"}' }, 'DR46 answer 404'],
  ['a slow write', 'startLab 200', { milliseconds: 4000 }, 'DR64 answer 200'],
]

test.each(drifts)(
  'reports each drift of statuses, errors and whole bodies once: %s',
  (_, answer, change, found) => {
    expect(foundDrifts(changedExchange(answer, change))).toEqual([found])
  },
)

const success: Expectation = { outcomes: [{ status: 200 }] }
const rejected = (status: number, said?: string, more: Partial<Expectation> = {}): Expectation => ({
  outcomes: [{ status, ...(said !== undefined && { detail: said }) }],
  ...more,
})
const expected: [string, string, Change, Expectation, string[]][] = [
  [
    'DR43 another documented error',
    'getTask 403',
    { body: detail('email not verified') },
    rejected(401),
    ['DR43 answer 401'],
  ],
  ['DR42 an unknown error', 'getTask 404', { status: 400 }, rejected(404), ['DR42 answer 404']],
  ['DR44 success', 'uploadToLms 200', {}, rejected(404), ['DR44 answer 404']],
  ['DR57 success without a token', 'getTask 200', {}, rejected(401), ['DR57 answer 401']],
  [
    'DR19 success for a malformed request',
    'updateUsername 200',
    {},
    rejected(422, undefined, { place: 'body /new_username' }),
    ['DR19 body /new_username'],
  ],
  [
    'the expected drift',
    'updateUsername 422',
    {},
    { outcomes: [{ status: 200 }], driftId: 'DR13', place: 'body /new_username' },
    ['DR13 body /new_username'],
  ],
  [
    'DR45 a documented server error in place of success',
    'downloadFromLms 500',
    {},
    success,
    ['DR45 answer 200'],
  ],
  ['DR59 a token that is ignored', 'getTask 401', {}, success, ['DR59 answer 200']],
  [
    'DR08 a required parameter in place of success',
    'getLabStatus 422',
    { body: issue('query', 'attempt_id') },
    success,
    ['DR08 query attempt_id'],
  ],
  [
    'DR07 a sent parameter reported as missing',
    'getLabStatus 422',
    { body: issue('query', 'task_id') },
    rejected(404),
    ['DR07 query task_id'],
  ],
  [
    'DR08 an optional parameter that became required',
    'getCompetencies 422',
    { body: issue('query', 'user_id') },
    success,
    ['DR08 query user_id'],
  ],
  [
    'DR14 a lower limit in place of success',
    'sendFeedback 422',
    { body: issue('body', 'text', 'string_too_long') },
    { outcomes: [{ status: 204 }] },
    ['DR14 body /text'],
  ],
  [
    'DR47 another detail than expected',
    'getTask 401',
    { body: detail('Invalid token') },
    rejected(401, 'No token provided'),
    ['DR47 answer 401 detail'],
  ],
  [
    'DR01 no such path in place of the expected error',
    'getTask 404',
    { body: detail('Not Found') },
    rejected(404),
    ['DR01 operation'],
  ],
  [
    'an expected response',
    'getTask 401',
    { body: detail('No token provided') },
    rejected(401, 'No token provided'),
    [],
  ],
  [
    'one of several expected responses',
    'getTask 403',
    {},
    { outcomes: [{ status: 404 }, { status: 403 }] },
    [],
  ],
]

test.each(expected)(
  'compares the response with the expectation: %s',
  (_, answer, change, expectation, found) => {
    expect(foundDrifts(changedExchange(answer, change), expectation)).toEqual(found)
  },
)

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
