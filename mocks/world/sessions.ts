import { digest } from './digest'
import { Refusal } from './refusal'
import type { SessionRow, UserRow } from './rows'
import type { World } from './world'

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
export function startSession(world: World, userId: number): Tokens {
  const session: SessionRow = {
    id: world.nextId('session'),
    user_id: userId,
    rotation: 1,
    revoked: false,
    expires_at: world.now() + world.settings.refreshLifetimeSeconds * 1000,
  }
  world.tables.sessions.put(session.id, session)
  return tokensOf(world, session)
}

/**
 * Exchanges the newest refresh token of a family for the next, and within the grace period the one before it for the
 * newest. Throws 401 for any other.
 */
export function rotateSession(world: World, refreshToken: string): { user: UserRow; tokens: Tokens } {
  const refused = new Refusal(401, 'Invalid refresh token')
  const [kind, id, rotation, ...rest] = refreshToken.split('_')
  const session = world.tables.sessions.get(Number(id))
  if (kind !== 'fr' || rest.length !== 1 || !session) throw refused
  if (refreshToken !== refreshTokenOf(world, session, Number(rotation))) throw refused
  if (session.revoked || session.expires_at <= world.now()) throw refused
  const user = world.tables.users.get(session.user_id)
  if (!user) throw refused
  if (Number(rotation) !== session.rotation) {
    const graceEnds = (session.rotated_at ?? Number.NaN) + world.settings.refreshGraceSeconds * 1000
    if (Number(rotation) === session.rotation - 1 && world.now() < graceEnds)
      return { user, tokens: tokensOf(world, session) }
    world.tables.sessions.patch(session.id, { revoked: true })
    throw refused
  }
  const next = world.tables.sessions.patch(session.id, {
    rotation: session.rotation + 1,
    rotated_at: world.now(),
    expires_at: world.now() + world.settings.refreshLifetimeSeconds * 1000,
  })
  return { user, tokens: tokensOf(world, next) }
}

/** Signs a device out. An older token of the family does it too. Throws 401 for an unknown or ended one. */
export function endSession(world: World, refreshToken: string): void {
  const [kind, id, rotation] = refreshToken.split('_')
  const session = world.tables.sessions.get(Number(id))
  const isOurs = session && refreshToken === refreshTokenOf(world, session, Number(rotation))
  if (kind !== 'fr' || !isOurs || session.revoked) throw new Refusal(401, 'Invalid refresh token')
  world.tables.sessions.patch(session.id, { revoked: true })
}

/** Ends every session of a person, as a changed password does. */
export function endAllSessions(world: World, userId: number, except?: number): void {
  for (const session of world.tables.sessions.filter(row => row.user_id === userId && !row.revoked)) {
    if (session.id !== except) world.tables.sessions.patch(session.id, { revoked: true })
  }
}

/** The person behind an access token, or undefined when it is unknown, expired or of an ended session. */
export function userOfAccessToken(world: World, token: string): UserRow | undefined {
  const session = sessionOfAccessToken(world, token)
  return session && world.tables.users.get(session.user_id)
}

/** The session behind an access token that is still good. */
export function sessionOfAccessToken(world: World, token: string): SessionRow | undefined {
  const [kind, id, rotation, expires] = token.split('_')
  const session = world.tables.sessions.get(Number(id))
  if (kind !== 'fa' || !session || session.revoked) return undefined
  if (token !== accessTokenOf(world, session, Number(rotation), Number(expires))) return undefined
  return Number(expires) > world.now() ? session : undefined
}

function tokensOf(world: World, session: SessionRow): Tokens {
  const expires = world.now() + world.settings.accessLifetimeSeconds * 1000
  return {
    access_token: accessTokenOf(world, session, session.rotation, expires),
    refresh_token: refreshTokenOf(world, session, session.rotation),
  }
}

function accessTokenOf(world: World, session: SessionRow, rotation: number, expires: number): string {
  const stem = `fa_${session.id}_${rotation}_${expires}`
  return `${stem}_${digest(32, world.seed, world.startedAt, stem, session.user_id)}`
}

function refreshTokenOf(world: World, session: SessionRow, rotation: number): string {
  const stem = `fr_${session.id}_${rotation}`
  return `${stem}_${digest(32, world.seed, world.startedAt, stem, session.user_id)}`
}

const cookieAttributes = 'Path=/api/auth; HttpOnly; Secure; SameSite=Strict'

/** The Set-Cookie value that carries the refresh token. */
export function refreshCookie(world: World, tokens: Tokens): string {
  return `refresh_token=${tokens.refresh_token}; Max-Age=${world.settings.refreshLifetimeSeconds}; ${cookieAttributes}`
}

/** The Set-Cookie value that removes it. */
export const clearedRefreshCookie = `refresh_token=; Max-Age=0; ${cookieAttributes}`
