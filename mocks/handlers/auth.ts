import type { MockOperations } from '../handlers.gen'
import {
  findInviteGroup,
  joinByInvite,
  registerUser,
  requestReset,
  resetPassword,
  signIn,
  signInWithLms,
} from '../platform/accounts'
import { ApiFault } from '../platform/api-fault'
import type { Db, UserRow } from '../platform/db'
import { requireEmailCooldown, sendEmailLink } from '../platform/mail'
import {
  clearedRefreshCookie,
  endSession,
  refreshCookie,
  rotateSession,
  startSession,
  type Tokens,
} from '../platform/sessions'
import { viewInviteGroup, viewUser } from './views'

function signInResponse(db: Db, user: UserRow, tokens: Tokens = startSession(db, user.id)) {
  const body = { user: viewUser(user), ...tokens }
  return { status: 200 as const, body, cookies: [refreshCookie(db, tokens)] }
}

export const authOperations = {
  login: ({ db, body }) => {
    const user = signIn(db, body.username, body.password)
    if (body.invite !== undefined) joinByInvite(db, user.id, body.invite)
    return signInResponse(db, user)
  },
  completeLmsLogin: ({ db, body }) => signInResponse(db, signInWithLms(db, body.code)),
  refreshSession: ({ db, cookies }) => {
    const { user, tokens } = rotateSession(db, cookies.refresh_token ?? '')
    return signInResponse(db, user, tokens)
  },
  logout: ({ db, cookies }) => {
    endSession(db, cookies.refresh_token ?? '')
    return { status: 204, cookies: [clearedRefreshCookie] }
  },
  checkInvite: ({ db, params }) => ({
    status: 200,
    body: { group: viewInviteGroup(db, findInviteGroup(db, params.code)) },
  }),
  register: ({ db, body }) => {
    registerUser(db, body)
    return { status: 204 }
  },
  requestPasswordReset: ({ db, query }) => {
    requestReset(db, query.email)
    return { status: 204 }
  },
  setNewPassword: ({ db, body }) => {
    resetPassword(db, body.token, body.password)
    return { status: 204 }
  },
  requestEmailVerification: ({ db, user }) => {
    if (user.email_verified) throw new ApiFault(409, 'email already verified')
    requireEmailCooldown(db, user, 'verify')
    sendEmailLink(db, user, 'verify')
    return { status: 204 }
  },
} satisfies Partial<MockOperations>
