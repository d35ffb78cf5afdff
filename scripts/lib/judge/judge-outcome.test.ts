import { expect, test } from 'vitest'
import { type Change, changed, detail, issue, page, seen } from './changed-exchange'
import type { Expectation } from './expectation'

const drifts: [string, string, Change, string][] = [
  [
    'the framework knows no such address',
    'listGroups 200',
    { status: 404, body: detail('Not Found') },
    'DR01 operation',
  ],
  ['the same where 404 is documented', 'getTask 404', { body: detail('Not Found') }, 'DR01 operation'],
  [
    'another method',
    'updateUsername 200',
    { status: 405, body: detail('Method Not Allowed') },
    'DR02 operation',
  ],
  ['another address', 'listGroups 200', { status: 308, body: '' }, 'DR03 operation'],
  [
    'a demand of a parameter',
    'getLabStatus 422',
    { body: issue('query', 'attempt_id') },
    'DR08 query attempt_id',
  ],
  ['a renamed parameter', 'getLabStatus 422', { body: issue('query', 'taskId') }, 'DR07 query taskId'],
  ['a demand of a field', 'login 422', { body: issue('body', 'captcha') }, 'DR10 body /captcha'],
  ['a renamed field', 'updateUsername 422', { body: issue('body', 'username') }, 'DR11 body /username'],
  ['another media type', 'sendFeedback 204', { status: 415, body: detail('JSON') }, 'DR17 answer 415'],
  ['a renamed part', 'sendFeedback 422', { body: issue('body', 'file') }, 'DR18 body /file'],
  ['nothing', 'getWriteup 200', { body: '' }, 'DR37 answer 200'],
  ['nothing by another number', 'getWriteup 200', { status: 204, body: undefined }, 'DR37 answer 200'],
  ['a page', 'openTerminal 200', { body: page }, 'DR38 answer 200'],
  ['half of a body', 'openTerminal 200', { body: '{"url":' }, 'DR38 answer 200'],
  ['another success', 'shareProfile 200', { status: 201 }, 'DR40 answer 201'],
  [
    'a body in place of nothing',
    'updatePassword 204',
    { status: 200, body: '{"ok":true}' },
    'DR41 answer 204',
  ],
  ['an unknown error', 'updatePassword 400', { status: 418 }, 'DR42 answer 418'],
  ['a failure', 'listGroups 200', { status: 500, body: detail('x') }, 'DR45 answer 500'],
  ['another shape of error', 'getTask 404', { body: '{"message":"Task not found"}' }, 'DR46 answer 404'],
  ['an empty error', 'getTask 404', { body: '' }, 'DR46 answer 404'],
  ['a list of details', 'getTask 404', { body: detail(['Task not found']) }, 'DR46 answer 404 detail'],
  ['an unknown detail', 'getTask 404', { body: detail('Nothing here') }, 'DR47 answer 404 detail'],
  ["another answer's detail", 'getTask 404', { body: detail('Invalid token') }, 'DR47 answer 404 detail'],
  ['a detail in another case', 'getTask 404', { body: detail('task not found.') }, 'DR48 answer 404 detail'],
  [
    'a detail with a typing error',
    'getTask 404',
    { body: detail('Task not fuond') },
    'DR48 answer 404 detail',
  ],
  [
    'a list of other entries',
    'login 422',
    { body: detail([{ field: 'x', error: 'y' }]) },
    'DR49 answer 422 detail',
  ],
  ['another shape', 'login 422', { body: '{"errors":[]}' }, 'DR49 answer 422'],
  ["a proxy's page", 'getTask 404', { body: page }, 'DR50 answer 404'],
  [
    "a proxy's page where no error is documented",
    'listGroups 200',
    { status: 404, body: page },
    'DR50 answer 404',
  ],
  ['JSON for a file', 'getVpnConfig 200', { body: '{"file":"aGk="}' }, 'DR54 answer 200'],
  [
    'a visitor refused',
    'checkInvite 200',
    { status: 401, body: detail('Not authenticated') },
    'DR58 answer 401',
  ],
  [
    'a visitor asked for a token where 401 is documented',
    'login 401',
    { body: detail('No token provided') },
    'DR58 answer 401',
  ],
  ['a wrong password', 'login 401', { body: detail('Wrong password') }, 'DR47 answer 401 detail'],
  ['another shape of a refusal', 'login 422', { body: '{"error":{"text":"x"}}' }, 'DR46 answer 422'],
  ['a state in another shape', 'uploadToLms 404', { body: '{"message":"x"}' }, 'DR46 answer 404'],
  ['a slow write', 'startLab 200', { milliseconds: 4000 }, 'DR64 answer 200'],
]

test.each(drifts)(
  'each drift of statuses, errors and whole bodies is seen, and once: %s',
  (_, answer, change, found) => {
    expect(seen(changed(answer, change))).toEqual([found])
  },
)

const success: Expectation = { outcomes: [{ status: 200 }] }
const refused = (status: number, said?: string, more: Partial<Expectation> = {}): Expectation => ({
  outcomes: [{ status, ...(said !== undefined && { detail: said }) }],
  ...more,
})
const expected: [string, string, Change, Expectation, string[]][] = [
  [
    'DR43 another documented error',
    'getTask 403',
    { body: detail('email not verified') },
    refused(401),
    ['DR43 answer 401'],
  ],
  ['DR42 an unknown error', 'getTask 404', { status: 400 }, refused(404), ['DR42 answer 404']],
  ['DR44 success', 'uploadToLms 200', {}, refused(404), ['DR44 answer 404']],
  ['DR57 success without a token', 'getTask 200', {}, refused(401), ['DR57 answer 401']],
  [
    'DR19 success of what is malformed',
    'updateUsername 200',
    {},
    refused(422, undefined, { place: 'body /new_username' }),
    ['DR19 body /new_username'],
  ],
  [
    'the drift that was asked for',
    'updateUsername 422',
    {},
    { outcomes: [{ status: 200 }], driftId: 'DR13', place: 'body /new_username' },
    ['DR13 body /new_username'],
  ],
  [
    'DR45 a documented failure on the way of success',
    'downloadFromLms 500',
    {},
    success,
    ['DR45 answer 200'],
  ],
  ['DR59 a token that is not read', 'getTask 401', {}, success, ['DR59 answer 200']],
  [
    'DR08 a demand where success is due',
    'getLabStatus 422',
    { body: issue('query', 'attempt_id') },
    success,
    ['DR08 query attempt_id'],
  ],
  [
    'DR07 a parameter that was sent and is missed',
    'getLabStatus 422',
    { body: issue('query', 'task_id') },
    refused(404),
    ['DR07 query task_id'],
  ],
  [
    'DR08 a parameter that was optional',
    'getCompetencies 422',
    { body: issue('query', 'user_id') },
    success,
    ['DR08 query user_id'],
  ],
  [
    'DR14 a shorter limit where success is due',
    'sendFeedback 422',
    { body: issue('body', 'text', 'string_too_long') },
    { outcomes: [{ status: 204 }] },
    ['DR14 body /text'],
  ],
  [
    'DR47 another detail than the situation has',
    'getTask 401',
    { body: detail('Invalid token') },
    refused(401, 'No token provided'),
    ['DR47 answer 401 detail'],
  ],
  [
    'DR01 in place of the error that is due',
    'getTask 404',
    { body: detail('Not Found') },
    refused(404),
    ['DR01 operation'],
  ],
  [
    'an expected answer',
    'getTask 401',
    { body: detail('No token provided') },
    refused(401, 'No token provided'),
    [],
  ],
  [
    'one of several expected answers',
    'getTask 403',
    {},
    { outcomes: [{ status: 404 }, { status: 403 }] },
    [],
  ],
]

test.each(expected)(
  'of a question that deserves a certain answer: %s',
  (_, answer, change, expectation, found) => {
    expect(seen(changed(answer, change), expectation)).toEqual(found)
  },
)

test('no answer at all is a failure only where one was due', () => {
  const { request } = changed('getTask 200', {})
  expect(seen({ request, response: null })).toEqual([])
  expect(seen({ request, response: null }, success)).toEqual(['DR45 operation'])
})
