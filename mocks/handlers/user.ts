import type { MockOperations } from '../handlers.gen'
import { viewProfile } from '../views/profile-view'
import { viewUser } from '../views/user-view'
import { requireVerifiedEmail } from '../world/access'
import { changePassword, changeUsername } from '../world/accounts'
import {
  hideProfile,
  isProfileOpen,
  shareProfile,
  subjectById,
  subjectOfShareLink,
  subjectOfUser,
} from '../world/profiles'
import { Refusal } from '../world/refusal'
import { endAllSessions, sessionOfAccessToken } from '../world/sessions'
import { vpnConfig } from '../world/vpn'

/** Specification, section 7, User and others. */
export const userOperations = {
  getVpnConfig: ({ world, user }) => {
    requireVerifiedEmail(user)
    const name = `flagship-${user.id}.ovpn`
    return {
      status: 200,
      body: vpnConfig(world, user),
      headers: { 'content-disposition': `attachment; filename="${name}"` },
    }
  },
  updateUsername: ({ world, user, body }) => {
    requireVerifiedEmail(user)
    return { status: 200, body: viewUser(changeUsername(world, user, body.new_username)) }
  },
  updatePassword: ({ world, user, body, headers }) => {
    requireVerifiedEmail(user)
    changePassword(world, user, body.old_password ?? undefined, body.new_password)
    // Every other device has to sign in again; this one stays.
    const token = headers.get('authorization')?.split(' ')[1] ?? ''
    endAllSessions(world, user.id, sessionOfAccessToken(world, token)?.id)
    return { status: 204 }
  },
  shareProfile: ({ world, user }) => {
    requireVerifiedEmail(user)
    return { status: 200, body: { link: shareProfile(world, user.id) } }
  },
  hideProfile: ({ world, user }) => {
    hideProfile(world, user.id)
    return { status: 204 }
  },
  getSharedProfile: ({ world, params }) => {
    const subject = subjectOfShareLink(world, params.link)
    if (!subject) throw new Refusal(404, 'user not exists')
    return { status: 200, body: viewProfile(world, subject, 'other') }
  },
  getCompetencies: ({ world, user, query }) => {
    const { user_id: id = user.id } = query
    if (id === user.id) return { status: 200, body: viewProfile(world, subjectOfUser(world, user), 'owner') }
    const subject = subjectById(world, id)
    if (!subject) throw new Refusal(404, 'user not exists')
    if (!isProfileOpen(world, user, subject)) throw new Refusal(403, 'profile is private')
    return { status: 200, body: viewProfile(world, subject, 'other') }
  },
} satisfies Partial<MockOperations>
