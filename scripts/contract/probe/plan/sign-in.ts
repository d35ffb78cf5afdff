import { objectAt } from '../../../lib/json'
import { readBody } from '../../../lib/judge/case'
import { type Exchange, headerOf, textOf } from '../../../lib/judge/exchange'
import { demandsToken } from '../../../lib/judge/token-demand'
import { hideByShape, maskText } from '../../../lib/masking/mask-value'
import { jsonOf, personOf } from '../person'
import { ProbeLoginFailed, ProbeUnreachable } from '../probe-errors'
import { roles } from '../probe-options'
import type { Scene } from '../scene'

/**
 * The first contact: is there a server of the contract, and can the people sign in? Throws ProbeUnreachable or
 * ProbeLoginFailed when nothing can be learnt; what is drift is kept and said, and the rest is tried.
 */
export async function signIn(scene: Scene): Promise<void> {
  const { logins, baseUrl } = scene.options
  scene.step = 'first contact'
  const first = await scene.send({ operationId: 'listGroups', call: {}, by: {} })
  if (!first.response) throw new ProbeUnreachable(`Nothing answers at ${baseUrl}.`)
  const isStudentKnown = logins.student !== undefined
  if (!isStudentKnown) checkPage(first, baseUrl)
  for (const role of roles) {
    const login = logins[role]
    if (!login) continue
    if ('token' in login)
      scene.people.set(role, { role, login, token: login.token, cookies: new Map(), user: {} })
    else {
      const { username, password } = login
      scene.step = `login: as ${role}`
      const call = { json: { username, password } }
      const seen = await scene.sendPatiently({ operationId: 'login', call, by: {} })
      if (role === 'student') {
        await checkBasePath(scene, first, seen)
        checkLogin(scene, first, seen)
      } else if (isRefused(scene, seen)) {
        scene.notes.push(
          `The login of ${role} was refused (${seen.response?.status}); what only ${role} can show is skipped.`,
        )
        continue
      }
      scene.judge(seen, {
        operationId: 'login',
        outcomes: [{ status: 200 }],
        because: 'the password is right',
      })
      const person = personOf(role, login, seen)
      if (person) scene.people.set(role, person)
      else
        scene.notes.push(
          `The answer to the login of ${role} holds no access token; what only ${role} can show is skipped.`,
        )
    }
  }
}

/** The first mistake of everybody: the server's address without the base path of the contract. Throws ProbeUnreachable. */
async function checkBasePath(scene: Scene, first: Exchange, seen: Exchange): Promise<void> {
  const { baseUrl } = scene.options
  const isAbsent = [first, seen].every(({ response }) => response?.status === 404 || response?.status === 405)
  if (!isAbsent || /\/api\/*$/.test(baseUrl)) return
  const elsewhere = `${baseUrl.replace(/\/+$/, '')}/api`
  const there = await scene.askAt(`/api${scene.operation('listGroups').path}`, 'listGroups')
  if (!there.response || there.response.status === 404 || there.response.status >= 500 || isPage(there))
    return
  throw new ProbeUnreachable(
    `Is /api missing from --url? No call of the contract is known at ${baseUrl} (GET /groups and POST /auth/login answer ${first.response?.status}), but GET /groups is at ${elsewhere}.`,
  )
}

function checkLogin(scene: Scene, first: Exchange, seen: Exchange): void {
  const { baseUrl } = scene.options
  if (!seen.response) throw new ProbeUnreachable(`${baseUrl} broke the connection at the login.`)
  const { status } = seen.response
  if (isPage(seen) && isPage(first)) {
    throw new ProbeLoginFailed(
      `${baseUrl} answers web pages (HTML) instead of JSON, the login too: a proxy or another site stands there.`,
    )
  }
  if (status === 404 && first.response?.status === 404 && !isPage(seen)) sayMoved(scene, seen)
  if (isRefused(scene, seen)) {
    const detail = detailOf(scene, seen)
    throw new ProbeLoginFailed(
      `The login of student was refused with ${status}${detail === undefined ? '' : `: ${detail}`}.`,
    )
  }
}

/**
 * What a wrong password, a locked account or a limit looks like; the contract's server is right to answer it. A framework
 * that wants a token for the login itself says so in words of its own: that is drift.
 */
function isRefused(scene: Scene, { response }: Exchange): boolean {
  if (!response || ![401, 403, 429].includes(response.status)) return false
  return !demandsToken({ operation: scene.operation('login'), response, body: readBody(response) })
}

/** In the server's own words, which may repeat what it was sent. */
function detailOf(scene: Scene, seen: Exchange): string | undefined {
  const { detail } = objectAt(jsonOf(seen))
  return detail === undefined
    ? undefined
    : maskText(String(detail), scene.secrets(), hideByShape).slice(0, 200)
}

function sayMoved(scene: Scene, seen: Exchange): void {
  scene.observeAnywhere(
    'DR03',
    'base path',
    `The calls of the contract are expected below ${scene.options.baseUrl}; GET /groups and POST /auth/login both answer 404 there.`,
    seen,
  )
  scene.notes.push(
    `Every call answers 404 below ${scene.options.baseUrl}; look whether the address is the API's base path.`,
  )
}

function checkPage(first: Exchange, baseUrl: string): void {
  if (isPage(first))
    throw new ProbeUnreachable(
      `${baseUrl} answers web pages (HTML) instead of JSON: a proxy or another site stands there.`,
    )
}

function isPage({ response }: Exchange): boolean {
  if (!response) return false
  const type = headerOf(response.headers, 'content-type') ?? ''
  return type.startsWith('text/html') || /^\s*<(!doctype|html)/i.test(textOf(response.body?.subarray(0, 200)))
}
