import type { MockOperations } from '../handlers.gen'
import { viewInviteGroup } from '../views/group-view'
import { viewUser } from '../views/user-view'
import {
  groupOfInvite,
  joinByInvite,
  registerUser,
  requestReset,
  resetPassword,
  signIn,
  signInWithLms,
} from '../world/accounts'
import { requireMailPause, sendLink } from '../world/mail'
import { Refusal } from '../world/refusal'
import {
  clearedRefreshCookie,
  endSession,
  refreshCookie,
  rotateSession,
  startSession,
  type Tokens,
} from '../world/sessions'
import type { UserRow, World } from '../world/world'

function signedIn(world: World, user: UserRow, tokens: Tokens = startSession(world, user.id)) {
  const body = { user: viewUser(user), ...tokens }
  return { status: 200 as const, body, cookies: [refreshCookie(world, tokens)] }
}

/** Specification, section 7, Authentication. */
export const authOperations = {
  login: ({ world, body }) => {
    const user = signIn(world, body.username, body.password)
    if (body.invite !== undefined) joinByInvite(world, user.id, body.invite)
    return signedIn(world, user)
  },
  completeLmsLogin: ({ world, body }) => signedIn(world, signInWithLms(world, body.code)),
  refreshSession: ({ world, cookies }) => {
    const { user, tokens } = rotateSession(world, cookies.refresh_token ?? '')
    return signedIn(world, user, tokens)
  },
  logout: ({ world, cookies }) => {
    endSession(world, cookies.refresh_token ?? '')
    return { status: 204, cookies: [clearedRefreshCookie] }
  },
  checkInvite: ({ world, params }) => ({
    status: 200,
    body: { group: viewInviteGroup(world, groupOfInvite(world, params.code)) },
  }),
  register: ({ world, body }) => {
    registerUser(world, body)
    return { status: 204 }
  },
  requestPasswordReset: ({ world, query }) => {
    requestReset(world, query.email)
    return { status: 204 }
  },
  setNewPassword: ({ world, body }) => {
    resetPassword(world, body.token, body.password)
    return { status: 204 }
  },
  requestEmailVerification: ({ world, user }) => {
    if (user.email_verified) throw new Refusal(409, 'email already verified')
    requireMailPause(world, user, 'verify')
    sendLink(world, user, 'verify')
    return { status: 204 }
  },
} satisfies Partial<MockOperations>
