import { expect, test } from 'vitest'
import type { Operation } from '../../packages/contract/operation'
import type { Exchange } from '../../packages/contract/validator/exchange'
import { contract, makeExchangeSampler } from '../../packages/contract/validator/test-exchanges'
import { findViolation } from '../run/response'
import { createPlatform } from '../test-platform'
import { makeRecording } from './make-recording'

const base = 'https://stage.example/api'
const options = { name: 'a-session', at: Date.UTC(2026, 10, 22) }
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const exchange = (call: string, answer: unknown, sent?: unknown): Exchange => {
  const [method = '', path] = call.split(' ')
  const type = ['content-type', 'application/json'] as const
  return {
    request: {
      method,
      url: base + path,
      headers: [type, ['authorization', 'Bearer eyJ-token-of-ann']],
      ...(sent !== undefined && { body: bytes(sent) }),
    },
    response: {
      status: 200,
      headers: [type, ['date', 'Sat, 21 Nov 2026 18:00:00 GMT']],
      body: bytes(answer),
    },
    isSanitized: true,
  }
}

const ann = { username: 'ann_k', first_name: 'Анна', last_name: 'Кузьмина' }
const boris = { username: 'boris77', first_name: 'Борис', last_name: 'Годунов' }
const profile = {
  is_public: true,
  competencies: [],
  totals: { points: 1, points_total: 1, tasks_solved: 1, tasks_total: 1 },
}
const signedIn = exchange(
  'POST /auth/login',
  {
    user: { id: 4242, ...ann, email: 'anna.kuzmina@corp.example', email_verified: true, no_password: false },
    access_token: 'eyJ-token-of-ann',
    refresh_token: 'refresh-token-of-ann',
  },
  { username: 'ann_k', password: 'correct-horse' },
)
const row = (user_id: number, rank: number, names: object) => ({
  user_id,
  rank,
  points: 10,
  solved: 1,
  ...names,
})
const board = {
  group_id: 77,
  updated_at: '2026-11-21T18:00:00Z',
  rows: [row(7, 1, boris), row(4242, 2, ann), row(1, 3, { username: 'number-one' })],
  series: [],
  internal_note: 'nothing that the contract has',
}
const link = 'k3Vd9sQ2mZ7xT1aB'
const verdicts = {
  results: [{ flag: 'FLAG{me}', verdict: 'correct' }],
  solved: true,
  flags_solved: 1,
  flags_total: 1,
  points_earned: 10,
}
const text = 'Борис Годунов (boris77, boris@corp.example) sends FLAG{me} to ann_k: a corpus.'
const hint = { hint: { id: 1, text, number: 1, total: 1, cost: 0 } }
const session = [
  exchange('GET /groups/77/tasks/5/hint', hint),
  exchange('GET /leaderboard/group/77', board),
  exchange('POST /pass_flag?task_id=5&group_id=77', verdicts, { flags: ['FLAG{me}'] }),
  exchange('GET /user/competencies?user_id=7', { user: { id: 7, ...boris }, ...profile }),
  exchange('POST /user/profile/shared', { link }),
  exchange(`GET /user/profile/by_shared_link/${link}`, { user: { id: 4242, ...ann }, ...profile }),
]

const { scenario, skipped, userCount } = makeRecording(contract, session, { ...options, before: [signedIn] })
const getBody = (operationId: string): unknown =>
  scenario.exchanges.find(one => one.operationId === operationId)?.answer.body

test('a recording has no personal data and no secrets', () => {
  expect(skipped).toEqual([])
  expect(scenario.exchanges).toHaveLength(session.length)
  expect(JSON.stringify(scenario)).not.toMatch(
    /ann_k|boris|number-one|Анн|Кузьмин|Борис|Годунов|corp\.example|eyJ|refresh-token|correct-horse|FLAG\{me\}|k3Vd9|internal/,
  )
  // One of them occurs only in a text.
  expect(userCount).toBe(4)
  expect(makeRecording(contract, session, { ...options, before: [signedIn] }).scenario).toEqual(scenario)
})

test('numeric secrets are replaced, and timestamps are not', () => {
  const digits = (text: string) => exchange('GET /groups/77/tasks/5/hint', { hint: { ...hint.hint, text } })
  const login = exchange('POST /auth/login', {}, { username: '79991234567', password: '48392011' })
  const flags = exchange('POST /pass_flag?task_id=5&group_id=77', verdicts, { flags: ['2026'] })
  const strings = [
    '48392011',
    '+7 999 123-45-67',
    '2026',
    '48392011, 79991234567',
    '2026-11-21T18:00:00+03:00',
  ]
  const result = makeRecording(contract, strings.map(digits), { ...options, before: [login, flags] })
  const written = result.scenario.exchanges.map(({ answer }) => (answer.body as typeof hint).hint.text)
  expect(written.at(-1)).toBe(strings.at(-1))
  expect(written[3]).toBe(`${written[0]}, ${written[3]?.split(', ')[1]}`)
  expect(written.slice(0, -1).join()).not.toMatch(/48392011|999 123|79991234567|2026/)
})

test('a user has the same pseudonym everywhere, and the signed-in user is the student', () => {
  const student = { username: 'student', first_name: 'Александра', last_name: 'Воробьёва' }
  const { rows } = getBody('getLeaderboard') as typeof board
  const { user } = getBody('getCompetencies') as { user: { first_name: string; username: string } }
  expect(rows[0]).toMatchObject({ user_id: 7, username: user.username, first_name: user.first_name })
  expect(rows[1]).toMatchObject({ user_id: 1, ...student })
  expect(rows[2]).toMatchObject({ user_id: 4242 })
  expect(getBody('getSharedProfile')).toMatchObject({ user: { id: 1, ...student } })
  const { hint: given } = getBody('takeHint') as typeof hint
  expect(given.text).toContain(`(${user.username}, `)
  expect(given.text).toMatch(/to student: a corpus\.$/)
})

test('the signed-in user is recognized by their own profile', () => {
  const own = exchange('GET /user/competencies', { user: { id: 4242, ...ann }, ...profile })
  const result = makeRecording(contract, [exchange('GET /leaderboard/group/77', board), own], options)
  expect(result.scenario.exchanges[0]?.answer.body).toMatchObject({ rows: [{}, { user_id: 1 }, {}] })
})

test('a secret has the same replacement in requests and responses', () => {
  const [submitted, shared, opened] = ['submitFlags', 'shareProfile', 'getSharedProfile'].map(id =>
    scenario.exchanges.find(one => one.operationId === id),
  )
  const { flags } = { ...(submitted?.body as { flags: string[] }) }
  expect(flags).toHaveLength(1)
  expect(submitted?.answer.body).toMatchObject({ results: [{ flag: flags[0], verdict: 'correct' }] })
  expect(shared?.answer.body).toEqual({ link: opened?.params.link })
})

test('what cannot be recorded is skipped and listed', () => {
  const [first] = session
  const broken = exchange('GET /leaderboard/group/77', { ...board, rows: 'ann_k' })
  const lost: Exchange = { ...broken, response: null }
  const expired = { ...broken, response: { status: 401, headers: [] } }
  const teapot = { ...broken, response: { status: 418, headers: [] } }
  const unknown = exchange('GET /ann_k/secret', {})
  const page = exchange('GET /../index.html', {})
  const file = makeExchangeSampler(contract)(getOperation('getVpnConfig'), 200, 1)
  const result = makeRecording(
    contract,
    [broken, broken, lost, expired, teapot, unknown, page, file, signedIn, ...(first ? [first] : [])],
    options,
  )
  expect(result.scenario.exchanges.map(({ operationId }) => operationId)).toEqual(['takeHint'])
  expect(result.skipped.map(({ call, why, count }) => `${count} ${call}: ${why}`)).toEqual([
    expect.stringMatching(
      /^2 GET \/leaderboard\/group\/\{id\}: It breaks the contract \(DR32, answer 200 \/rows\)/,
    ),
    '1 GET /leaderboard/group/{id}: No response.',
    '1 GET /leaderboard/group/{id}: Its token was refused (401), and a playback has a session of its own.',
    '1 GET /leaderboard/group/{id}: The status 418 is not in the contract.',
    '1 GET /api: The contract has no such call.',
    '1 GET /user/vpn_config: Files are not recorded.',
    '1 POST /auth/login: The simulated platform has sessions of its own.',
  ])
  expect(JSON.stringify(result)).not.toMatch(/ann_k/)
})

function getOperation(id: string): Operation {
  const found = contract.operations.find(({ operationId }) => operationId === id)
  if (!found) throw new RangeError(id)
  return found
}

test('every valid response is recorded, and is valid when it is played', () => {
  const sample = makeExchangeSampler(contract)
  const answers = contract.operations.flatMap(operation =>
    operation.responses.map(({ status }) => sample(operation, status, 1)),
  )
  const result = makeRecording(contract, answers, options)
  const known = ['The simulated platform has sessions of its own.', 'Files are not recorded.']
  expect(result.skipped.filter(({ why }) => !known.includes(why) && !why.includes('(401)'))).toEqual([])
  const violations = result.scenario.exchanges.map(({ operationId, answer }) =>
    findViolation(getOperation(operationId), { ...answer, headers: { ...answer.headers } }),
  )
  expect(violations.filter(Boolean).map(String)).toEqual([])
  expect(result.scenario.exchanges.length).toBeGreaterThan(80)
})

test('a playback responds as the session did', async () => {
  const { db, call, violations } = createPlatform()
  db.tables.recordings.put('recording', scenario)
  const answer = await call('getLeaderboard', { as: 'student', params: { id: 77 } })
  expect(answer.body).toEqual(getBody('getLeaderboard'))
  expect((await call('listGroups', { as: 'student' })).status).toBe(200)
  expect(violations).toEqual([])
})
