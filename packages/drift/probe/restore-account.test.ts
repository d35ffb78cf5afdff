import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadContract } from '../../contract/load-contract'
import { flagshipPlan } from './plan/flagship-plan'
import type { ProbeOptions } from './probe-options'
import { derivePassword, describePassword } from './restore-account'
import { runProbe } from './run-probe'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const own = 'flagship-demo'

type Change = { readonly from: string; readonly to: string; readonly count: number }

/** A server with one account; `response` handles a password change, or rejects it by undefined. */
function getServer(response: (change: Change) => Response | Promise<Response> | undefined) {
  const state = { password: own, count: 0, sessions: new Set<string>() }
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/auth/logout')) {
      state.sessions.delete(request.headers.get('cookie') ?? '')
      return new Response(null, { status: 204 })
    }
    const json = request.method === 'GET' ? {} : await request.json().catch(() => ({}))
    if (pathname.endsWith('/auth/login')) {
      const isRight = json.username === 'student' && json.password === state.password && !json.invite
      if (!isRight) return Response.json({ detail: 'Incorrect username or password' }, { status: 401 })
      const cookie = `refresh_token=${crypto.randomUUID()}`
      state.sessions.add(cookie)
      const headers = { 'set-cookie': `${cookie}; Path=/` }
      return Response.json({ access_token: 'token-of-student', user: { username: 'student' } }, { headers })
    }
    if (pathname.endsWith('/user/update/password')) {
      const change = { from: json.old_password, to: json.new_password, count: ++state.count }
      const accepted = json.old_password === state.password ? response(change) : undefined
      if (!accepted) return Response.json({ detail: 'previous password is not valid' }, { status: 400 })
      state.password = json.new_password
      return accepted
    }
    return Response.json({ detail: 'user not exists' }, { status: 404 })
  }
  return { state, fetch }
}

const options = {
  contract,
  baseUrl: 'http://127.0.0.1:1/api',
  mode: 'full',
  plan: 'full',
  logins: { student: { username: 'student', password: own } },
  values: {},
  seed: 1,
  requestsPerSecond: 50,
  maxRequests: 3000,
  maxSeconds: 60,
} as const satisfies ProbeOptions

/** The steps that change passwords; each run of all steps takes as long as all these tests. */
const plan: typeof flagshipPlan = {
  ...flagshipPlan,
  stages: (...given) =>
    flagshipPlan
      .stages(...given)
      .map(stage => stage.filter(({ operations }) => operations.includes('updatePassword'))),
}

const done = () => new Response(null, { status: 204 })

describe('the password of the student is restored', () => {
  it.each<[string, Parameters<typeof getServer>[0]]>([
    ['when a change returns 200', () => Response.json(null)],
    ['when the connection breaks after a change', () => Promise.reject(new TypeError('fetch failed'))],
    ['when the server fails after a change', () => Response.json({}, { status: 500 })],
    ['when the server accepts passwords of any length', done],
    ['when the first restore is rejected', ({ to, count }) => (to === own && count < 6 ? undefined : done())],
  ])('%s', async (_, response) => {
    const { state, fetch } = getServer(response)
    const { notes } = await runProbe({ ...options, fetch }, plan)
    expect(state.count).toBeGreaterThan(1)
    expect(state.password).toBe(own)
    expect(notes).toEqual([])
  })

  it('when the run is aborted after a change, and its sessions end', async () => {
    const stop = new AbortController()
    const { state, fetch } = getServer(({ to }) => {
      if (to !== own) stop.abort(new Error('enough'))
      return done()
    })
    await expect(runProbe({ ...options, fetch, signal: stop.signal }, plan)).rejects.toThrow('enough')
    expect(state).toMatchObject({ password: own, sessions: new Set() })
  })

  it('or reported, even by an aborted run', async () => {
    const stop = new AbortController()
    const { fetch } = getServer(({ to }) => {
      if (to === own) return undefined
      stop.abort(new Error('enough'))
      return done()
    })
    const failed = await runProbe({ ...options, fetch, signal: stop.signal }, plan).catch(String)
    expect(failed).toMatch(
      /^ProbeUnreachable: The run was aborted\. The account of student could not be restored/,
    )
  })

  it('or reported without printing it', async () => {
    const { state, fetch } = getServer(({ to }) => (to === own || to.length < 8 ? undefined : done()))
    const { notes } = await runProbe({ ...options, fetch })
    expect(notes.join()).toContain('"updatePassword')
    expect(notes.join()).toContain(describePassword(own, state.password))
    expect(notes.join()).not.toMatch(new RegExp(`${own}|${state.password}`))
  })
})

it.each([
  ['flagship-demo', 8, 'the first 8 characters of the old one'],
  ['flagship-demo', 16, 'the old one and then 3 times "x"'],
  ['eightabc', 8, 'the first 7 characters of the old one and then 1 times "x"'],
])('describes a password of %s with %i characters as %s', (from, length, description) => {
  const other = derivePassword(from, length)
  expect(other).toHaveLength(length)
  expect(other).not.toBe(from)
  expect(describePassword(from, other)).toBe(description)
})
