import type { Profile } from '../../packages/contract/schema.gen'
import type { MockOperations } from '../handlers.gen'
import { requireVerifiedEmail } from '../platform/access'
import { changePassword, changeUsername } from '../platform/accounts'
import { ApiFault } from '../platform/api-fault'
import type { Db, UserRow } from '../platform/db'
import { digest } from '../platform/digest'
import {
  canReadProfile,
  findOwnerByShareLink,
  findProfileOwner,
  getActivity,
  getCompetency,
  getOwnerFromUser,
  getPassedExams,
  getShareLink,
  getTotals,
  hideProfile,
  isProfilePublic,
  type ProfileOwner,
  shareProfile,
} from '../platform/profiles'
import { endAllSessions, findSessionByAccessToken } from '../platform/sessions'
import { viewUser } from './views'

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

/** Only the owner sees the share link. */
function viewProfile(db: Db, owner: ProfileOwner, reader: 'owner' | 'other'): Profile {
  const competencies = db.content.competencies.map(competency => getCompetency(db, owner, competency))
  const link = getShareLink(db, owner.id)
  const { id, username, first_name, last_name } = owner
  return {
    user: { id, username, ...(first_name && { first_name }), ...(last_name && { last_name }) },
    is_public: isProfilePublic(db, owner),
    ...(reader === 'owner' && link !== undefined && { share_link: link }),
    competencies,
    totals: getTotals(db, owner),
    activity: getActivity(owner),
    exams: getPassedExams(db, owner),
  }
}

/** A personal VPN configuration with fake keys. */
function createVpnConfig(db: Db, user: UserRow): string {
  const key = digest(256, db.seed, 'vpn', user.id).replaceAll(/.{64}/g, '$&\n')
  return `# Flagship, personal configuration of user ${user.id}
client
dev tun
proto udp
remote vpn.flagship.example 1194
resolv-retry infinite
nobind
persist-key
persist-tun
remote-cert-tls server
verb 3
<tls-auth>
-----BEGIN OpenVPN Static key V1-----
${key}-----END OpenVPN Static key V1-----
</tls-auth>
`
}
