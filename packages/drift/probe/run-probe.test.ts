import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlatformServer } from '../../../mocks/hosts/server/platform-server'
import { type MockServer, startMockServer } from '../../../mocks/hosts/server/start'
import { isFull } from '../../../scripts/lib/sampling'
import { loadContract } from '../../contract/load-contract'
import { decodeBody, type Exchange } from '../../contract/validator/exchange'
import { findOperation } from '../../contract/validator/find-operation'
import { getCoverage } from '../coverage'
import { selectWrites } from '../selection'
import {
  ProbeLoginFailed,
  type ProbeOptions,
  type ProbeResult,
  ProbeUnreachable,
  readFixtures,
} from './probe-options'
import { runProbe } from './run-probe'
import { documentedDetails, whyUnreachable } from './unreachable-details'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const fixtures = readFixtures(
  readFileSync(new URL('../fixtures/simulated-platform.json', import.meta.url), 'utf8'),
)

const usual = {
  contract,
  ...fixtures,
  mode: 'readonly',
  plan: 'smoke',
  seed: 1,
  requestsPerSecond: 20,
  maxRequests: 2000,
  maxSeconds: 60,
} as const satisfies Partial<ProbeOptions>

/** Without slow answers, which a busy machine gives. */
const probe = async (baseUrl: string, options: Partial<ProbeOptions> = {}): Promise<ProbeResult> => {
  const result = await runProbe({ ...usual, baseUrl, ...options })
  const isSlow = (what: string) => what.includes('The answer took')
  return { ...result, observations: result.observations.filter(({ violation }) => !isSlow(violation.what)) }
}

const origin = 'http://127.0.0.1'

/** A platform of one test, small and without a socket. A run that takes too long ends with the test and delays no other. */
const startPlatform = (signal: AbortSignal) => {
  const { handle, db } = createPlatformServer(origin, { seed: 'probe', settings: { groupSizes: { 7: 50 } } })
  const run = (options: Partial<ProbeOptions> = {}) =>
    probe(`${origin}/api`, { fetch: handle, signal, ...options })
  return { db, handle, run }
}

const summarize = ({ observations }: ProbeResult) =>
  observations.map(({ violation: { driftId, operationId, what } }) => `${driftId} ${operationId}: ${what}`)

/** `DR32 listGroups` of each kind of violation. */
const getKinds = (observations: ProbeResult['observations']) => [
  ...new Set(observations.map(({ violation }) => `${violation.driftId} ${violation.operationId}`)),
]

const withBody = ({ status, headers }: Response, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers })

function reachedDetails(exchanges: readonly Exchange[]): Set<string> {
  const reached = new Set<string>()
  for (const { request, response } of exchanges) {
    const found = findOperation(contract, request.method, request.url)
    if (found.kind !== 'found' || !response || response.status < 400) continue
    const { detail } = JSON.parse(decodeBody(response.body)) as { detail?: unknown }
    if (typeof detail === 'string') reached.add(`${found.operation.operationId} ${response.status} ${detail}`)
  }
  return reached
}

describe('a full run against the simulated platform', () => {
  let server: MockServer
  let first: ProbeResult

  beforeAll(async () => {
    server = await startMockServer({ seed: 'probe' })
    first = await probe(`${server.url}/api`, { mode: 'full', plan: 'full' })
  }, 120_000)

  afterAll(() => server.close())

  it('finds no drift', () => {
    expect(summarize(first)).toEqual([])
    expect(server.violations).toEqual([])
    expect(first.notes).toEqual([
      expect.stringMatching(/^What the run leaves on the server: .*an attempt at an exam.*an account/),
    ])
  })

  it('skips only what this platform lacks', () => {
    expect(first.skipped.map(({ step }) => step)).toEqual([
      'GET /user/profile/by_shared_link/{link}: that is public already',
    ])
  })

  it('reaches every operation and most of its responses', () => {
    const { operations, statuses, properties } = getCoverage(contract, first.exchanges)
    expect(operations.missed, 'add a step to the plan: packages/drift/probe/plan').toEqual([])
    expect(statuses.seen / statuses.all).toBeGreaterThanOrEqual(0.8)
    expect(properties.seen / properties.all).toBeGreaterThanOrEqual(0.94)
  })

  it('reaches every documented detail except those listed as unreachable', () => {
    const reached = reachedDetails(first.exchanges)
    const getText = ({ operationId, status, detail }: ReturnType<typeof documentedDetails>[number]) =>
      `${operationId} ${status} ${detail}`
    const documented = documentedDetails(contract)
    expect(documented.map(getText).filter(text => !reached.has(text))).toEqual(
      documented.filter(whyUnreachable).map(getText),
    )
  })

  if (isFull)
    it('finds none in a second run either, and every user can still sign in', async ({ signal }) => {
      const second = await probe(`${server.url}/api`, { mode: 'full', plan: 'full', signal })
      expect(summarize(second)).toEqual([])
    })
})

describe('against the simulated platform', () => {
  it('read-only mode writes nothing except its own sign-in and sign-out', async ({ signal }) => {
    const { db, run } = startPlatform(signal)
    const before = db.version
    const { exchanges, observations } = await run({ plan: 'full' })
    const called = new Set(
      exchanges.map(({ request }) => {
        const found = findOperation(contract, request.method, request.url)
        return found.kind === 'found' && found.operation.effect === 'write' ? found.operation.operationId : ''
      }),
    )
    expect([...called].sort()).toEqual(['', 'login', 'logout', 'refreshSession'])
    expect(observations).toEqual([])
    const changed = Object.entries(db.changesSince(before)).filter(([, rows]) => Object.keys(rows).length > 0)
    expect(changed.map(([table]) => table)).toEqual(
      expect.not.arrayContaining(['hints', 'solves', 'labs', 'users']),
    )
  })

  it('stops at its limits and reports what is left', async ({ signal }) => {
    const { exchanges, skipped, endedBy } = await startPlatform(signal).run({ maxRequests: 12 })
    const isOut = ({ request }: Exchange) => request.url.endsWith('/auth/logout')
    expect(exchanges.filter(one => !isOut(one))).toHaveLength(12)
    expect(exchanges.filter(isOut)).toHaveLength(Object.keys(fixtures.logins).length)
    expect(skipped.at(-1)?.why).toBe('the run may send at most 12 requests')
    expect(endedBy).toBe('the run may send at most 12 requests')
  })

  it('ends at once when it is aborted', async () => {
    const stop = new AbortController()
    const onProgress = () => stop.abort(new Error('enough'))
    await expect(startPlatform(stop.signal).run({ onProgress })).rejects.toThrow('enough')
  })

  it('reports one finding when later steps cannot use a broken response', async ({ signal }) => {
    const { handle, run } = startPlatform(signal)
    const fetch = async (request: Request) => {
      const response = await handle(request)
      const isList = new URL(request.url).pathname.endsWith('/groups') && response.status === 200
      return isList ? withBody(response, { items: await response.json(), total: 1 }) : response
    }
    const { observations, skipped } = await run({ fetch, plan: 'full' })
    expect(getKinds(observations)).toEqual(['DR32 listGroups'])
    expect(skipped).toContainEqual({
      step: 'GET /groups/{id}: the open groups of student',
      why: 'there is no list of the groups of student',
    })
  })

  it('finds a read that moved to a neighbouring path', async ({ signal }) => {
    const { handle, run } = startPlatform(signal)
    const fetch = async (request: Request) => {
      if (/\/leaderboard\/group\/\d+$/.test(request.url))
        return Response.json({ detail: 'Not Found' }, { status: 404 })
      return handle(new Request(request.url.replace(/\/$/, ''), request))
    }
    const { observations } = await run({ fetch })
    expect(getKinds(observations)).toEqual(['DR03 getLeaderboard'])
  })

  it('distinguishes a login that requires a token from a wrong password', async ({ signal }) => {
    const { handle, run } = startPlatform(signal)
    const fetch = (request: Request) =>
      request.url.endsWith('/login') && !request.headers.has('authorization')
        ? Promise.resolve(Response.json({ detail: 'No token provided' }, { status: 401 }))
        : handle(request)
    const { observations } = await run({ fetch })
    expect(getKinds(observations)).toEqual(['DR58 login'])
  })

  type Change = readonly [path: RegExp, status: number, change: (body: never) => unknown, drift: string]
  let reads = 0

  it.for<[string, readonly Change[]]>([
    [
      'one user may read',
      [
        [
          /\/leaderboard\/group\/\d+$/,
          200,
          (board: { rows: unknown[] }) => ({ ...board, rows: board.rows.toReversed() }),
          'DR63 getLeaderboard answer 200 /rows/*/rank',
        ],
        [
          /\/groups$/,
          200,
          (groups: { is_exam: boolean }[]) => groups.map(group => ({ ...group, is_exam: !group.is_exam })),
          'DR63 getGroup answer 200 /is_exam',
        ],
        // Only administrators get the code.
        [
          /\/groups\/\d+$/,
          200,
          (group: object) => ({ ...group, invite_code: 'AUTUMN-2026' }),
          'DR35 getGroup answer 200 /invite_code',
        ],
        [
          /\/user\/competencies$/,
          200,
          (profile: object) => ({ ...profile, is_public: reads++ % 2 === 0 }),
          'DR62 getCompetencies answer 200',
        ],
        [
          /\/groups\/2\/statuses$/,
          200,
          () => [{ task_id: 'x' }],
          'DR25 listTaskStatuses answer 200 /*/task_id',
        ],
      ],
    ],
    [
      'must not open, or must',
      [
        [/\/tasks\/105$/, 200, () => null, 'DR63 getGroup answer 200 /categories/*/tasks/*/id'],
        [/\/groups\/\d+$/, 403, () => ({ hide_leaderboard: true }), 'DR44 getGroup answer 403'],
        [/\/writeup$/, 404, () => ({ content: 'x' }), 'DR44 getWriteup answer 404'],
      ],
    ],
  ])('finds drifts of what %s', async ([, changes], { signal }) => {
    const { handle, run } = startPlatform(signal)
    const fetch = async (request: Request) => {
      const { pathname } = new URL(request.url)
      const response = await handle(request)
      const [, , change] =
        changes.find(([path, status]) => path.test(pathname) && status === response.status) ?? []
      if (!change || request.method !== 'GET') return response
      const body = change((await response.json()) as never)
      const init = { headers: response.headers }
      return body
        ? Response.json(body, init)
        : Response.json({ detail: 'Task not found' }, { ...init, status: 404 })
    }
    const { observations } = await run({ fetch, plan: 'full' })
    const found = observations.map(
      ({ violation: { driftId, operationId, place } }) => `${driftId} ${operationId} ${place}`,
    )
    expect(changes.map(([, , , drift]) => drift).filter(drift => !found.includes(drift))).toEqual([])
  })

  it('repeats a read that failed once, and builds nothing on the failure', async ({ signal }) => {
    const { handle, run } = startPlatform(signal)
    const failed = new Set<string>()
    const fetch = async (request: Request) => {
      if (request.method !== 'GET' || failed.has(request.url)) return handle(request)
      failed.add(request.url)
      return new Response('<html>', { status: 503, headers: { 'content-type': 'text/html' } })
    }
    const { observations } = await run({ fetch, plan: 'full' })
    expect(observations.length).toBeGreaterThan(5)
    expect(
      new Set(observations.map(({ violation }) => `${violation.driftId} ${violation.severity}`)),
    ).toEqual(new Set(['DR45 information']))
  })

  it('writes only with operations that were selected', async ({ signal }) => {
    const mayWrite = selectWrites({ only: ['takeHint', 'labs'], skip: ['startLab'] }, { contract })
    const { exchanges } = await startPlatform(signal).run({ mayWrite, plan: 'full', mode: 'full' })
    const written = exchanges.flatMap(({ request }) => {
      const found = findOperation(contract, request.method, request.url)
      return found.kind === 'found' && found.operation.effect === 'write' ? [found.operation.operationId] : []
    })
    expect(written).toContain('takeHint')
    for (const id of ['startLab', 'register', 'updatePassword', 'sendFeedback'])
      expect(written).not.toContain(id)
  })

  it('does not take the student for another user if the login does not tell who it is', async ({
    signal,
  }) => {
    const { handle, run } = startPlatform(signal)
    const fetch = async (request: Request) => {
      const response = await handle(request)
      if (!request.url.endsWith('/auth/login') || !response.ok) return response
      const { user: _, ...body } = (await response.json()) as { readonly user: unknown }
      return Response.json(body, response)
    }
    const { observations } = await run({ fetch, plan: 'full' })
    expect(new Set(observations.map(({ violation: { operationId } }) => operationId))).toEqual(
      new Set(['login']),
    )
  })

  it('asks no more of a write that accepted an invalid request', async ({ signal }) => {
    const { handle, run } = startPlatform(signal)
    const registered: string[] = []
    const fetch = async (request: Request) => {
      if (!request.url.endsWith('/auth/register')) return handle(request)
      registered.push((await request.json()).username)
      return new Response(null, { status: 204 })
    }
    const mayWrite = selectWrites({ only: ['register'], skip: [] }, { contract })
    const { observations } = await run({ fetch, mayWrite, plan: 'full', mode: 'full' })
    const drifts = observations.filter(({ violation }) => violation.operationId === 'register')
    expect(drifts.map(({ violation }) => violation.driftId)).toEqual(['DR19', 'DR62'])
    expect(new Set(registered).size).toBe(registered.length)
  })
})

it('read-only mode is safe on a server that accepts everything', async () => {
  const changes: string[] = []
  const passwords = new Map(
    Object.values(fixtures.logins).map(login =>
      'password' in login ? [login.username, login.password] : ['', ''],
    ),
  )
  const fetch = async (request: Request) => {
    const found = findOperation(contract, request.method, request.url)
    if (found.kind !== 'found') return new Response(null, { status: 204 })
    const { operationId, effect, responses } = found.operation
    const json = operationId === 'login' ? await request.json() : {}
    const isOwn =
      (operationId === 'login' &&
        (passwords.get(json.username) === json.password || json.username.startsWith('unused-')) &&
        json.invite === undefined) ||
      operationId === 'refreshSession' ||
      operationId === 'logout'
    if (effect === 'write' && !isOwn) changes.push(`${operationId} ${request.url}`)
    const success = responses.find(({ status }) => status < 300)
    if (success?.kind !== 'json') return new Response(null, { status: success?.status ?? 204 })
    const headers = { 'set-cookie': 'refresh_token=x; Path=/api/auth; HttpOnly; Secure; SameSite=Strict' }
    return Response.json(success.example, { headers })
  }
  const { exchanges } = await probe('http://127.0.0.1:1/api', { fetch, plan: 'full' })
  expect(changes).toEqual([])
  const called = exchanges.map(({ request }) => new URL(request.url).pathname)
  expect(called).toContain('/api/groups/1')
  expect(called.length).toBeGreaterThan(100)
})

it('finds a hint that comes after the last one', async ({ signal }) => {
  const { handle, run } = startPlatform(signal)
  const fetch = async (request: Request) => {
    const response = await handle(request)
    if (!request.url.endsWith('/hint') || response.status !== 200) return response
    const { hint } = (await response.json()) as { hint: object }
    return withBody(response, { hint: 'id' in hint ? hint : { id: 1, text: 'Again' } })
  }
  const mayWrite = selectWrites({ only: ['takeHint'], skip: [] }, { contract })
  const { observations } = await run({ fetch, mayWrite, mode: 'full', plan: 'full' })
  expect(observations.map(({ violation }) => `${violation.driftId} ${violation.place}`)).toContain(
    'DR62 answer 200 /hint',
  )
})

describe('an unusable target', () => {
  const page = () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  const rejectLogin = () =>
    Promise.resolve(Response.json({ detail: 'Incorrect username or password' }, { status: 401 }))

  it.each([
    [
      'no response',
      () => Promise.reject(new TypeError('fetch failed')),
      ProbeUnreachable,
      /Nothing answers at/,
    ],
    ['a proxy returns web pages', page, ProbeLoginFailed, /HTML/],
    [
      'the password is wrong',
      rejectLogin,
      ProbeLoginFailed,
      /rejected with 401: Incorrect username or password/,
    ],
  ])('%s', async (_, fetch, kind, message) => {
    const failed = await probe('http://127.0.0.1:1/api', { fetch }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(kind)
    expect(String(failed)).toMatch(message)
    expect(String(failed)).not.toContain('flagship-demo')
  })

  it('an invalid URL', async () => {
    await expect(probe('stage')).rejects.toThrow(ProbeUnreachable)
  })
})
