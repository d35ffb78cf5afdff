import { ApiFault } from './api-fault'
import type { Db } from './db'
import { digest } from './digest'
import type { SessionRow, UserRow } from './rows'

/**
 * Refresh tokens rotate within a family (a session). For a grace period the previous token still works and returns the
 * current one; later reuse of an old token revokes the family (openapi/paths/session.yaml).
 */

export interface Tokens {
  access_token: string
  refresh_token: string
}

/** Creates a session. */
export function startSession(db: Db, userId: number): Tokens {
  const session: SessionRow = {
    id: db.nextId('session'),
    user_id: userId,
    rotation: 1,
    revoked: false,
    expires_at: db.now() + db.settings.refreshLifetimeSeconds * 1000,
  }
  db.tables.sessions.put(session.id, session)
  return createTokens(db, session)
}

/**
 * Exchanges the newest refresh token for the next, or within the grace period the previous one for the newest. Throws
 * 401 otherwise.
 */
export function rotateSession(db: Db, refreshToken: string): { user: UserRow; tokens: Tokens } {
  const error = new ApiFault(401, 'Invalid refresh token')
  const [kind, id, rotation, ...rest] = refreshToken.split('_')
  const session = db.tables.sessions.get(Number(id))
  if (kind !== 'fr' || rest.length !== 1 || !session) throw error
  if (refreshToken !== createRefreshToken(db, session, Number(rotation))) throw error
  if (session.revoked || session.expires_at <= db.now()) throw error
  const user = db.tables.users.get(session.user_id)
  if (!user) throw error
  if (Number(rotation) !== session.rotation) {
    const graceEnds = (session.rotated_at ?? Number.NaN) + db.settings.refreshGraceSeconds * 1000
    if (Number(rotation) === session.rotation - 1 && db.now() < graceEnds)
      return { user, tokens: createTokens(db, session) }
    db.tables.sessions.patch(session.id, { revoked: true })
    throw error
  }
  const next = db.tables.sessions.patch(session.id, {
    rotation: session.rotation + 1,
    rotated_at: db.now(),
    expires_at: db.now() + db.settings.refreshLifetimeSeconds * 1000,
  })
  return { user, tokens: createTokens(db, next) }
}

/** Ends a session, also by an older token of its family. Throws 401 for an unknown or ended one. */
export function endSession(db: Db, refreshToken: string): void {
  const [kind, id, rotation] = refreshToken.split('_')
  const session = db.tables.sessions.get(Number(id))
  const isOurs = session && refreshToken === createRefreshToken(db, session, Number(rotation))
  if (kind !== 'fr' || !isOurs || session.revoked) throw new ApiFault(401, 'Invalid refresh token')
  db.tables.sessions.patch(session.id, { revoked: true })
}

/** Ends the user's sessions, as a password change does. */
export function endAllSessions(db: Db, userId: number, except?: number): void {
  for (const session of db.tables.sessions.filter(row => row.user_id === userId && !row.revoked)) {
    if (session.id !== except) db.tables.sessions.patch(session.id, { revoked: true })
  }
}

/** Undefined when the token is unknown, expired or of an ended session. */
export function findUserByAccessToken(db: Db, token: string): UserRow | undefined {
  const session = findSessionByAccessToken(db, token)
  return session && db.tables.users.get(session.user_id)
}

/** The session of a valid access token. */
export function findSessionByAccessToken(db: Db, token: string): SessionRow | undefined {
  const [kind, id, rotation, expires] = token.split('_')
  const session = db.tables.sessions.get(Number(id))
  if (kind !== 'fa' || !session || session.revoked) return undefined
  if (token !== createAccessToken(db, session, Number(rotation), Number(expires))) return undefined
  return Number(expires) > db.now() ? session : undefined
}

function createTokens(db: Db, session: SessionRow): Tokens {
  const expires = db.now() + db.settings.accessLifetimeSeconds * 1000
  return {
    access_token: createAccessToken(db, session, session.rotation, expires),
    refresh_token: createRefreshToken(db, session, session.rotation),
  }
}

function createAccessToken(db: Db, session: SessionRow, rotation: number, expires: number): string {
  const stem = `fa_${session.id}_${rotation}_${expires}`
  return `${stem}_${digest(32, db.seed, db.startedAt, stem, session.user_id)}`
}

function createRefreshToken(db: Db, session: SessionRow, rotation: number): string {
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
