import type { ProbeContext } from '../probe-context'
import { requireValue } from '../probe-errors'
import { type ProbeUser, toProbeUser } from '../probe-user'
import { type Step, step } from '../step'

/** Another session of the student, so that ending it does not affect other steps. */
async function startExtraSession(probe: ProbeContext): Promise<ProbeUser> {
  const { login } = probe.user('student')
  const { username, password } = requireValue(
    'password' in login ? login : undefined,
    'password of the student',
  )
  const { exchange } = await probe.request({
    operationId: 'login',
    call: { json: { username, password } },
    auth: {},
    expected: [[200]],
    reason: 'the password is right',
  })
  const session = requireValue(
    toProbeUser('student', login, exchange),
    'access token in the answer to the login',
  )
  probe.extraSessions.push(session)
  return session
}

/** Signs in, refreshes the tokens, and tries what must no longer work. */
const rotation: Step = {
  name: 'refreshSession: by the cookie alone',
  operations: ['login', 'refreshSession', 'listGroups'],
  isOwnSession: true,
  isSmoke: true,
  run: async probe => {
    const session = await startExtraSession(probe)
    const before = new Map(session.cookies)
    const { body, exchange } = await probe.request({
      operationId: 'refreshSession',
      call: {},
      auth: { cookies: session.cookies },
      expected: [[200]],
      driftId: 'DR60',
      reason: 'the refresh cookie of the login was sent',
    })
    const isSame = [...before].every(([name, value]) => session.cookies.get(name) === value)
    if (isSame) {
      const what = 'The refresh cookie is promised to rotate; the answer left it as it was.'
      probe.report(
        'DR60',
        { operationId: 'refreshSession', place: 'answer 200 header set-cookie', what, isAssumed: true },
        exchange,
      )
    }
    await probe.request({
      operationId: 'listGroups',
      call: {},
      auth: { token: body.access_token },
      expected: [[200]],
      reason: 'the access token is the one of the last refresh',
    })
    // Without a grace period a server may take this for theft and end every session of the user.
    if (!isSame && probe.options.mode === 'full') await repeatRefresh(probe, before)
  },
}

/** Two tabs, or a reload during a refresh, send the same cookie twice. */
async function repeatRefresh(probe: ProbeContext, before: ReadonlyMap<string, string>): Promise<void> {
  await probe.request({
    operationId: 'refreshSession',
    call: {},
    auth: { cookies: new Map(before) },
    expected: [[200]],
    driftId: 'DR60',
    reason: 'the previous refresh cookie stays good for 10 to 30 seconds',
  })
}

const ending: Step = {
  name: 'logout: ends the session',
  operations: ['login', 'logout', 'refreshSession'],
  isOwnSession: true,
  isSmoke: true,
  run: async probe => {
    const session = await startExtraSession(probe)
    const before = new Map(session.cookies)
    await probe.request({
      operationId: 'logout',
      call: {},
      auth: { cookies: session.cookies },
      expected: [[204]],
    })
    const reason = 'the session of the cookie was ended'
    for (const operationId of ['refreshSession', 'logout'] as const) {
      await probe.request({
        operationId,
        call: {},
        auth: { cookies: new Map(before) },
        expected: [[401, 'Invalid refresh token']],
        driftId: 'DR62',
        reason,
      })
    }
  },
}

const cookieless: readonly Step[] = (['refreshSession', 'logout'] as const).flatMap(operationId => [
  step(operationId, 'without a cookie', {
    call: {},
    expected: [[401, 'No token provided']],
    reason: 'no cookie was sent',
    isOwnSession: true,
  }),
  {
    name: `${operationId}: with an unknown cookie`,
    operations: [operationId],
    isOwnSession: true,
    run: async probe => {
      const names = [...probe.user('student').cookies.keys()]
      const cookies = new Map(names.map(name => [name, 'nobody-has-this-token']))
      if (cookies.size === 0) requireValue(undefined, 'refresh cookie of the student')
      await probe.request({
        operationId,
        call: {},
        auth: { cookies },
        expected: [[401, 'Invalid refresh token']],
        reason: 'the cookie is unknown',
      })
    },
  },
])

/** Login, refresh and logout with sessions that the probe started itself. */
export const sessionSteps: readonly Step[] = [
  step('login', 'with an unknown name', {
    call: probe => ({ json: { username: `nobody-${probe.facts.nonce}`, password: 'not-the-password' } }),
    expected: [[401, 'Incorrect username or password']],
    reason: 'there is no such user',
    isOwnSession: true,
  }),
  rotation,
  ending,
  ...cookieless,
]

export async function signOut(probe: ProbeContext): Promise<void> {
  for (const user of [...probe.users.values(), ...probe.extraSessions]) {
    if (user.cookies.size > 0) await probe.send({ operationId: 'logout', call: {}, auth: { user } })
  }
}
