import type { AnyCall } from './facts'
import type { ProbeContext } from './probe-context'
import { ACCOUNT_OPERATIONS } from './probe-request'
import { type ProbeUser, parseJson, toProbeUser } from './probe-user'

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
  const sent = ACCOUNT_OPERATIONS.flatMap(id => probe.sent.get(id) ?? [])
  if (!user || !('password' in user.login) || sent.length === 0) return
  const account = new Account(probe, user, user.login)
  await probe.restore(async () => {
    for (let round = 0; round < MAX_ROUNDS; round++) if (await account.tryRestore()) return
    probe.restoreFailures.add(account.describeLoss())
  })
  probe.isAccountDirty = false
}

class Account {
  private readonly probe: ProbeContext
  private readonly user: ProbeUser
  private readonly own: { readonly username: string; readonly password: string }
  /** The last credentials that worked instead of the original ones. */
  private known: { readonly username: string; readonly password: string } | undefined

  constructor(
    probe: ProbeContext,
    user: ProbeUser,
    own: { readonly username: string; readonly password: string },
  ) {
    this.probe = probe
    this.user = user
    this.own = own
  }

  async tryRestore(): Promise<boolean> {
    const { own, user } = this
    if (await this.canSignIn(own)) return true
    // The name first: without it no password works.
    await this.rename(user)
    if (await this.canSignIn(own)) return true
    const passwords = this.sentValues('new_password')
    for (const password of passwords) {
      await this.change(user, password)
      if (await this.canSignIn(own)) return true
    }
    // The server may have ended the session with the change.
    const pairs = [
      ...passwords.map(password => ({ ...own, password })),
      ...this.sentValues('new_username').map(username => ({ ...own, username })),
    ]
    for (const pair of pairs) {
      const again = await this.signIn(pair)
      if (!again) continue
      this.known = pair
      await this.rename(again)
      await this.change(again, pair.password)
      if (await this.canSignIn(own)) return true
    }
    return false
  }

  describeLoss(): string {
    const { own, known } = this
    const sent = ACCOUNT_OPERATIONS.flatMap(id => this.probe.sent.get(id) ?? [])
    const present = known?.password ?? this.sentValues('new_password')[0]
    const { step } = sent.find(({ call }) => textAt(call, 'new_password') === present) ?? sent.at(-1) ?? {}
    const password = present === undefined ? 'the old one' : describePassword(own.password, present)
    const name = known && known.username !== own.username ? ` The name is now "${known.username}".` : ''
    return (
      `The account of student could not be restored after "${step}": the server no longer accepts the old ` +
      `password. It ${known ? 'is now' : 'may now be'} ${password}.${name}`
    )
  }

  /** Whether the original name and password work. */
  private async canSignIn(own: { readonly username: string; readonly password: string }): Promise<boolean> {
    const again = await this.signIn(own)
    if (!again) return false
    const isNamed = again.profile.username === this.user.profile.username
    if (!isNamed && this.probe.sent.has('updateUsername')) await this.rename(again)
    return true
  }

  private async signIn(json: { readonly username: string; readonly password: string }) {
    const seen = await this.probe.sendWithRetry({ operationId: 'login', call: { json } })
    const status = seen.response?.status ?? 0
    if (status < 200 || status > 299) return undefined
    const { login, token, cookies, profile } = this.user
    const again = toProbeUser('student', login, seen) ?? {
      role: 'student',
      login,
      token,
      cookies,
      profile: profile,
    }
    if (parseJson(seen) !== undefined) this.probe.extraSessions.push(again)
    return again
  }

  private async rename(user: ProbeUser): Promise<void> {
    const { username } = this.user.profile
    if (username === undefined || !this.probe.sent.has('updateUsername')) return
    const call = { json: { new_username: username } }
    await this.probe.send({ operationId: 'updateUsername', call, auth: { user } })
  }

  private async change(user: ProbeUser, old_password: string): Promise<void> {
    const call = { json: { old_password, new_password: this.own.password } }
    await this.probe.send({ operationId: 'updatePassword', call, auth: { user } })
  }

  /** Values sent under this name except the original, newest first. */
  private sentValues(name: 'new_password' | 'new_username'): string[] {
    const calls = ACCOUNT_OPERATIONS.flatMap(id => this.probe.sent.get(id) ?? [])
    const values = calls.map(({ call }) => textAt(call, name)).filter(text => text !== undefined)
    const own = name === 'new_password' ? this.own.password : this.user.profile.username
    return [...new Set(values.reverse())].filter(text => text !== own).slice(0, MAX_CANDIDATES)
  }
}

function textAt({ json }: AnyCall, name: string): string | undefined {
  const value: unknown = (json as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}
