import { endsAt } from './access'
import { loginLimit, noteMiss, secondsToWait } from './limits'
import { requireMailPause, sendLink, spendToken } from './mail'
import { hashPassword } from './passwords'
import { type Persona, personas } from './personas'
import { Refusal, tooManyAttempts } from './refusal'
import type { UserRow } from './rows'
import { endAllSessions } from './sessions'
import { keyOf } from './tables'
import type { World } from './world'

/** Accounts: signing in, registration, passwords and names (specification, sections 5 and 6). */

/** How long an address may stay unconfirmed before signing in is refused. */
const unverifiedGraceDays = 14

function userByName(world: World, username: string): UserRow | undefined {
  return world.tables.users.find(row => row.username === username)
}

function userByEmail(world: World, email: string): UserRow | undefined {
  const wanted = email.trim().toLowerCase()
  return world.tables.users.find(row => row.email.toLowerCase() === wanted)
}

function hasPassword(world: World, user: UserRow, password: string): boolean {
  return user.password_hash === hashPassword(world, user.id, password)
}

/**
 * The person with this name and password, both trimmed. Throws 401, 429 after too many misses, and 403 when the
 * address has stayed unconfirmed for too long (a new link is sent then).
 */
export function signIn(world: World, username: string, password: string): UserRow {
  const name = username.trim()
  const limitKey = `login:${name}`
  const wait = secondsToWait(world, limitKey, loginLimit)
  if (wait > 0) throw tooManyAttempts(wait)
  const user = userByName(world, name)
  if (!user || !hasPassword(world, user, password.trim())) {
    noteMiss(world, limitKey, loginLimit)
    throw new Refusal(401, 'Incorrect username or password')
  }
  if (!user.email_verified && world.now() - user.created_at > unverifiedGraceDays * 86_400_000) {
    if (world.settings.isMailWorking) sendLink(world, user, 'verify')
    throw new Refusal(403, 'email is not verified, we sent you a link to email for verification')
  }
  return user
}

const spentCode = (code: string) => `lms-code:${code}`

/** A code that the learning-management system hands out next: good for one use, and the same until it is used. */
export function nextLmsCode({ tables }: World): string {
  let number = 1
  while (tables.counters.get(spentCode(`${personas.lms.lmsCode}.${number}`))) number++
  return `${personas.lms.lmsCode}.${number}`
}

/**
 * The person whom the learning-management system vouches for with this code. The bare code of a persona stays
 * good, as the simulated system always hands out the same; with a dot and anything behind it, a code is spent by
 * its first use. Throws 401.
 */
export function signInWithLms(world: World, code: string): UserRow {
  const [stem] = code.split('.')
  const known = (Object.values(personas) as readonly Persona[]).find(persona => persona.lmsCode === stem)
  const user = known && world.tables.users.get(known.id)
  const spentKey = spentCode(code)
  if (!user || world.tables.counters.get(spentKey)) throw new Refusal(401, 'Invalid token')
  if (code !== stem) world.tables.counters.put(spentKey, { last: 1 })
  return user
}

/** The group of an invite code, which is active until the training ends (specification, section 8). Throws 404. */
export function groupOfInvite(world: World, code: string) {
  for (const group of world.content.groups.values()) {
    if (group.inviteCode === code.trim() && world.now() < (endsAt(world, group) ?? Infinity)) return group
  }
  throw new Refusal(404, 'Group with this invite code not found')
}

/** Joining twice is the same as joining once. Throws 404 for a code that is unknown or no longer active. */
export function joinByInvite(world: World, userId: number, code: string): void {
  const group = groupOfInvite(world, code)
  const key = keyOf.membership(group.id, userId)
  if (world.tables.memberships.get(key)) return
  world.tables.memberships.put(key, {
    group_id: group.id,
    user_id: userId,
    is_admin: false,
    joined_at: world.now(),
  })
}

export interface Registration {
  email: string
  username: string
  password: string
  invite?: string
}

/** Makes an unverified account and sends the link. Throws 404, 409 or 503 and then makes nothing. */
export function registerUser(world: World, { email, username, password, invite }: Registration): UserRow {
  if (invite) groupOfInvite(world, invite)
  if (userByName(world, username)) throw new Refusal(409, 'Username already registered')
  if (userByEmail(world, email)) throw new Refusal(409, 'User already registered')
  if (!world.settings.isMailWorking) throw new Refusal(503, 'failed to send email')
  const id = world.nextId('user')
  const user: UserRow = {
    id,
    username,
    email: email.trim(),
    email_verified: false,
    password_hash: hashPassword(world, id, password.trim()),
    language: 'ru',
    created_at: world.now(),
  }
  world.tables.users.put(id, user)
  sendLink(world, user, 'verify')
  if (invite) joinByInvite(world, id, invite)
  return user
}

/** Sends a link to set a new password. Throws 404, 429 or 503. */
export function requestReset(world: World, email: string): void {
  const user = userByEmail(world, email)
  if (!user) throw new Refusal(404, 'user not exists')
  requireMailPause(world, user, 'reset')
  sendLink(world, user, 'reset')
}

function ownerOfLastingToken(world: World, token: string): UserRow | undefined {
  const known = (Object.values(personas) as readonly Persona[]).find(persona => persona.resetToken === token)
  return known && world.tables.users.get(known.id)
}

/** Sets a password with the secret of a message and signs the person out everywhere. Throws 400. */
export function resetPassword(world: World, token: string, password: string): void {
  const user = spendToken(world, token, 'reset') ?? ownerOfLastingToken(world, token)
  if (!user) throw new Refusal(400, 'Invalid token')
  setPassword(world, user, password)
  endAllSessions(world, user.id)
}

/** Throws 400 when the old password is wrong; people without a password need none. */
export function changePassword(
  world: World,
  user: UserRow,
  oldPassword: string | undefined,
  password: string,
) {
  if (user.password_hash !== null && !hasPassword(world, user, oldPassword?.trim() ?? '')) {
    throw new Refusal(400, 'previous password is not valid')
  }
  setPassword(world, user, password)
}

function setPassword(world: World, user: UserRow, password: string): void {
  world.tables.users.patch(user.id, { password_hash: hashPassword(world, user.id, password.trim()) })
}

/** Throws 409 when someone else has the name. */
export function changeUsername(world: World, user: UserRow, username: string): UserRow {
  const owner = userByName(world, username)
  if (owner && owner.id !== user.id) throw new Refusal(409, 'Username already registered')
  return world.tables.users.patch(user.id, { username })
}
