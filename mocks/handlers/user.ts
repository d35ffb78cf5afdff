import type { MockOperations } from '../handlers.gen'
import { requireVerifiedEmail } from '../platform/access'
import { changePassword, changeUsername } from '../platform/accounts'
import { ApiFault } from '../platform/api-fault'
import {
  hideProfile,
  isProfileOpen,
  shareProfile,
  subjectById,
  subjectOfShareLink,
  subjectOfUser,
} from '../platform/profiles'
import { endAllSessions, sessionOfAccessToken } from '../platform/sessions'
import { vpnConfig } from '../platform/vpn'
import { viewProfile } from '../views/profile-view'
import { viewUser } from '../views/user-view'

/** Specification, section 7, User and others. */
export const userOperations = {
  getVpnConfig: ({ db, user }) => {
    requireVerifiedEmail(user)
    const name = `flagship-${user.id}.ovpn`
    return {
      status: 200,
      body: vpnConfig(db, user),
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
    // Every other device has to sign in again; this one stays.
    const token = headers.get('authorization')?.split(' ')[1] ?? ''
    endAllSessions(db, user.id, sessionOfAccessToken(db, token)?.id)
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
    const subject = subjectOfShareLink(db, params.link)
    if (!subject) throw new ApiFault(404, 'user not exists')
    return { status: 200, body: viewProfile(db, subject, 'other') }
  },
  getCompetencies: ({ db, user, query }) => {
    const { user_id: id = user.id } = query
    if (id === user.id) return { status: 200, body: viewProfile(db, subjectOfUser(db, user), 'owner') }
    const subject = subjectById(db, id)
    if (!subject) throw new ApiFault(404, 'user not exists')
    if (!isProfileOpen(db, user, subject)) throw new ApiFault(403, 'profile is private')
    return { status: 200, body: viewProfile(db, subject, 'other') }
  },
} satisfies Partial<MockOperations>
