import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { loadContract } from '../../contract/load-contract'
import { type ProbeOptions, ProbeUnreachable } from './probe-options'
import { runProbe } from './run-probe'
import { createRateLimiter, MAX_RESPONSE_BYTES, sendRequest } from './send-request'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const own = 'flagship-demo'
const rejectLogin = () => Response.json({ detail: 'Incorrect username or password' }, { status: 401 })
const signedIn = () => Response.json({ access_token: 'token-of-student', user: { username: 'student' } })

function probe(
  response: (request: Request, json: { readonly username?: string }) => Response | Promise<Response>,
  options: Partial<ProbeOptions> = {},
) {
  const fetch = async (request: Request) => {
    const isLogin = request.url.endsWith('/auth/login')
    const json = isLogin ? await request.json() : {}
    return json.username === 'student' && json.password === own && !json.invite
      ? signedIn()
      : response(request, json)
  }
  return runProbe({
    contract,
    baseUrl: 'http://127.0.0.1:1/api',
    mode: 'readonly',
    plan: 'smoke',
    logins: { student: { username: 'student', password: own } },
    values: {},
    seed: 1,
    requestsPerSecond: 50,
    maxRequests: 3000,
    maxSeconds: 60,
    fetch,
    ...options,
  })
}

/** Passes the time at once, and keeps how long each wait would have been. */
const passTime = () => {
  const waits: number[] = []
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)
  return { waits, sleep }
}

const respondWith = (detail: string, status: number) => () => Response.json({ detail }, { status })

it('waits for a documented login limit, or skips it with a reason', async () => {
  const seconds = ['0', '3600']
  const { observations, skipped } = await probe(
    request => {
      if (!request.url.endsWith('/auth/login')) return rejectLogin()
      const headers = { 'retry-after': seconds.shift() ?? '3600' }
      return Response.json({ detail: 'too many attempts' }, { status: 429, headers })
    },
    { plan: 'full', mode: 'full' },
  )
  // The login response of this server is incomplete on purpose.
  const ofLogin = observations.filter(
    ({ violation: { operationId, place } }) => operationId === 'login' && !place.startsWith('answer 200'),
  )
  expect(ofLogin).toEqual([])
  expect(skipped).toContainEqual({
    step: 'POST /auth/login: with an unknown name',
    why: 'the server limits login for 3600 s, as the contract lets it',
  })
})

it('reports a limit without Retry-After', async () => {
  const { waits, sleep } = passTime()
  const { observations } = await probe(respondWith('too many attempts', 429), {
    plan: 'full',
    mode: 'full',
    sleep,
  })
  expect(observations.map(({ violation }) => `${violation.driftId} ${violation.operationId}`)).toContain(
    'DR61 login',
  )
  // The usual pause, until the run has waited long enough in all.
  expect(waits).toEqual(Array.from({ length: 20 }, () => 1000))
})

it('tries one wrong password in read-only mode, for an unused name', async () => {
  const names: string[] = []
  await probe(
    (_request, { username }) => {
      if (username) names.push(username)
      return rejectLogin()
    },
    { plan: 'full' },
  )
  expect(names).toEqual([expect.stringMatching(/^unused-/)])
})

it('lists the calls that read-only mode cannot prove', async () => {
  const { skipped } = await probe(rejectLogin, { plan: 'full' })
  expect(skipped.find(({ why }) => why.startsWith('they would write'))?.why).toContain('/tasks/{task}/hint')
})

it('keeps passwords, tokens and fixture values that the server repeats out of findings', async () => {
  const secrets = [own, 'token-of-student', 'flag{right}']
  const rightFlag = { group_id: 1, task_id: 1, flag: 'flag{right}' }
  const { observations, skipped, notes } = await probe(respondWith(`bad ${secrets.join(' ')}`, 403), {
    values: { rightFlag },
  })
  expect(observations.length).toBeGreaterThan(0)
  const printed = JSON.stringify({ observations, skipped, notes })
  for (const secret of secrets) expect(printed).not.toContain(secret)
})

it('a rejected login does not print the sent credentials', async () => {
  const logins = { student: { username: 'student', password: 'hunter2secret' } }
  const failed = await probe(respondWith('no: hunter2secret', 401), { logins }).catch(String)
  expect(failed).toMatch(/rejected with 401: no: /)
  expect(failed).not.toContain('hunter2secret')
})

it('a silent server cannot delay the run beyond its time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.throwIfAborted()
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  const failed = expect(probe(silent, { maxSeconds: 10 })).rejects.toThrow(ProbeUnreachable)
  await vi.advanceTimersByTimeAsync(10_100)
  await failed
})

it('ignores an endless response', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: controller => {
      sent += 1024 * 1024
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const seen = await sendRequest(
    'http://127.0.0.1:1/api',
    { method: 'GET', path: '/groups', call: {}, headers: {} },
    { timeoutMs: 5000, fetch: () => Promise.resolve(new Response(endless)) },
  )
  expect(seen).toMatchObject({ isTruncated: true, response: { status: 200 } })
  expect(seen.response?.body).toBeUndefined()
  expect(sent).toBeLessThan(MAX_RESPONSE_BYTES + 4 * 1024 * 1024)
})

it.each([
  [true, [1, 2, 3]],
  [undefined, [3, 3, 3]],
])(
  'applies a given rate (%s) on loopback too: requests after 0, 50 and 100 ms: %j',
  async (isRateEnforced, sent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const bounds = { requestsPerSecond: 20, maxRequests: 10, maxSeconds: 10, isLoopback: true }
    const limiter = createRateLimiter({ ...bounds, isRateEnforced })
    let acquired = 0
    for (let time = 0; time < 3; time++) void limiter.acquire().then(() => acquired++)
    const counts: number[] = []
    for (const passed of [0, 50, 50]) {
      await vi.advanceTimersByTimeAsync(passed)
      counts.push(acquired)
    }
    expect(counts).toEqual(sent)
  },
)

it('submits a flag to a task that has none', async () => {
  const task = { id: 5, group_id: 1, status: 'active', flags_total: 0 }
  const bodies: Record<string, unknown> = {
    '/api/groups': [{ id: 1 }],
    '/api/groups/1': { id: 1, categories: [{ tasks: [task] }] },
    '/api/groups/1/statuses': [],
    '/api/leaderboard/group/1': {},
    '/api/groups/1/tasks/5': task,
  }
  const { observations } = await probe(
    async request => {
      const body = bodies[new URL(request.url).pathname]
      if (body) return Response.json(body)
      const isOwn = request.method === 'POST' && (await request.text()) === '{"flags":["wrong{none}"]}'
      return isOwn ? Response.json({ results: [] }) : rejectLogin()
    },
    { plan: 'full', mode: 'full' },
  )
  expect(observations.map(({ evidence, violation }) => [evidence?.origin, violation.place])).toContainEqual([
    expect.stringMatching(/: to a task without flags$/),
    'answer 400',
  ])
})

it('goes on slowly behind a gateway that throttles, with one note', async () => {
  let count = 0
  const { waits, sleep } = passTime()
  const { observations, notes } = await probe(
    () => {
      count += 1
      return count % 4 === 0
        ? new Response('slow down', { status: 429, headers: { 'retry-after': '0' } })
        : Response.json({ detail: 'Invalid token' }, { status: 401 })
    },
    { plan: 'full', maxRequests: 150, sleep },
  )
  expect(observations.filter(({ violation }) => violation.driftId === 'DR61')).toEqual([])
  expect(notes.filter(note => note.includes('as too many (429)'))).toHaveLength(1)
  // Most of the 150 requests, five in a second.
  expect(Math.max(...waits)).toBeGreaterThan(15_000)
})

it('waits for one operation that is refused as too many, however often others are allowed', async () => {
  const refused = new Map<string, number>()
  const { waits, sleep } = passTime()
  const { observations, notes } = await probe(
    request => {
      const { pathname } = new URL(request.url)
      const count = refused.get(pathname) ?? 0
      if (!pathname.endsWith('/groups') || count >= 2)
        return Response.json({ detail: 'Invalid token' }, { status: 401 })
      refused.set(pathname, count + 1)
      return new Response('slow down', { status: 429, headers: { 'retry-after': '0' } })
    },
    { plan: 'full', maxRequests: 60, sleep },
  )
  expect(observations.filter(({ violation }) => violation.driftId === 'DR61')).toEqual([])
  expect(notes.filter(note => note.includes('as too many (429)'))).toHaveLength(1)
  expect(Math.max(...waits)).toBeGreaterThan(5000)
})

it('sends the headers of a stage with every request, and prints none of them', async () => {
  const sent = new Set<string | null>()
  const result = await probe(
    request => {
      sent.add(request.headers.get('x-stage-key'))
      return new Response('<html>stage-secret', { status: 500 })
    },
    { maxRequests: 40, headers: { 'x-stage-key': 'stage-secret' } },
  )
  expect([...sent]).toEqual(['stage-secret'])
  expect(JSON.stringify(result.observations)).not.toContain('stage-secret')
})
