import { ApiFault } from './api-fault'
import type { Db } from './db'
import { digest } from './digest'
import type { SessionRow, UserRow } from './rows'

/**
 * Access tokens are short-lived and state themselves whose they are; refresh tokens rotate within a family. The previous
 * one stays good for a grace period, in which it brings the current one again; any later use of an old one revokes the
 * whole family (openapi/paths/session.yaml).
 */

export interface Tokens {
  access_token: string
  refresh_token: string
}

/** Signs a device in. */
export function startSession(db: Db, userId: number): Tokens {
  const session: SessionRow = {
    id: db.nextId('session'),
    user_id: userId,
    rotation: 1,
    revoked: false,
    expires_at: db.now() + db.settings.refreshLifetimeSeconds * 1000,
  }
  db.tables.sessions.put(session.id, session)
  return tokensOf(db, session)
}

/**
 * Exchanges the newest refresh token of a family for the next, and within the grace period the one before it for the
 * newest. Throws 401 for any other.
 */
export function rotateSession(db: Db, refreshToken: string): { user: UserRow; tokens: Tokens } {
  const refused = new ApiFault(401, 'Invalid refresh token')
  const [kind, id, rotation, ...rest] = refreshToken.split('_')
  const session = db.tables.sessions.get(Number(id))
  if (kind !== 'fr' || rest.length !== 1 || !session) throw refused
  if (refreshToken !== refreshTokenOf(db, session, Number(rotation))) throw refused
  if (session.revoked || session.expires_at <= db.now()) throw refused
  const user = db.tables.users.get(session.user_id)
  if (!user) throw refused
  if (Number(rotation) !== session.rotation) {
    const graceEnds = (session.rotated_at ?? Number.NaN) + db.settings.refreshGraceSeconds * 1000
    if (Number(rotation) === session.rotation - 1 && db.now() < graceEnds)
      return { user, tokens: tokensOf(db, session) }
    db.tables.sessions.patch(session.id, { revoked: true })
    throw refused
  }
  const next = db.tables.sessions.patch(session.id, {
    rotation: session.rotation + 1,
    rotated_at: db.now(),
    expires_at: db.now() + db.settings.refreshLifetimeSeconds * 1000,
  })
  return { user, tokens: tokensOf(db, next) }
}

/** Signs a device out. An older token of the family does it too. Throws 401 for an unknown or ended one. */
export function endSession(db: Db, refreshToken: string): void {
  const [kind, id, rotation] = refreshToken.split('_')
  const session = db.tables.sessions.get(Number(id))
  const isOurs = session && refreshToken === refreshTokenOf(db, session, Number(rotation))
  if (kind !== 'fr' || !isOurs || session.revoked) throw new ApiFault(401, 'Invalid refresh token')
  db.tables.sessions.patch(session.id, { revoked: true })
}

/** Ends every session of a person, as a changed password does. */
export function endAllSessions(db: Db, userId: number, except?: number): void {
  for (const session of db.tables.sessions.filter(row => row.user_id === userId && !row.revoked)) {
    if (session.id !== except) db.tables.sessions.patch(session.id, { revoked: true })
  }
}

/** The person behind an access token, or undefined when it is unknown, expired or of an ended session. */
export function userOfAccessToken(db: Db, token: string): UserRow | undefined {
  const session = sessionOfAccessToken(db, token)
  return session && db.tables.users.get(session.user_id)
}

/** The session behind an access token that is still good. */
export function sessionOfAccessToken(db: Db, token: string): SessionRow | undefined {
  const [kind, id, rotation, expires] = token.split('_')
  const session = db.tables.sessions.get(Number(id))
  if (kind !== 'fa' || !session || session.revoked) return undefined
  if (token !== accessTokenOf(db, session, Number(rotation), Number(expires))) return undefined
  return Number(expires) > db.now() ? session : undefined
}

function tokensOf(db: Db, session: SessionRow): Tokens {
  const expires = db.now() + db.settings.accessLifetimeSeconds * 1000
  return {
    access_token: accessTokenOf(db, session, session.rotation, expires),
    refresh_token: refreshTokenOf(db, session, session.rotation),
  }
}

function accessTokenOf(db: Db, session: SessionRow, rotation: number, expires: number): string {
  const stem = `fa_${session.id}_${rotation}_${expires}`
  return `${stem}_${digest(32, db.seed, db.startedAt, stem, session.user_id)}`
}

function refreshTokenOf(db: Db, session: SessionRow, rotation: number): string {
  const stem = `fr_${session.id}_${rotation}`
  return `${stem}_${digest(32, db.seed, db.startedAt, stem, session.user_id)}`
}

const cookieAttributes = 'Path=/api/auth; HttpOnly; Secure; SameSite=Strict'

/** The Set-Cookie value that carries the refresh token. */
export function refreshCookie(db: Db, tokens: Tokens): string {
  return `refresh_token=${tokens.refresh_token}; Max-Age=${db.settings.refreshLifetimeSeconds}; ${cookieAttributes}`
}

/** The Set-Cookie value that removes it. */
export const clearedRefreshCookie = `refresh_token=; Max-Age=0; ${cookieAttributes}`
