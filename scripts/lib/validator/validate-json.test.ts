import { expect, test } from 'vitest'
import { findMismatches } from './mismatches'
import { getAlternatives } from './property-tree'
import { isSecretField } from './secret-fields'
import {
  type Change,
  changedExchange,
  contract,
  foundDrifts,
  type Json,
  leaderboard,
  withFields,
  withoutField,
  withRenamedField,
} from './test-exchanges'
import { validateExchange } from './validate-exchange'

const attempts = (change: (all: Json[]) => unknown) => (json: Json) => ({
  ...json,
  attempts: change([1, 2, 3, 4].map(id => ({ id, status: 'need_pay' }))),
})

const drifts: [string, string, Change, string][] = [
  ['a missing field', 'updateUsername 200', { body: withoutField('email') }, 'DR21 answer 200 /email'],
  [
    'a field missing from all items',
    'requestAttempt 200',
    { body: attempts(all => all.map(withoutField('status'))) },
    'DR21 answer 200 /attempts/*/status',
  ],
  [
    'a field missing from some items',
    'requestAttempt 200',
    { body: attempts(all => all.map((one, index) => (index % 2 ? one : withoutField('status')(one)))) },
    'DR22 answer 200 /attempts/*/status',
  ],
  [
    'an optional field under a synonym',
    'getGroup 200',
    { body: withRenamedField('name', 'title') },
    'DR24 answer 200 /name',
  ],
  [
    'a field in another case',
    'updateUsername 200',
    { body: withRenamedField('email_verified', 'emailVerified') },
    'DR24 answer 200 /email_verified',
  ],
  [
    'an optional field in another case',
    'updateUsername 200',
    {
      body: (json: Json) =>
        withRenamedField('first_name', 'firstName')(withFields({ first_name: 'Ann' })(json)),
    },
    'DR24 answer 200 /first_name',
  ],
  [
    'a renamed field',
    'refreshSession 200',
    { body: withRenamedField('access_token', 'jwt') },
    'DR24 answer 200 /access_token',
  ],
  [
    "a missing token beside a field of OAuth's own",
    'refreshSession 200',
    { body: (json: Json) => withFields({ token_type: 'bearer' })(withoutField('access_token')(json)) },
    'DR21 answer 200 /access_token,DR35 answer 200 /token_type',
  ],
  [
    'a string for a number',
    'downloadFromLms 200',
    { body: withFields({ updated: '10' }) },
    'DR25 answer 200 /updated',
  ],
  [
    'a number for a string',
    'updateUsername 200',
    { body: withFields({ username: 5 }) },
    'DR25 answer 200 /username',
  ],
  [
    'a number for a boolean',
    'updateUsername 200',
    { body: withFields({ email_verified: 1 }) },
    'DR25 answer 200 /email_verified',
  ],
  [
    'a broken field of an optional object with more errors',
    'startAttempt 200',
    { body: withFields({ exam: { hours: 24, report_required: 'yes' } }) },
    'DR25 answer 200 /exam/report_required',
  ],
  ['null', 'updateUsername 200', { body: withFields({ username: null }) }, 'DR26 answer 200 /username'],
  [
    'an unknown enum value',
    'getLabStatus 200',
    { body: withFields({ status: 'stopping' }) },
    'DR27 answer 200 /status',
  ],
  [
    'a timestamp without T',
    'getLabStatus 200',
    { body: withFields({ expires_at: '2026-01-01 01:00:00' }) },
    'DR29 answer 200 /expires_at',
  ],
  [
    'a timestamp without an offset',
    'getLabStatus 200',
    { body: withFields({ expires_at: '2026-01-01T01:00:00' }) },
    'DR29 answer 200 /expires_at',
  ],
  [
    'a timestamp as a number',
    'getLabStatus 200',
    { body: withFields({ expires_at: 1767225600 }) },
    'DR30 answer 200 /expires_at',
  ],
  [
    'an invalid email address',
    'updateUsername 200',
    { body: withFields({ email: 'ann' }) },
    'DR31 answer 200 /email',
  ],
  [
    'a page object in place of the list',
    'listGroups 200',
    { body: (json: unknown) => ({ items: json, total: 1 }) },
    'DR32 answer 200',
  ],
  [
    'an object in place of an inner list',
    'getLabStatus 200',
    { body: withFields({ endpoints: {} }) },
    'DR32 answer 200 /endpoints',
  ],
  [
    'a string in place of an object',
    'refreshSession 200',
    { body: withFields({ user: 'ann' }) },
    'DR33 answer 200 /user',
  ],
  [
    'a string in place of one of two objects',
    'takeHint 200',
    { body: withFields({ hint: 'try' }) },
    'DR33 answer 200 /hint',
  ],
  [
    'one item without a status',
    'requestAttempt 200',
    { body: attempts(all => all.map((one, index) => (index === 1 ? withoutField('status')(one) : one))) },
    'DR34 answer 200 /attempts/*/status',
  ],
  [
    'one row that is null',
    'getLeaderboard 200',
    { body: leaderboard(rows => [null, ...rows]) },
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
    { body: withFields({ password_hash: 'x' }) },
    'DR35 answer 200 /password_hash',
  ],
  ['a secret beside a detail', 'getTask 404', { body: withFields({ trace: 'x' }) }, 'DR35 answer 404 /trace'],
  [
    'a number out of range',
    'downloadFromLms 200',
    { body: withFields({ updated: -1 }) },
    'DR36 answer 200 /updated',
  ],
  [
    'a string that does not match its pattern',
    'shareProfile 200',
    { body: withFields({ link: 'a link with spaces' }) },
    'DR36 answer 200 /link',
  ],
  [
    'everything under one field',
    'updateUsername 200',
    { body: (json: Json) => ({ data: json, ok: true }) },
    'DR24 answer 200,DR35 answer 200 /ok',
  ],
  [
    'everything under one field where nothing is required',
    'getLeaderboard 200',
    { body: (json: Json) => ({ data: { group_id: 1, ...json } }) },
    'DR24 answer 200',
  ],
  [
    'an object whose fields came one level up',
    'refreshSession 200',
    { body: ({ user, ...json }: Json) => ({ ...json, ...(user as Json) }) },
    'DR24 answer 200 /user',
  ],
  [
    'required fields in another object',
    'updateUsername 200',
    {
      body: ({ email, email_verified, ...json }: Json) => ({ ...json, contact: { email, email_verified } }),
    },
    'DR24 answer 200',
  ],
  ['null in place of the body', 'getWriteup 200', { body: 'null' }, 'DR39 answer 200'],
]

test.each(drifts)('reports each drift of a JSON body once: %s', (_, answer, change, found) => {
  expect(foundDrifts(changedExchange(answer, change)).join()).toBe(found)
})

test('null in an optional field of the contract is no drift', () => {
  const nullable = (name: string): readonly string[] => {
    const nodes = getAlternatives(contract.schemas[name] ?? {}, contract.schemas).map(({ flat }) => flat)
    return nodes.flatMap(({ properties, required }) =>
      [...properties.keys()].filter(one => !required.has(one)),
    )
  }
  const answers = ['AuthResponse', 'Group', 'Task', 'Attempt', 'LabStatus', 'Leaderboard', 'Profile', 'User']
  for (const name of answers) {
    const value = Object.fromEntries(nullable(name).map(field => [field, null]))
    const found = findMismatches({ $ref: `#/components/schemas/${name}` }, value, contract.schemas)
    expect(found.filter(({ driftId }) => driftId !== 'DR21')).toEqual([])
  }
})

test('a null that an optional field does not allow degrades, and is not one bad item', () => {
  const node = { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } } as const
  expect(findMismatches(node, [{ a: 'x' }, { a: null }], {})).toEqual([
    expect.objectContaining({ driftId: 'DR26', severity: 'degraded', pointer: '/*/a' }),
  ])
})

test.each([
  ['password_hash', 'x', true],
  ['apiKey', 'x', true],
  ['private_key', 'x', true],
  ['flag_answers', ['x'], true],
  ['right_flag', 'x', true],
  ['reset_token', 'x', true],
  ['token_type', 'bearer', false],
  ['has_password', true, false],
  ['password_changed_at', '2026-01-01', false],
  ['flags_total', 3, false],
  ['roles', ['a'], false],
  ['hashtag', 'x', false],
  ['secret', null, false],
])('knows a secret by its name and value: %s', (name, value, isSecret) => {
  expect(isSecretField(name, value)).toBe(isSecret)
  const [found] = findMismatches({ type: 'object', properties: { a: {} } }, { [name]: value }, {})
  expect(found?.severity).toBe(isSecret ? 'degraded' : undefined)
})

test('a value that the contract keeps for some readers is drift for the others', () => {
  const node = {
    type: 'object',
    properties: {
      share_link: { type: ['string', 'null'], 'x-reader': 'owner' },
      secret: { 'x-reader': ['admin'] },
    },
  } as const
  const seenBy = (reader: ('admin' | 'owner' | 'member')[] | undefined, value: unknown) =>
    findMismatches(node, value, {}, reader).map(
      ({ driftId, severity, pointer }) => `${driftId} ${severity} ${pointer}`,
    )
  expect(seenBy(['member'], { share_link: 'a', secret: 'b' })).toEqual([
    'DR35 degraded /share_link',
    'DR35 breaking /secret',
  ])
  expect(seenBy(['owner', 'admin'], { share_link: 'a', secret: 'b' })).toEqual([])
  expect(seenBy(['member'], { share_link: null })).toEqual([])
  expect(seenBy(undefined, { share_link: 'a' })).toEqual([])
})

test.each<[string, string, unknown, string]>([
  ['an envelope', 'updateUsername 200', (json: Json) => ({ data: json }), 'everything stands under "data"'],
  [
    'a page',
    'listGroups 200',
    (json: unknown) => ({ items: json, total: 1 }),
    'the list stands under "items"',
  ],
  [
    'a flattened object',
    'refreshSession 200',
    ({ user, ...json }: Json) => ({ ...json, ...(user as Json) }),
    'one level up',
  ],
  [
    'a renamed value',
    'getLabStatus 200',
    withFields({ status: 'Ready' }),
    '"Ready" came where "ready" is due',
  ],
])('the sentence says what happened: %s', (_, answer, body, sentence) => {
  const exchange = changedExchange(answer, { body: body as (json: Json) => unknown })
  const [violation] = validateExchange(contract, exchange)
  expect(violation?.what).toContain(sentence)
})
