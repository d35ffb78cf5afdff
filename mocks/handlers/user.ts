import type { MockOperations } from '../handlers.gen'
import { requireVerifiedEmail } from '../platform/access'
import { changePassword, changeUsername } from '../platform/accounts'
import { ApiFault } from '../platform/api-fault'
import {
  canReadProfile,
  findOwnerByShareLink,
  findProfileOwner,
  getOwnerFromUser,
  hideProfile,
  shareProfile,
} from '../platform/profiles'
import { endAllSessions, findSessionByAccessToken } from '../platform/sessions'
import { createVpnConfig } from '../platform/vpn'
import { viewProfile } from '../views/profile-view'
import { viewUser } from '../views/user-view'

export const userOperations = {
  getVpnConfig: ({ db, user }) => {
    requireVerifiedEmail(user)
    const name = `flagship-${user.id}.ovpn`
    return {
      status: 200,
      body: createVpnConfig(db, user),
      headers: { 'content-disposition': `attachment; filename="${name}"` },
    }
  },
  updateUsername: ({ db, user, body }) => {
    requireVerifiedEmail(user)
    return { status: 200, body: viewUser(changeUsername(db, user, body.new_username)) }
  },
  updatePassword: ({ db, user, body, headers }) => {
    requireVerifiedEmail(user)
    changePassword(db, user, body.old_password ?? undefined, body.new_password)
    // Signs out every other device.
    const token = headers.get('authorization')?.split(' ')[1] ?? ''
    endAllSessions(db, user.id, findSessionByAccessToken(db, token)?.id)
    return { status: 204 }
  },
  shareProfile: ({ db, user }) => {
    requireVerifiedEmail(user)
    return { status: 200, body: { link: shareProfile(db, user.id) } }
  },
  hideProfile: ({ db, user }) => {
    hideProfile(db, user.id)
    return { status: 204 }
  },
  getSharedProfile: ({ db, params }) => {
    const owner = findOwnerByShareLink(db, params.link)
    if (!owner) throw new ApiFault(404, 'user not exists')
    return { status: 200, body: viewProfile(db, owner, 'other') }
  },
  getCompetencies: ({ db, user, query }) => {
    const { user_id: id = user.id } = query
    if (id === user.id) return { status: 200, body: viewProfile(db, getOwnerFromUser(db, user), 'owner') }
    const owner = findProfileOwner(db, id)
    if (!owner) throw new ApiFault(404, 'user not exists')
    if (!canReadProfile(db, user, owner)) throw new ApiFault(403, 'profile is private')
    return { status: 200, body: viewProfile(db, owner, 'other') }
  },
} satisfies Partial<MockOperations>
