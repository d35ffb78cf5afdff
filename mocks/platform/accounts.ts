import { getEndTime } from './access'
import { ApiFault, tooManyAttempts } from './api-fault'
import type { Db } from './db'
import { hashPassword } from './digest'
import { getRetryAfterSeconds, loginLimit, recordMiss } from './limits'
import { consumeToken, requireEmailCooldown, sendEmailLink } from './mail'
import { type Persona, personas } from './personas'
import type { UserRow } from './rows'
import { endAllSessions } from './sessions'
import { tableKeys } from './tables'

/** Afterwards, users with an unverified email can't sign in. */
export const UNVERIFIED_GRACE_DAYS = 14

function findUserByName(db: Db, username: string): UserRow | undefined {
  return db.tables.users.find(row => row.username === username)
}

function findUserByEmail(db: Db, email: string): UserRow | undefined {
  const wanted = email.trim().toLowerCase()
  return db.tables.users.find(row => row.email.toLowerCase() === wanted)
}

function hasPassword(db: Db, user: UserRow, password: string): boolean {
  return user.password_hash === hashPassword(db, user.id, password)
}

/**
 * The user with this name and password, both trimmed. Throws 401, 429 after too many failures, and 403 when the email
 * was not verified in time (then a new link is sent).
 */
export function signIn(db: Db, username: string, password: string): UserRow {
  const name = username.trim()
  const limitKey = `login:${name}`
  const wait = getRetryAfterSeconds(db, limitKey, loginLimit)
  if (wait > 0) throw tooManyAttempts(wait)
  const user = findUserByName(db, name)
  if (!user || !hasPassword(db, user, password.trim())) {
    recordMiss(db, limitKey, loginLimit)
    throw new ApiFault(401, 'Incorrect username or password')
  }
  if (!user.email_verified && db.now() - user.created_at > UNVERIFIED_GRACE_DAYS * 86_400_000) {
    if (db.settings.isMailWorking) sendEmailLink(db, user, 'verify')
    throw new ApiFault(403, 'email is not verified, we sent you a link to email for verification')
  }
  return user
}

const usedCodeKey = (code: string) => `lms-code:${code}`

/** The next one-time code of the LMS; the same until it is used. */
export function nextLmsCode({ tables }: Db): string {
  let number = 1
  while (tables.counters.get(usedCodeKey(`${personas.lms.lmsCode}.${number}`))) number++
  return `${personas.lms.lmsCode}.${number}`
}

/**
 * The user that the LMS code stands for. A persona's bare code can be reused; with a dot and a suffix it works once.
 * Throws 401.
 */
export function signInWithLms(db: Db, code: string): UserRow {
  const [stem] = code.split('.')
  const known = (Object.values(personas) as readonly Persona[]).find(persona => persona.lmsCode === stem)
  const user = known && db.tables.users.get(known.id)
  const usedKey = usedCodeKey(code)
  if (!user || db.tables.counters.get(usedKey)) throw new ApiFault(401, 'Invalid token')
  if (code !== stem) db.tables.counters.put(usedKey, { last: 1 })
  return user
}

/** The group of an invite code, which expires when the training ends. Throws 404. */
export function findInviteGroup(db: Db, code: string) {
  for (const group of db.content.groups.values()) {
    if (group.inviteCode === code.trim() && db.now() < (getEndTime(db, group) ?? Infinity)) return group
  }
  throw new ApiFault(404, 'Group with this invite code not found')
}

/** Does nothing for members. Throws 404 for an unknown or expired code. */
export function joinByInvite(db: Db, userId: number, code: string): void {
  const group = findInviteGroup(db, code)
  const key = tableKeys.membership(group.id, userId)
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

/** Creates an unverified account and sends the link. Throws 404, 409 or 503 without creating anything. */
export function registerUser(db: Db, { email, username, password, invite }: Registration): UserRow {
  if (invite) findInviteGroup(db, invite)
  if (findUserByName(db, username)) throw new ApiFault(409, 'Username already registered')
  if (findUserByEmail(db, email)) throw new ApiFault(409, 'User already registered')
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
  sendEmailLink(db, user, 'verify')
  if (invite) joinByInvite(db, id, invite)
  return user
}

/** Sends a password reset link. Throws 404, 429 or 503. */
export function requestReset(db: Db, email: string): void {
  const user = findUserByEmail(db, email)
  if (!user) throw new ApiFault(404, 'user not exists')
  requireEmailCooldown(db, user, 'reset')
  sendEmailLink(db, user, 'reset')
}

function findDemoTokenOwner(db: Db, token: string): UserRow | undefined {
  const known = (Object.values(personas) as readonly Persona[]).find(persona => persona.resetToken === token)
  return known && db.tables.users.get(known.id)
}

/** Sets a new password with the token of a reset email and ends all sessions. Throws 400. */
export function resetPassword(db: Db, token: string, password: string): void {
  const user = consumeToken(db, token, 'reset') ?? findDemoTokenOwner(db, token)
  if (!user) throw new ApiFault(400, 'Invalid token')
  setPassword(db, user, password)
  endAllSessions(db, user.id)
}

/** Throws 400 when the old password is wrong; users without a password need none. */
export function changePassword(db: Db, user: UserRow, oldPassword: string | undefined, password: string) {
  if (user.password_hash !== null && !hasPassword(db, user, oldPassword?.trim() ?? '')) {
    throw new ApiFault(400, 'previous password is not valid')
  }
  setPassword(db, user, password)
}

function setPassword(db: Db, user: UserRow, password: string): void {
  db.tables.users.patch(user.id, { password_hash: hashPassword(db, user.id, password.trim()) })
}

/** Throws 409 when the name is taken. */
export function changeUsername(db: Db, user: UserRow, username: string): UserRow {
  const owner = findUserByName(db, username)
  if (owner && owner.id !== user.id) throw new ApiFault(409, 'Username already registered')
  return db.tables.users.patch(user.id, { username })
}
