import { ApiFault, tooManyAttempts } from './api-fault'
import type { Db } from './db'
import { digest } from './digest'
import { mailLimit, noteMiss, secondsToWait } from './limits'
import type { MailTokenRow, UserRow } from './rows'

/** Messages go to the database's outbox; a test or a host reads the link there, as the person would. */

const purposes = {
  verify: { subject: 'Confirm your address', path: '/__mock/verify?token=', lifetimeSeconds: 3 * 86_400 },
  reset: { subject: 'Set a new password', path: '/new-password?token=', lifetimeSeconds: 3600 },
} as const

type Purpose = MailTokenRow['purpose']

/** Throws 429 while the last message of this purpose to this person is younger than a minute. */
export function requireMailPause(db: Db, user: UserRow, purpose: Purpose): void {
  const wait = secondsToWait(db, `mail:${purpose}:${user.id}`, mailLimit)
  if (wait > 0) throw tooManyAttempts(wait)
}

/** Sends a message with a secret link and starts the pause. Throws 503 when messages cannot be sent. */
export function sendLink(db: Db, user: UserRow, purpose: Purpose): MailTokenRow {
  if (!db.settings.isMailWorking) throw new ApiFault(503, 'failed to send email')
  const { subject, path, lifetimeSeconds } = purposes[purpose]
  const id = db.nextId('mail')
  const token = digest(32, db.seed, 'mail', purpose, user.id, id)
  const now = db.now()
  db.tables.outbox.put(id, { id, to: user.email, subject, link: `${path}${token}`, sent_at: now })
  noteMiss(db, `mail:${purpose}:${user.id}`, mailLimit)
  return db.tables.mailTokens.put(token, {
    token,
    purpose,
    user_id: user.id,
    sent_at: now,
    expires_at: now + lifetimeSeconds * 1000,
    used: false,
  })
}

/** Takes a secret out of a message, once. Undefined when it is unknown, used or too old. */
export function spendToken(db: Db, token: string, purpose: Purpose): UserRow | undefined {
  const row = db.tables.mailTokens.get(token)
  if (row?.purpose !== purpose || row.used || row.expires_at <= db.now()) return undefined
  db.tables.mailTokens.patch(token, { used: true })
  return db.tables.users.get(row.user_id)
}

/** What opening the link in the message does. False for a link that is not good any more. */
export function confirmEmail(db: Db, token: string): boolean {
  const user = spendToken(db, token, 'verify')
  if (user) db.tables.users.patch(user.id, { email_verified: true })
  return user !== undefined
}

/** Opens the links of messages that are old enough, where the database plays the reader too (see its settings). */
export function openDueLinks(db: Db): void {
  const delay = db.settings.emailConfirmsAfterSeconds
  if (delay === null) return
  const due = db.now() - delay * 1000
  const isDue = (row: MailTokenRow) => row.purpose === 'verify' && !row.used && row.sent_at <= due
  for (const row of db.tables.mailTokens.filter(isDue)) confirmEmail(db, row.token)
}
