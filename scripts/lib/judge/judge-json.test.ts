import { expect, test } from 'vitest'
import { board, type Change, changed, given, type Json, renamed, seen, without } from './changed-exchange'

/** Four attempts, changed. */
const attempts = (change: (all: Json[]) => unknown) => (json: Json) => ({
  ...json,
  attempts: change([1, 2, 3, 4].map(id => ({ id, status: 'need_pay' }))),
})

const drifts: [string, string, Change, string][] = [
  ['a field gone', 'updateUsername 200', { body: without('email') }, 'DR21 answer 200 /email'],
  [
    'a field gone from all items',
    'requestAttempt 200',
    { body: attempts(all => all.map(without('status'))) },
    'DR21 answer 200 /attempts/*/status',
  ],
  [
    'a field gone from some items',
    'requestAttempt 200',
    { body: attempts(all => all.map((one, index) => (index % 2 ? one : without('status')(one)))) },
    'DR22 answer 200 /attempts/*/status',
  ],
  [
    'a field in another case',
    'updateUsername 200',
    { body: renamed('email_verified', 'emailVerified') },
    'DR24 answer 200 /email_verified',
  ],
  [
    'an optional field in another case',
    'updateUsername 200',
    { body: (json: Json) => renamed('first_name', 'firstName')(given({ first_name: 'Ann' })(json)) },
    'DR24 answer 200 /first_name',
  ],
  [
    'a field of another name and the same shape',
    'refreshSession 200',
    { body: renamed('access_token', 'jwt') },
    'DR24 answer 200 /access_token',
  ],
  [
    'a text for a number',
    'downloadFromLms 200',
    { body: given({ updated: '10' }) },
    'DR25 answer 200 /updated',
  ],
  [
    'a number for a text',
    'updateUsername 200',
    { body: given({ username: 5 }) },
    'DR25 answer 200 /username',
  ],
  [
    'a number for a yes or no',
    'updateUsername 200',
    { body: given({ email_verified: 1 }) },
    'DR25 answer 200 /email_verified',
  ],
  [
    'a broken field of an optional object, however much else is wrong in it',
    'startAttempt 200',
    { body: given({ exam: { hours: 24, report_required: 'yes' } }) },
    'DR25 answer 200 /exam/report_required',
  ],
  ['null', 'updateUsername 200', { body: given({ username: null }) }, 'DR26 answer 200 /username'],
  [
    'an unknown state',
    'getLabStatus 200',
    { body: given({ status: 'stopping' }) },
    'DR27 answer 200 /status',
  ],
  [
    'a moment without T',
    'getLabStatus 200',
    { body: given({ expires_at: '2026-01-01 01:00:00' }) },
    'DR29 answer 200 /expires_at',
  ],
  [
    'a moment without an offset',
    'getLabStatus 200',
    { body: given({ expires_at: '2026-01-01T01:00:00' }) },
    'DR29 answer 200 /expires_at',
  ],
  [
    'a moment as a number',
    'getLabStatus 200',
    { body: given({ expires_at: 1767225600 }) },
    'DR30 answer 200 /expires_at',
  ],
  ['no address of e-mail', 'updateUsername 200', { body: given({ email: 'ann' }) }, 'DR31 answer 200 /email'],
  [
    'a page in place of the list',
    'listGroups 200',
    { body: (json: unknown) => ({ items: json, total: 1 }) },
    'DR32 answer 200',
  ],
  [
    'an object in place of an inner list',
    'getLabStatus 200',
    { body: given({ endpoints: {} }) },
    'DR32 answer 200 /endpoints',
  ],
  [
    'a text in place of an object',
    'refreshSession 200',
    { body: given({ user: 'ann' }) },
    'DR33 answer 200 /user',
  ],
  [
    'a hint as a text, though it may be one of two objects',
    'takeHint 200',
    { body: given({ hint: 'try' }) },
    'DR33 answer 200 /hint',
  ],
  [
    'one item without a status',
    'requestAttempt 200',
    { body: attempts(all => all.map((one, index) => (index === 1 ? without('status')(one) : one))) },
    'DR34 answer 200 /attempts/*/status',
  ],
  [
    'one row that is null',
    'getLeaderboard 200',
    { body: board(rows => [null, ...rows]) },
    'DR34 answer 200 /rows/*',
  ],
  [
    'one row with a null',
    'requestAttempt 200',
    { body: attempts(all => all.map((one, index) => (index === 3 ? { ...one, status: null } : one))) },
    'DR34 answer 200 /attempts/*/status',
  ],
  [
    'a secret',
    'updateUsername 200',
    { body: given({ password_hash: 'x' }) },
    'DR35 answer 200 /password_hash',
  ],
  ['a secret beside a detail', 'getTask 404', { body: given({ trace: 'x' }) }, 'DR35 answer 404 /trace'],
  [
    'a number out of range',
    'downloadFromLms 200',
    { body: given({ updated: -1 }) },
    'DR36 answer 200 /updated',
  ],
  [
    'a text against its pattern',
    'shareProfile 200',
    { body: given({ link: 'a link with spaces' }) },
    'DR36 answer 200 /link',
  ],
  ['null in place of the body', 'getWriteup 200', { body: 'null' }, 'DR39 answer 200'],
]

test.each(drifts)('each drift of a JSON body is seen, and once: %s', (_, answer, change, found) => {
  expect(seen(changed(answer, change))).toEqual([found])
})
