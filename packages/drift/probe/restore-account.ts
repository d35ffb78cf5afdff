import type { AnyCall } from './facts'
import type { ProbeContext } from './probe-context'
import { ACCOUNT_OPERATIONS } from './probe-request'
import { type ProbeUser, parseJson, toProbeUser } from './probe-user'

type Credentials = { readonly username: string; readonly password: string }

/** Only the newest values are tried, since a step sends few. */
const MAX_CANDIDATES = 12
const MAX_ROUNDS = 2

/**
 * Derived from the old password instead of random, so that the user can get it if the run breaks
 * off.
 */
export function derivePassword(own: string, length: number): string {
  const padded = own.padEnd(length, 'x').slice(0, length)
  return padded === own ? `${own.slice(0, -1)}${own.endsWith('x') ? 'y' : 'x'}` : padded
}

/** Describes a derived password without printing the old one. */
export function describePassword(own: string, present: string): string {
  let length = 0
  while (length < own.length && own[length] === present[length]) length++
  if (length < 4) return 'one that the step sends, whatever the old one was'
  const start = length === own.length ? 'the old one' : `the first ${length} characters of the old one`
  const rest = present.slice(length)
  if (rest === '') return start
  const [letter = ''] = rest
  const isRun = rest === letter.repeat(rest.length)
  return `${start} and then ${isRun ? `${rest.length} times "${letter}"` : `"${rest}"`}`
}

/**
 * Restores the student's name and password whatever the server responded: tries the login, then every value
 * that was sent. Notes it if this fails.
 */
export async function restoreAccount(probe: ProbeContext): Promise<void> {
  const user = probe.users.get('student')
  const sent = ACCOUNT_OPERATIONS.flatMap(id => probe.sender.sent.get(id) ?? [])
  if (!user || !('password' in user.login) || sent.length === 0) return
  const account = openAccount(probe, user, user.login)
  await probe.sender.restore(async () => {
    for (let round = 0; round < MAX_ROUNDS; round++) if (await account.tryRestore()) return
    probe.findings.restoreFailures.add(account.describeLoss())
  })
  probe.sender.isAccountDirty = false
}

/** Tries to restore a student's account; `own` is its original login. */
function openAccount(probe: ProbeContext, user: ProbeUser, own: Credentials) {
  /** The last credentials that worked instead of the original ones. */
  let known: Credentials | undefined

  async function tryRestore(): Promise<boolean> {
    if (await canSignIn()) return true
    // The name first: without it no password works.
    await rename(user)
    if (await canSignIn()) return true
    const passwords = sentValues('new_password')
    for (const password of passwords) {
      await change(user, password)
      if (await canSignIn()) return true
    }
    // The server may have ended the session with the change.
    const pairs = [
      ...passwords.map(password => ({ ...own, password })),
      ...sentValues('new_username').map(username => ({ ...own, username })),
    ]
    for (const pair of pairs) {
      const again = await signIn(pair)
      if (!again) continue
      known = pair
      await rename(again)
      await change(again, pair.password)
      if (await canSignIn()) return true
    }
    return false
  }

  function describeLoss(): string {
    const sent = ACCOUNT_OPERATIONS.flatMap(id => probe.sender.sent.get(id) ?? [])
    const present = known?.password ?? sentValues('new_password')[0]
    const { step } = sent.find(({ call }) => textAt(call, 'new_password') === present) ?? sent.at(-1) ?? {}
    const password = present === undefined ? 'the old one' : describePassword(own.password, present)
    const name = known && known.username !== own.username ? ` The name is now "${known.username}".` : ''
    return (
      `The account of student could not be restored after "${step}": the server no longer accepts the old ` +
      `password. It ${known ? 'is now' : 'may now be'} ${password}.${name}`
    )
  }

  /** Whether the original name and password work. */
  async function canSignIn(): Promise<boolean> {
    const again = await signIn(own)
    if (!again) return false
    const isNamed = again.profile.username === user.profile.username
    if (!isNamed && probe.sender.sent.has('updateUsername')) await rename(again)
    return true
  }

  async function signIn(json: Credentials) {
    const seen = await probe.sender.sendWithRetry({ operationId: 'login', call: { json } })
    const status = seen.response?.status ?? 0
    if (status < 200 || status > 299) return undefined
    const { login, token, cookies, profile } = user
    const same: ProbeUser = { role: 'student', login, token, cookies, profile }
    const again = toProbeUser('student', login, seen) ?? same
    if (parseJson(seen) !== undefined) probe.extraSessions.push(again)
    return again
  }

  async function rename(session: ProbeUser): Promise<void> {
    const { username } = user.profile
    if (username === undefined || !probe.sender.sent.has('updateUsername')) return
    const call = { json: { new_username: username } }
    await probe.sender.send({ operationId: 'updateUsername', call, auth: { user: session } })
  }

  async function change(session: ProbeUser, old_password: string): Promise<void> {
    const call = { json: { old_password, new_password: own.password } }
    await probe.sender.send({ operationId: 'updatePassword', call, auth: { user: session } })
  }

  /** Values sent under this name except the original, newest first. */
  function sentValues(name: 'new_password' | 'new_username'): string[] {
    const calls = ACCOUNT_OPERATIONS.flatMap(id => probe.sender.sent.get(id) ?? [])
    const values = calls.map(({ call }) => textAt(call, name)).filter(text => text !== undefined)
    const original = name === 'new_password' ? own.password : user.profile.username
    return [...new Set(values.reverse())].filter(text => text !== original).slice(0, MAX_CANDIDATES)
  }

  return { tryRestore, describeLoss }
}

function textAt({ json }: AnyCall, name: string): string | undefined {
  const value: unknown = (json as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}
