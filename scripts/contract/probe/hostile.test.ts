import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadContract } from '../../lib/load-contract'
import { createPace } from './pace'
import { ProbeUnreachable } from './probe-errors'
import type { ProbeOptions } from './probe-options'
import { runProbe } from './run-probe'
import { exchange, mostBytes } from './wire'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const own = 'flagship-demo'
const refused = () => Response.json({ detail: 'Incorrect username or password' }, { status: 401 })
const signedIn = () => Response.json({ access_token: 'token-of-student', user: { username: 'student' } })

/** Asks a server that answers every call but the right login as told. */
function probe(
  answer: (request: Request, json: { readonly username?: string }) => Response | Promise<Response>,
  options: Partial<ProbeOptions> = {},
) {
  const fetch = async (request: Request) => {
    const isLogin = request.url.endsWith('/auth/login')
    const json = isLogin ? await request.json() : {}
    return json.username === 'student' && json.password === own ? signedIn() : answer(request, json)
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
    mostRequests: 3000,
    mostSeconds: 60,
    fetch,
    ...options,
  })
}

const saying = (detail: string, status: number) => () => Response.json({ detail }, { status })

it('a limit of the login that the contract lets a server have is waited for, or skipped with a why', async () => {
  const seconds = ['0', '3600']
  const { observations, skipped } = await probe(
    request => {
      if (!request.url.endsWith('/auth/login')) return refused()
      const headers = { 'retry-after': seconds.shift() ?? '3600' }
      return Response.json({ detail: 'too many attempts' }, { status: 429, headers })
    },
    { plan: 'full' },
  )
  // The sign-in itself is answered by less than is promised here.
  const ofLogin = observations.filter(
    ({ judgement: { operationId, place } }) => operationId === 'login' && !place.startsWith('answer 200'),
  )
  expect(ofLogin).toEqual([])
  expect(skipped).toContainEqual({
    step: 'POST /auth/login: with an unknown name',
    why: 'the server limits login for 3600 s, as the contract lets it',
  })
})

it('a limit without Retry-After is drift', async () => {
  const { observations } = await probe(saying('too many attempts', 429), { plan: 'full' })
  expect(observations.map(({ judgement }) => `${judgement.driftId} ${judgement.operationId}`)).toContain(
    'DR61 login',
  )
})

it('read-only mode guesses few passwords', async () => {
  let guesses = 0
  await probe(
    request => {
      if (request.url.endsWith('/auth/login')) guesses++
      return refused()
    },
    { plan: 'full' },
  )
  expect(guesses).toBeLessThanOrEqual(4)
})

it('read-only mode names the calls of which it proves nothing', async () => {
  const { skipped } = await probe(refused, { plan: 'full' })
  expect(skipped.find(({ why }) => why.startsWith('they would write'))?.why).toContain('/tasks/{task}/hint')
})

it('no finding holds a password, a token or a fact of the fixtures that the server repeats', async () => {
  const secrets = [own, 'token-of-student', 'flag{right}']
  const rightFlag = { group_id: 1, task_id: 1, flag: 'flag{right}' }
  const { observations, skipped, notes } = await probe(saying(`bad ${secrets.join(' ')}`, 403), {
    values: { rightFlag },
  })
  expect(observations.length).toBeGreaterThan(0)
  const printed = JSON.stringify({ observations, skipped, notes })
  for (const secret of secrets) expect(printed).not.toContain(secret)
})

it('a refused login does not print what it was sent', async () => {
  const logins = { student: { username: 'student', password: 'hunter2secret' } }
  const failed = await probe(saying('no: hunter2secret', 401), { logins }).catch(String)
  expect(failed).toMatch(/refused with 401: no: /)
  expect(failed).not.toContain('hunter2secret')
})

it('a server that is silent holds nobody longer than the run may take', async () => {
  const startedAt = performance.now()
  const silent = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  await expect(probe(silent, { mostSeconds: 0.2 })).rejects.toThrow(ProbeUnreachable)
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

it('an answer without end is left out', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: controller => {
      sent += 1024 * 1024
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const seen = await exchange(
    'http://127.0.0.1:1/api',
    { method: 'GET', path: '/groups', call: {}, headers: {} },
    { patience: 5000, fetch: () => Promise.resolve(new Response(endless)) },
  )
  expect(seen).toMatchObject({ isCut: true, response: { status: 200 } })
  expect(seen.response?.body).toBeUndefined()
  expect(sent).toBeLessThan(mostBytes + 4 * 1024 * 1024)
})

it.each([
  [true, 90],
  [undefined, 0],
])('a rate that is named (%s) holds on loopback too: at least %i ms', async (isRateHeld, least) => {
  const bounds = { requestsPerSecond: 20, mostRequests: 10, mostSeconds: 10, isLoopback: true }
  const pace = createPace({ ...bounds, isRateHeld })
  const startedAt = performance.now()
  for (let time = 0; time < 3; time++) await pace.turn()
  const taken = performance.now() - startedAt
  expect(taken).toBeGreaterThanOrEqual(least)
  if (!isRateHeld) expect(taken).toBeLessThan(50)
})
