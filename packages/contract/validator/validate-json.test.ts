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

const drifts: [answer: string, found: string, change: Change][] = [
  ['updateUsername 200', 'DR21 answer 200 /email', { body: withoutField('email') }],
  [
    'requestAttempt 200',
    'DR21 answer 200 /attempts/*/status',
    { body: attempts(all => all.map(withoutField('status'))) },
  ],
  [
    'requestAttempt 200',
    'DR22 answer 200 /attempts/*/status',
    { body: attempts(all => all.map((one, index) => (index % 2 ? one : withoutField('status')(one)))) },
  ],
  ['getGroup 200', 'DR24 answer 200 /name', { body: withRenamedField('name', 'title') }],
  [
    'updateUsername 200',
    'DR24 answer 200 /email_verified',
    { body: withRenamedField('email_verified', 'emailVerified') },
  ],
  [
    'updateUsername 200',
    'DR24 answer 200 /first_name',
    {
      body: (json: Json) =>
        withRenamedField('first_name', 'firstName')(withFields({ first_name: 'Ann' })(json)),
    },
  ],
  ['refreshSession 200', 'DR24 answer 200 /access_token', { body: withRenamedField('access_token', 'jwt') }],
  [
    'refreshSession 200',
    'DR21 answer 200 /access_token,DR35 answer 200 /token_type',
    { body: (json: Json) => withFields({ token_type: 'bearer' })(withoutField('access_token')(json)) },
  ],
  ['downloadFromLms 200', 'DR25 answer 200 /updated', { body: withFields({ updated: '10' }) }],
  ['updateUsername 200', 'DR25 answer 200 /username', { body: withFields({ username: 5 }) }],
  ['updateUsername 200', 'DR25 answer 200 /email_verified', { body: withFields({ email_verified: 1 }) }],
  [
    'startAttempt 200',
    'DR25 answer 200 /exam/report_required',
    { body: withFields({ exam: { hours: 24, report_required: 'yes' } }) },
  ],
  ['updateUsername 200', 'DR26 answer 200 /username', { body: withFields({ username: null }) }],
  ['getLabStatus 200', 'DR27 answer 200 /status', { body: withFields({ status: 'stopping' }) }],
  [
    'getLabStatus 200',
    'DR29 answer 200 /expires_at',
    { body: withFields({ expires_at: '2026-01-01 01:00:00' }) },
  ],
  [
    'getLabStatus 200',
    'DR29 answer 200 /expires_at',
    { body: withFields({ expires_at: '2026-01-01T01:00:00' }) },
  ],
  ['getLabStatus 200', 'DR30 answer 200 /expires_at', { body: withFields({ expires_at: 1767225600 }) }],
  ['updateUsername 200', 'DR31 answer 200 /email', { body: withFields({ email: 'ann' }) }],
  ['listGroups 200', 'DR32 answer 200', { body: (json: unknown) => ({ items: json, total: 1 }) }],
  ['getLabStatus 200', 'DR32 answer 200 /endpoints', { body: withFields({ endpoints: {} }) }],
  ['refreshSession 200', 'DR33 answer 200 /user', { body: withFields({ user: 'ann' }) }],
  ['takeHint 200', 'DR33 answer 200 /hint', { body: withFields({ hint: 'try' }) }],
  [
    'requestAttempt 200',
    'DR34 answer 200 /attempts/*/status',
    { body: attempts(all => all.map((one, index) => (index === 1 ? withoutField('status')(one) : one))) },
  ],
  ['getLeaderboard 200', 'DR34 answer 200 /rows/*', { body: leaderboard(rows => [null, ...rows]) }],
  [
    'requestAttempt 200',
    'DR34 answer 200 /attempts/*/status',
    { body: attempts(all => all.map((one, index) => (index === 3 ? { ...one, status: null } : one))) },
  ],
  ['updateUsername 200', 'DR35 answer 200 /password_hash', { body: withFields({ password_hash: 'x' }) }],
  ['getTask 404', 'DR35 answer 404 /trace', { body: withFields({ trace: 'x' }) }],
  ['downloadFromLms 200', 'DR36 answer 200 /updated', { body: withFields({ updated: -1 }) }],
  ['shareProfile 200', 'DR36 answer 200 /link', { body: withFields({ link: 'a link with spaces' }) }],
  [
    'updateUsername 200',
    'DR24 answer 200,DR35 answer 200 /ok',
    { body: (json: Json) => ({ data: json, ok: true }) },
  ],
  ['getLeaderboard 200', 'DR24 answer 200', { body: (json: Json) => ({ data: { group_id: 1, ...json } }) }],
  [
    'refreshSession 200',
    'DR24 answer 200 /user',
    { body: ({ user, ...json }: Json) => ({ ...json, ...(user as Json) }) },
  ],
  [
    'updateUsername 200',
    'DR24 answer 200',
    { body: ({ email, email_verified, ...json }: Json) => ({ ...json, contact: { email, email_verified } }) },
  ],
  ['getWriteup 200', 'DR39 answer 200', { body: 'null' }],
]

test.each(drifts)('the JSON body of %s drifts once, %s: %j', (answer, found, change) => {
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

test('prints a number that came as a text, but not another text', () => {
  const witnesses = ['10', 'word-10'].map(updated => {
    const exchange = changedExchange('downloadFromLms 200', { body: withFields({ updated }) })
    return validateExchange(contract, exchange)[0]?.witness
  })
  expect(witnesses).toEqual(['10', 'aaaa-00'])
})
