import { objectAt } from '../../../contract/json'
import { driftIds } from '../../../contract/validator/drift-ids'
import { decodeBody, type Exchange, getHeader } from '../../../contract/validator/exchange'
import { readBody } from '../../../contract/validator/response-context'
import { requiresToken } from '../../../contract/validator/validate-status'
import type { ExpectedResponses } from '../facts'
import type { ProbeContext } from '../probe-context'
import { ProbeLoginFailed, ProbeUnreachable, type Role, requireValue, roles } from '../probe-options'
import { type ProbeUser, parseJson, toProbeUser } from '../probe-user'
import { actAs, type Step, step } from '../step'

/**
 * Checks that the server responds and signs in all users. Throws ProbeUnreachable or ProbeLoginFailed if the
 * run cannot continue; drift is reported instead.
 */
export async function signIn(probe: ProbeContext): Promise<void> {
  const { logins, baseUrl } = probe.options
  probe.findings.step = 'first contact'
  const first = await probe.sender.sendWithRetry({ operationId: 'listGroups' })
  if (!first.response)
    throw new ProbeUnreachable(`Nothing answers at ${baseUrl}${await getTlsProblem(baseUrl)}.`)
  const isStudentKnown = logins.student !== undefined
  if (!isStudentKnown) checkPage(first, baseUrl)
  for (const role of roles) {
    const login = logins[role]
    if (!login) continue
    if ('token' in login) probe.addUser(role, login.token)
    else {
      const { username, password } = login
      probe.findings.step = `login: as ${role}`
      const call = { json: { username, password } }
      const seen = await probe.sender.sendWithRetry({ operationId: 'login', call })
      if (role === 'student') {
        await checkBasePath(probe, first, seen)
        checkLogin(probe, first, seen)
      } else if (isRefused(probe, seen)) {
        probe.findings.notes.push(
          `The login of ${role} was rejected (${seen.response?.status}); what only ${role} can show is skipped.`,
        )
        continue
      }
      probe.validate(seen, {
        operationId: 'login',
        outcomes: [{ status: 200 }],
        reason: 'the password is right',
      })
      const user = toProbeUser(role, login, seen)
      if (user) probe.users.set(role, user)
      else
        probe.findings.notes.push(
          `The answer to the login of ${role} holds no access token; what only ${role} can show is skipped.`,
        )
    }
  }
}

/** Why a server over TLS is not trusted, as the end of a sentence; empty if that is not the reason. */
async function getTlsProblem(baseUrl: string): Promise<string> {
  if (!baseUrl.startsWith('https:')) return ''
  // A server that takes the connection and never answers must not hold the run.
  const limits: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(10_000) }
  const error = await fetch(baseUrl, limits).then(
    () => undefined,
    ({ cause }: { cause?: { code?: string } }) => cause?.code,
  )
  return /CERT|SIGNED|SIGNATURE/.test(error ?? '')
    ? `: its certificate is not trusted (${error}). Give the certificate of its authority with --ca FILE`
    : ''
}

/** Detects a URL without the contract's base path, a common mistake. Throws ProbeUnreachable. */
async function checkBasePath(probe: ProbeContext, first: Exchange, seen: Exchange): Promise<void> {
  const { baseUrl } = probe.options
  const isAbsent = [first, seen].every(({ response }) => response?.status === 404 || response?.status === 405)
  if (!isAbsent || /\/api\/*$/.test(baseUrl)) return
  const elsewhere = `${baseUrl.replace(/\/+$/, '')}/api`
  const there = await probe.sender.sendTo(`/api${probe.operation('listGroups').path}`, {
    operationId: 'listGroups',
  })
  if (!there.response || there.response.status === 404 || there.response.status >= 500 || isPage(there))
    return
  throw new ProbeUnreachable(
    `Is /api missing from --url? No call of the contract is known at ${baseUrl} (GET /groups and POST /auth/login answer ${first.response?.status}), but GET /groups is at ${elsewhere}.`,
  )
}

function checkLogin(probe: ProbeContext, first: Exchange, seen: Exchange): void {
  const { baseUrl } = probe.options
  if (!seen.response) throw new ProbeUnreachable(`${baseUrl} broke the connection at the login.`)
  const { status } = seen.response
  if (isPage(seen) && isPage(first)) {
    throw new ProbeLoginFailed(
      `${baseUrl} answers web pages (HTML) instead of JSON, also for the login: it is a proxy or another site.`,
    )
  }
  if (status === 404 && first.response?.status === 404 && !isPage(seen)) reportMovedBasePath(probe, seen)
  if (isRefused(probe, seen)) {
    const detail = getDetail(probe, seen)
    throw new ProbeLoginFailed(
      `The login of student was rejected with ${status}${detail === undefined ? '' : `: ${detail}`}.`,
    )
  }
}

/**
 * A wrong password, a locked account or a rate limit is no drift. A framework that requires a token for the
 * login is.
 */
function isRefused(probe: ProbeContext, { response }: Exchange): boolean {
  if (!response || ![401, 403, 429].includes(response.status)) return false
  return !requiresToken({ operation: probe.operation('login'), response, body: readBody(response) })
}

/** The server's text may repeat what was sent. */
function getDetail(probe: ProbeContext, seen: Exchange): string | undefined {
  const { detail } = objectAt(parseJson(seen))
  return detail === undefined ? undefined : probe.findings.mask(String(detail)).slice(0, 200)
}

function reportMovedBasePath(probe: ProbeContext, seen: Exchange): void {
  probe.findings.reportGlobal(
    driftIds.pathMoved,
    'base path',
    `The calls of the contract are expected below ${probe.options.baseUrl}; GET /groups and POST /auth/login both answer 404 there.`,
    seen,
  )
  probe.findings.notes.push(
    `Every call answers 404 below ${probe.options.baseUrl}; look whether the address is the API's base path.`,
  )
}

function checkPage(first: Exchange, baseUrl: string): void {
  if (isPage(first))
    throw new ProbeUnreachable(
      `${baseUrl} answers web pages (HTML) instead of JSON: it is a proxy or another site.`,
    )
}

function isPage({ response }: Exchange): boolean {
  if (!response) return false
  const type = getHeader(response.headers, 'content-type') ?? ''
  return (
    type.startsWith('text/html') || /^\s*<(!doctype|html)/i.test(decodeBody(response.body?.subarray(0, 200)))
  )
}

/** Another session of a user, so that ending it does not affect other steps. */
async function startExtraSession(probe: ProbeContext, role: Role = 'student'): Promise<ProbeUser> {
  const { login } = probe.user(role)
  const { username, password } = requireValue('password' in login ? login : undefined, `password of ${role}`)
  const { exchange } = await actAs(probe, {}).request('login', { json: { username, password } }, [[200]], {
    reason: 'the password is right',
  })
  const session = requireValue(toProbeUser(role, login, exchange), 'access token in the answer to the login')
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
    const { request } = actAs(probe, { cookies: session.cookies })
    const { body, exchange } = await request('refreshSession', {}, [[200]], {
      driftId: driftIds.refreshProtocol,
      reason: 'the refresh cookie of the login was sent',
    })
    const isSame = [...before].every(([name, value]) => session.cookies.get(name) === value)
    if (isSame) {
      const what = 'The refresh cookie is promised to rotate; the answer left it as it was.'
      probe.findings.reportAssumed(
        driftIds.refreshProtocol,
        'refreshSession',
        'answer 200 header set-cookie',
        what,
        exchange,
      )
    }
    await actAs(probe, { token: body.access_token }).request('listGroups', {}, [[200]], {
      reason: 'the access token is the one of the last refresh',
    })
    // Without a grace period a server may take this for theft and end every session of the user.
    if (!isSame && probe.options.mode === 'full') await repeatRefresh(probe, before)
  },
}

/** Not every user is like the student: this one has not confirmed the address. */
const otherRotation: Step = {
  name: 'refreshSession: of newcomer',
  operations: ['login', 'refreshSession'],
  isOwnSession: true,
  run: async probe => {
    const { cookies } = await startExtraSession(probe, 'newcomer')
    await actAs(probe, { cookies }).request('refreshSession', {}, [[200]])
  },
}

/** Two tabs, or a reload during a refresh, send the same cookie twice. */
async function repeatRefresh(probe: ProbeContext, before: ReadonlyMap<string, string>): Promise<void> {
  await actAs(probe, { cookies: new Map(before) }).request('refreshSession', {}, [[200]], {
    driftId: driftIds.refreshProtocol,
    reason: 'the previous refresh cookie stays good for 10 to 30 seconds',
  })
}

type CookieOperation = 'refreshSession' | 'logout'

/** To end what has ended already may succeed. */
function refusedBy(operationId: CookieOperation): ExpectedResponses<CookieOperation> {
  const outcomes: ExpectedResponses<'logout'> = operationId === 'logout' ? [[401], [204]] : [[401]]
  return outcomes as ExpectedResponses<CookieOperation>
}

const ending: Step = {
  name: 'logout: ends the session',
  operations: ['login', 'logout', 'refreshSession'],
  isOwnSession: true,
  isSmoke: true,
  run: async probe => {
    const session = await startExtraSession(probe)
    const before = new Map(session.cookies)
    await actAs(probe, { cookies: session.cookies }).request('logout', {}, [[204]])
    for (const operationId of ['refreshSession', 'logout'] as const) {
      const ended = actAs(probe, { cookies: new Map(before) })
      await ended.request(operationId, {}, refusedBy(operationId), {
        driftId: driftIds.contradiction,
        reason: 'the session of the cookie was ended',
      })
    }
  },
}

const cookieless: readonly Step[] = (['refreshSession', 'logout'] as const).flatMap(operationId => [
  step(operationId, 'without a cookie', {
    call: {},
    expected: refusedBy(operationId),
    reason: 'no cookie was sent',
    isOwnSession: true,
  }),
  {
    name: `${operationId}: with an unknown cookie`,
    operations: [operationId],
    isOwnSession: true,
    run: async probe => {
      const names = [...probe.user('student').cookies.keys()]
      const cookies = new Map(names.map(name => [name, 'unknown-token']))
      if (cookies.size === 0) requireValue(undefined, 'refresh cookie of the student')
      await actAs(probe, { cookies }).request(operationId, {}, refusedBy(operationId), {
        reason: 'the cookie is unknown',
      })
    },
  },
])

/** Login, refresh and logout with sessions that the probe started itself. */
export const sessionSteps: readonly Step[] = [
  step('login', 'with an unknown name', {
    call: probe => ({ json: { username: probe.facts.unusedName(), password: 'not-the-password' } }),
    expected: [[401, 'Incorrect username or password']],
    reason: 'there is no such user',
    // Nobody has this name, so that no account counts a wrong password.
    isOwnSession: true,
  }),
  rotation,
  otherRotation,
  ending,
  ...cookieless,
]

export async function signOut(probe: ProbeContext): Promise<void> {
  for (const user of [...probe.users.values(), ...probe.extraSessions]) {
    if (user.cookies.size > 0) await probe.sender.send({ operationId: 'logout', auth: { user } })
  }
}
