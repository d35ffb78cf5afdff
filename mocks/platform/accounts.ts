import { endsAt } from './access'
import { ApiFault, tooManyAttempts } from './api-fault'
import type { Db } from './db'
import { loginLimit, noteMiss, secondsToWait } from './limits'
import { requireMailPause, sendLink, spendToken } from './mail'
import { hashPassword } from './passwords'
import { type Persona, personas } from './personas'
import type { UserRow } from './rows'
import { endAllSessions } from './sessions'
import { keyOf } from './tables'

/** Accounts: signing in, registration, passwords and names (specification, sections 5 and 6). */

/** How long an address may stay unconfirmed before signing in is refused. */
const unverifiedGraceDays = 14

function userByName(db: Db, username: string): UserRow | undefined {
  return db.tables.users.find(row => row.username === username)
}

function userByEmail(db: Db, email: string): UserRow | undefined {
  const wanted = email.trim().toLowerCase()
  return db.tables.users.find(row => row.email.toLowerCase() === wanted)
}

function hasPassword(db: Db, user: UserRow, password: string): boolean {
  return user.password_hash === hashPassword(db, user.id, password)
}

/**
 * The person with this name and password, both trimmed. Throws 401, 429 after too many misses, and 403 when the
 * address has stayed unconfirmed for too long (a new link is sent then).
 */
export function signIn(db: Db, username: string, password: string): UserRow {
  const name = username.trim()
  const limitKey = `login:${name}`
  const wait = secondsToWait(db, limitKey, loginLimit)
  if (wait > 0) throw tooManyAttempts(wait)
  const user = userByName(db, name)
  if (!user || !hasPassword(db, user, password.trim())) {
    noteMiss(db, limitKey, loginLimit)
    throw new ApiFault(401, 'Incorrect username or password')
  }
  if (!user.email_verified && db.now() - user.created_at > unverifiedGraceDays * 86_400_000) {
    if (db.settings.isMailWorking) sendLink(db, user, 'verify')
    throw new ApiFault(403, 'email is not verified, we sent you a link to email for verification')
  }
  return user
}

const spentCode = (code: string) => `lms-code:${code}`

/** A code that the learning-management system hands out next: good for one use, and the same until it is used. */
export function nextLmsCode({ tables }: Db): string {
  let number = 1
  while (tables.counters.get(spentCode(`${personas.lms.lmsCode}.${number}`))) number++
  return `${personas.lms.lmsCode}.${number}`
}

/**
 * The person whom the learning-management system vouches for with this code. The bare code of a persona stays
 * good, as the simulated system always hands out the same; with a dot and anything behind it, a code is spent by
 * its first use. Throws 401.
 */
export function signInWithLms(db: Db, code: string): UserRow {
  const [stem] = code.split('.')
  const known = (Object.values(personas) as readonly Persona[]).find(persona => persona.lmsCode === stem)
  const user = known && db.tables.users.get(known.id)
  const spentKey = spentCode(code)
  if (!user || db.tables.counters.get(spentKey)) throw new ApiFault(401, 'Invalid token')
  if (code !== stem) db.tables.counters.put(spentKey, { last: 1 })
  return user
}

/** The group of an invite code, which is active until the training ends (specification, section 8). Throws 404. */
export function groupOfInvite(db: Db, code: string) {
  for (const group of db.content.groups.values()) {
    if (group.inviteCode === code.trim() && db.now() < (endsAt(db, group) ?? Infinity)) return group
  }
  throw new ApiFault(404, 'Group with this invite code not found')
}

/** Joining twice is the same as joining once. Throws 404 for a code that is unknown or no longer active. */
export function joinByInvite(db: Db, userId: number, code: string): void {
  const group = groupOfInvite(db, code)
  const key = keyOf.membership(group.id, userId)
  if (db.tables.memberships.get(key)) return
  db.tables.memberships.put(key, {
    group_id: group.id,
    user_id: userId,
    is_admin: false,
    joined_at: db.now(),
  })
}

export interface Registration {
  email: string
  username: string
  password: string
  invite?: string
}

/** Makes an unverified account and sends the link. Throws 404, 409 or 503 and then makes nothing. */
export function registerUser(db: Db, { email, username, password, invite }: Registration): UserRow {
  if (invite) groupOfInvite(db, invite)
  if (userByName(db, username)) throw new ApiFault(409, 'Username already registered')
  if (userByEmail(db, email)) throw new ApiFault(409, 'User already registered')
  if (!db.settings.isMailWorking) throw new ApiFault(503, 'failed to send email')
  const id = db.nextId('user')
  const user: UserRow = {
    id,
    username,
    email: email.trim(),
    email_verified: false,
    password_hash: hashPassword(db, id, password.trim()),
    language: 'ru',
    created_at: db.now(),
  }
  db.tables.users.put(id, user)
  sendLink(db, user, 'verify')
  if (invite) joinByInvite(db, id, invite)
  return user
}

/** Sends a link to set a new password. Throws 404, 429 or 503. */
export function requestReset(db: Db, email: string): void {
  const user = userByEmail(db, email)
  if (!user) throw new ApiFault(404, 'user not exists')
  requireMailPause(db, user, 'reset')
  sendLink(db, user, 'reset')
}

function ownerOfLastingToken(db: Db, token: string): UserRow | undefined {
  const known = (Object.values(personas) as readonly Persona[]).find(persona => persona.resetToken === token)
  return known && db.tables.users.get(known.id)
}

/** Sets a password with the secret of a message and signs the person out everywhere. Throws 400. */
export function resetPassword(db: Db, token: string, password: string): void {
  const user = spendToken(db, token, 'reset') ?? ownerOfLastingToken(db, token)
  if (!user) throw new ApiFault(400, 'Invalid token')
  setPassword(db, user, password)
  endAllSessions(db, user.id)
}

/** Throws 400 when the old password is wrong; people without a password need none. */
export function changePassword(db: Db, user: UserRow, oldPassword: string | undefined, password: string) {
  if (user.password_hash !== null && !hasPassword(db, user, oldPassword?.trim() ?? '')) {
    throw new ApiFault(400, 'previous password is not valid')
  }
  setPassword(db, user, password)
}

function setPassword(db: Db, user: UserRow, password: string): void {
  db.tables.users.patch(user.id, { password_hash: hashPassword(db, user.id, password.trim()) })
}

/** Throws 409 when someone else has the name. */
export function changeUsername(db: Db, user: UserRow, username: string): UserRow {
  const owner = userByName(db, username)
  if (owner && owner.id !== user.id) throw new ApiFault(409, 'Username already registered')
  return db.tables.users.patch(user.id, { username })
}
