import { ApiFault, tooManyAttempts } from './api-fault'
import type { Db } from './db'
import { digest } from './digest'
import { emailLimit, getRetryAfterSeconds, recordMiss } from './limits'
import type { MailTokenRow, UserRow } from './rows'

/** Emails go to the outbox table, where tests and hosts read their links. */

const purposes = {
  verify: { subject: 'Confirm your address', path: '/__mock/verify?token=', lifetimeSeconds: 3 * 86_400 },
  reset: { subject: 'Set a new password', path: '/new-password?token=', lifetimeSeconds: 3600 },
} as const

type Purpose = MailTokenRow['purpose']

/** Throws 429 within a minute of the user's last email of this purpose. */
export function requireEmailCooldown(db: Db, user: UserRow, purpose: Purpose): void {
  const wait = getRetryAfterSeconds(db, `mail:${purpose}:${user.id}`, emailLimit)
  if (wait > 0) throw tooManyAttempts(wait)
}

/** Sends an email with a secret link. Throws 503 when the mail server is down. */
export function sendEmailLink(db: Db, user: UserRow, purpose: Purpose): MailTokenRow {
  if (!db.settings.isMailWorking) throw new ApiFault(503, 'failed to send email')
  const { subject, path, lifetimeSeconds } = purposes[purpose]
  const id = db.nextId('mail')
  const token = digest(32, db.seed, 'mail', purpose, user.id, id)
  const now = db.now()
  db.tables.outbox.put(id, { id, to: user.email, subject, link: `${path}${token}`, sent_at: now })
  recordMiss(db, `mail:${purpose}:${user.id}`, emailLimit)
  return db.tables.mailTokens.put(token, {
    token,
    purpose,
    user_id: user.id,
    sent_at: now,
    expires_at: now + lifetimeSeconds * 1000,
    used: false,
  })
}

/** Uses a token once. Undefined when it is unknown, used or expired. */
export function consumeToken(db: Db, token: string, purpose: Purpose): UserRow | undefined {
  const row = db.tables.mailTokens.get(token)
  if (row?.purpose !== purpose || row.used || row.expires_at <= db.now()) return undefined
  db.tables.mailTokens.patch(token, { used: true })
  return db.tables.users.get(row.user_id)
}

/** What opening the link of the email does. False for an invalid link. */
export function confirmEmail(db: Db, token: string): boolean {
  const user = consumeToken(db, token, 'verify')
  if (user) db.tables.users.patch(user.id, { email_verified: true })
  return user !== undefined
}

/** Opens verification links automatically (see `emailConfirmsAfterSeconds`). */
export function autoConfirmEmails(db: Db): void {
  const delay = db.settings.emailConfirmsAfterSeconds
  if (delay === null) return
  const due = db.now() - delay * 1000
  const isDue = (row: MailTokenRow) => row.purpose === 'verify' && !row.used && row.sent_at <= due
  for (const row of db.tables.mailTokens.filter(isDue)) confirmEmail(db, row.token)
}
