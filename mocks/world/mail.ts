import { digest } from './digest'
import { mailLimit, noteMiss, secondsToWait } from './limits'
import { Refusal, tooManyAttempts } from './refusal'
import type { MailTokenRow, UserRow } from './rows'
import type { World } from './world'

/** Messages go to the world's outbox; a test or a host reads the link there, as the person would. */

const purposes = {
  verify: { subject: 'Confirm your address', path: '/__mock/verify?token=', lifetimeSeconds: 3 * 86_400 },
  reset: { subject: 'Set a new password', path: '/new-password?token=', lifetimeSeconds: 3600 },
} as const

type Purpose = MailTokenRow['purpose']

/** Throws 429 while the last message of this purpose to this person is younger than a minute. */
export function requireMailPause(world: World, user: UserRow, purpose: Purpose): void {
  const wait = secondsToWait(world, `mail:${purpose}:${user.id}`, mailLimit)
  if (wait > 0) throw tooManyAttempts(wait)
}

/** Sends a message with a secret link and starts the pause. Throws 503 when messages cannot be sent. */
export function sendLink(world: World, user: UserRow, purpose: Purpose): MailTokenRow {
  if (!world.settings.isMailWorking) throw new Refusal(503, 'failed to send email')
  const { subject, path, lifetimeSeconds } = purposes[purpose]
  const id = world.nextId('mail')
  const token = digest(32, world.seed, 'mail', purpose, user.id, id)
  const now = world.now()
  world.tables.outbox.put(id, { id, to: user.email, subject, link: `${path}${token}`, sent_at: now })
  noteMiss(world, `mail:${purpose}:${user.id}`, mailLimit)
  return world.tables.mailTokens.put(token, {
    token,
    purpose,
    user_id: user.id,
    sent_at: now,
    expires_at: now + lifetimeSeconds * 1000,
    used: false,
  })
}

/** Takes a secret out of a message, once. Undefined when it is unknown, used or too old. */
export function spendToken(world: World, token: string, purpose: Purpose): UserRow | undefined {
  const row = world.tables.mailTokens.get(token)
  if (row?.purpose !== purpose || row.used || row.expires_at <= world.now()) return undefined
  world.tables.mailTokens.patch(token, { used: true })
  return world.tables.users.get(row.user_id)
}

/** What opening the link in the message does. False for a link that is not good any more. */
export function confirmEmail(world: World, token: string): boolean {
  const user = spendToken(world, token, 'verify')
  if (user) world.tables.users.patch(user.id, { email_verified: true })
  return user !== undefined
}

/** Opens the links of messages that are old enough, where the world plays the reader too (see its settings). */
export function openDueLinks(world: World): void {
  const delay = world.settings.emailConfirmsAfterSeconds
  if (delay === null) return
  const due = world.now() - delay * 1000
  const isDue = (row: MailTokenRow) => row.purpose === 'verify' && !row.used && row.sent_at <= due
  for (const row of world.tables.mailTokens.filter(isDue)) confirmEmail(world, row.token)
}
