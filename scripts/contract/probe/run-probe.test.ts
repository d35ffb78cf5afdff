import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MockServer, startMockServer } from '../../../mocks/server/start'
import { coverageOf } from '../../lib/judge/coverage'
import { type Exchange, textOf } from '../../lib/judge/exchange'
import { findOperation } from '../../lib/judge/find-operation'
import { loadContract } from '../../lib/load-contract'
import { readFixtures } from './fixtures'
import { ProbeLoginFailed, ProbeUnreachable } from './probe-errors'
import type { ProbeOptions, ProbeResult } from './probe-options'
import { runProbe } from './run-probe'
import { unreachable } from './unreachable'

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
  mostRequests: 2000,
  mostSeconds: 60,
} as const satisfies Partial<ProbeOptions>

const probe = (baseUrl: string, options: Partial<ProbeOptions> = {}) =>
  runProbe({ ...usual, baseUrl, ...options })

const told = ({ observations }: ProbeResult) =>
  observations.map(({ judgement }) => `${judgement.driftId} ${judgement.operationId}: ${judgement.what}`)

const withBody = ({ status, headers }: Response, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers })

function reachedDetails(exchanges: readonly Exchange[]): Set<string> {
  const reached = new Set<string>()
  for (const { request, response } of exchanges) {
    const found = findOperation(contract, request.method, request.url)
    if (found.kind !== 'found' || !response || response.status < 400) continue
    const { detail } = JSON.parse(textOf(response.body)) as { detail?: unknown }
    if (typeof detail === 'string') reached.add(`${found.operation.operationId} ${response.status} ${detail}`)
  }
  return reached
}

describe('against the simulated platform', () => {
  let server: MockServer
  let first: ProbeResult

  beforeAll(async () => {
    server = await startMockServer({ seed: 'probe' })
    first = await probe(`${server.url}/api`, { mode: 'full', plan: 'full' })
  }, 30_000)

  afterAll(() => server.close())

  it('a whole run finds nothing, and no answer broke the contract', () => {
    expect(told(first)).toEqual([])
    expect(server.violations).toEqual([])
    expect(first.notes).toEqual([])
  })

  it('skips only what this platform has not', () => {
    expect(first.skipped.map(({ step }) => step)).toEqual([
      'GET /user/profile/by_shared_link/{link}: that is public already',
    ])
  })

  it('sees every operation succeed, and most of what each may answer', () => {
    const { operations, statuses, properties } = coverageOf(contract, first.exchanges)
    expect(operations.missed).toEqual([])
    expect(statuses.seen / statuses.all).toBeGreaterThanOrEqual(0.8)
    expect(properties.seen / properties.all).toBeGreaterThanOrEqual(0.95)
  })

  it('reaches every documented detail but those that are listed as out of reach, each with a reason', () => {
    const documented = contract.operations.flatMap(({ operationId, responses }) =>
      responses.flatMap(({ status, details = [] }) =>
        details.map(detail => `${operationId} ${status} ${detail}`),
      ),
    )
    const listed = unreachable.flatMap(({ details }) => details.map(detail => detail.join(' ')))
    const reached = reachedDetails(first.exchanges)
    expect(documented.filter(detail => !reached.has(detail)).sort()).toEqual(listed.sort())
  })

  it('a second run on the same server finds nothing either, and everybody can still sign in', async () => {
    const second = await probe(`${server.url}/api`, { mode: 'full', plan: 'full' })
    expect(told(second)).toEqual([])
    expect(second.notes).toEqual([])
  })

  it('read-only mode asks nothing that writes but to begin and end its own sessions', async () => {
    const before = server.db.version
    const { exchanges, observations } = await probe(`${server.url}/api`, { plan: 'full' })
    const asked = new Set(
      exchanges.map(({ request }) => {
        const found = findOperation(contract, request.method, request.url)
        return found.kind === 'found' && found.operation.effect === 'write' ? found.operation.operationId : ''
      }),
    )
    expect([...asked].sort()).toEqual(['', 'login', 'logout', 'refreshSession'])
    expect(observations).toEqual([])
    const changed = Object.entries(server.db.changesSince(before)).filter(
      ([, rows]) => Object.keys(rows).length > 0,
    )
    expect(changed.map(([table]) => table)).toEqual(
      expect.not.arrayContaining(['hints', 'solves', 'labs', 'users']),
    )
  })

  it('stops at its bounds and says what is left', async () => {
    const { exchanges, skipped, endedBy } = await probe(`${server.url}/api`, { mostRequests: 12 })
    const isOut = ({ request }: Exchange) => request.url.endsWith('/auth/logout')
    expect(exchanges.filter(one => !isOut(one))).toHaveLength(12)
    expect(exchanges.filter(isOut)).toHaveLength(Object.keys(fixtures.logins).length)
    expect(skipped.at(-1)?.why).toBe('the run may ask at most 12 times')
    expect(endedBy).toBe('the run may ask at most 12 times')
  })

  it('ends at once when it is aborted', async () => {
    const stop = new AbortController()
    const onProgress = () => stop.abort(new Error('enough'))
    await expect(probe(`${server.url}/api`, { signal: stop.signal, onProgress })).rejects.toThrow('enough')
  })

  it('one drift is one finding where nothing can be built on the answer', async () => {
    const fetch = async (request: Request) => {
      const answer = await globalThis.fetch(request)
      const isList = new URL(request.url).pathname.endsWith('/groups') && answer.status === 200
      return isList ? withBody(answer, { items: await answer.json(), total: 1 }) : answer
    }
    const { observations, skipped } = await probe(`${server.url}/api`, { fetch, plan: 'full' })
    expect(
      new Set(observations.map(({ judgement }) => `${judgement.driftId} ${judgement.operationId}`)),
    ).toEqual(new Set(['DR32 listGroups']))
    expect(skipped).toContainEqual({
      step: 'GET /groups/{id}: an open one',
      why: 'there is no list of the groups of student',
    })
  })

  it('finds a read that has moved next door', async () => {
    const fetch = async (request: Request) => {
      if (/\/leaderboard\/group\/\d+$/.test(request.url))
        return Response.json({ detail: 'Not Found' }, { status: 404 })
      return globalThis.fetch(new Request(request.url.replace(/\/$/, ''), request))
    }
    const { observations } = await probe(`${server.url}/api`, { fetch })
    expect(
      new Set(observations.map(({ judgement }) => `${judgement.driftId} ${judgement.operationId}`)),
    ).toEqual(new Set(['DR03 getLeaderboard']))
  })

  it('tells a login that asks for a token from a wrong password', async () => {
    const fetch = (request: Request) =>
      request.url.endsWith('/login') && !request.headers.has('authorization')
        ? Promise.resolve(Response.json({ detail: 'No token provided' }, { status: 401 }))
        : globalThis.fetch(request)
    const { observations } = await probe(`${server.url}/api`, { fetch })
    expect(
      new Set(observations.map(({ judgement }) => `${judgement.driftId} ${judgement.operationId}`)),
    ).toEqual(new Set(['DR58 login']))
  })

  it('tells a leaderboard out of order', async () => {
    const fetch = async (request: Request) => {
      const answer = await globalThis.fetch(request)
      if (!request.url.includes('/leaderboard/') || answer.status !== 200) return answer
      const board = (await answer.json()) as { rows: unknown[] }
      return withBody(answer, { ...board, rows: [...board.rows].reverse() })
    }
    const { observations } = await probe(`${server.url}/api`, { fetch })
    expect(observations.map(({ judgement }) => [judgement.driftId, judgement.place])).toContainEqual([
      'DR63',
      'answer 200 /rows',
    ])
  })
})

describe('a target of which nothing can be learnt', () => {
  const page = () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  const refused = () =>
    Promise.resolve(Response.json({ detail: 'Incorrect username or password' }, { status: 401 }))

  it.each([
    [
      'nothing answers',
      () => Promise.reject(new TypeError('fetch failed')),
      ProbeUnreachable,
      /Nothing answers at/,
    ],
    ['a proxy answers web pages', page, ProbeLoginFailed, /HTML/],
    ['the password is wrong', refused, ProbeLoginFailed, /refused with 401: Incorrect username or password/],
  ])('%s', async (_, fetch, kind, words) => {
    const failed = await probe('http://127.0.0.1:1/api', { fetch }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(kind)
    expect(String(failed)).toMatch(words)
    expect(String(failed)).not.toContain('flagship-demo')
  })

  it('what is no address', async () => {
    await expect(probe('stage')).rejects.toThrow(ProbeUnreachable)
  })
})
