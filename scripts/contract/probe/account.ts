import type { LooseCall } from './contract-types'
import { jsonOf, type Person, personOf } from './person'
import type { Scene } from './scene'

/** Calls by which a person may not be able to sign in any more. */
export const accountCalls: readonly string[] = ['updatePassword', 'updateUsername']

/** So many of the newest are tried: the step that has just been taken sent few. */
const mostTried = 12
const rounds = 2

/**
 * A password that differs from the old one, and that can be told by the old one alone: it is never a random one, which
 * nobody would know when a run breaks off behind it.
 */
export function otherPassword(own: string, length: number): string {
  const padded = own.padEnd(length, 'x').slice(0, length)
  return padded === own ? `${own.slice(0, -1)}${own.endsWith('x') ? 'y' : 'x'}` : padded
}

/** How a password is made from the old one, without printing what the old one holds. */
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
 * Leaves the student with the name and the password of the login, whatever the server has answered to the changes: the
 * login is tried, then everything that was sent in its place. Says in the notes when it could not be put back.
 */
export async function putAccountBack(scene: Scene): Promise<void> {
  const person = scene.people.get('student')
  const sent = accountCalls.flatMap(id => scene.sent.get(id) ?? [])
  if (!person || !('password' in person.login) || sent.length === 0) return
  const account = new Account(scene, person, person.login)
  await scene.putBack(async () => {
    for (let round = 0; round < rounds; round++) if (await account.isAsItWas()) return
    scene.lost.add(account.sayLost())
  })
  scene.isAccountInDoubt = false
}

class Account {
  private readonly scene: Scene
  private readonly person: Person
  private readonly own: { readonly username: string; readonly password: string }
  /** What let the student in last, in place of the own. */
  private known: { readonly username: string; readonly password: string } | undefined

  constructor(scene: Scene, person: Person, own: { readonly username: string; readonly password: string }) {
    this.scene = scene
    this.person = person
    this.own = own
  }

  async isAsItWas(): Promise<boolean> {
    const { own, person } = this
    if (await this.isIn(own)) return true
    // The name first: without it no password lets anybody in.
    await this.rename(person)
    if (await this.isIn(own)) return true
    const passwords = this.tried('new_password')
    for (const password of passwords) {
      await this.change(person, password)
      if (await this.isIn(own)) return true
    }
    // The server may have ended the session with the change.
    const pairs = [
      ...passwords.map(password => ({ ...own, password })),
      ...this.tried('new_username').map(username => ({ ...own, username })),
    ]
    for (const pair of pairs) {
      const again = await this.signIn(pair)
      if (!again) continue
      this.known = pair
      await this.rename(again)
      await this.change(again, pair.password)
      if (await this.isIn(own)) return true
    }
    return false
  }

  sayLost(): string {
    const { own, known } = this
    const sent = accountCalls.flatMap(id => this.scene.sent.get(id) ?? [])
    const present = known?.password ?? this.tried('new_password')[0]
    const { step } = sent.find(({ call }) => textAt(call, 'new_password') === present) ?? sent.at(-1) ?? {}
    const password = present === undefined ? 'the old one' : describePassword(own.password, present)
    const name = known && known.username !== own.username ? ` The name is now "${known.username}".` : ''
    return (
      `The account of student could not be put back after "${step}": the server lets nobody in by the old ` +
      `password. It ${known ? 'is now' : 'may now be'} ${password}.${name}`
    )
  }

  /** Whether the old name and password let the student in, under the old name. */
  private async isIn(own: { readonly username: string; readonly password: string }): Promise<boolean> {
    const again = await this.signIn(own)
    if (!again) return false
    const isNamed = again.user.username === this.person.user.username
    if (!isNamed && this.scene.sent.has('updateUsername')) await this.rename(again)
    return true
  }

  private async signIn(json: { readonly username: string; readonly password: string }) {
    const seen = await this.scene.sendPatiently({ operationId: 'login', call: { json }, by: {} })
    const status = seen.response?.status ?? 0
    if (status < 200 || status > 299) return undefined
    const { login, token, cookies, user } = this.person
    const again = personOf('student', login, seen) ?? { role: 'student', login, token, cookies, user }
    if (jsonOf(seen) !== undefined) this.scene.spares.push(again)
    return again
  }

  private async rename(person: Person): Promise<void> {
    const { username } = this.person.user
    if (username === undefined || !this.scene.sent.has('updateUsername')) return
    const call = { json: { new_username: username } }
    await this.scene.send({ operationId: 'updateUsername', call, by: { person } })
  }

  private async change(person: Person, old_password: string): Promise<void> {
    const call = { json: { old_password, new_password: this.own.password } }
    await this.scene.send({ operationId: 'updatePassword', call, by: { person } })
  }

  /** What was sent under this name and is not the student's own, the newest first. */
  private tried(name: 'new_password' | 'new_username'): string[] {
    const calls = accountCalls.flatMap(id => this.scene.sent.get(id) ?? [])
    const texts = calls.map(({ call }) => textAt(call, name)).filter(text => text !== undefined)
    const own = name === 'new_password' ? this.own.password : this.person.user.username
    return [...new Set(texts.reverse())].filter(text => text !== own).slice(0, mostTried)
  }
}

function textAt({ json }: LooseCall, name: string): string | undefined {
  const value: unknown = (json as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}
