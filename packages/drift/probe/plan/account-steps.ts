import { driftIds } from '../../../contract/validator/drift-ids'
import { isOpen } from '../facts'
import type { ProbeContext } from '../probe-context'
import { requireValue } from '../probe-options'
import { toProbeUser } from '../probe-user'
import { derivePassword } from '../restore-account'
import { actAs, type Step, step } from '../step'
import { checkName, checkRenamed } from './profile-relations'
import { getPassword, TOO_MANY } from './user-steps'

/** Limits of a username: every kind of character, the shortest, the longest. */
const names = (nonce: string): readonly string[] => [
  `${nonce}-_`,
  `Ёжик_${nonce}`,
  nonce.slice(-1),
  `${nonce}${'x'.repeat(150 - nonce.length)}`,
]

const username: Step = {
  name: 'updateUsername: through the boundary values and back',
  operations: ['updateUsername', 'getCompetencies'],
  isSmoke: true,
  run: async probe => {
    const user = probe.user('student')
    const own = requireValue(user.profile.username, 'name of the student')
    const student = actAs(probe, 'student')
    const tried = probe.options.plan === 'smoke' ? [] : names(probe.facts.nonce)
    for (const name of tried) {
      const isShortest = name.length === 1
      // A user may have the shortest name.
      const taken = isShortest ? ([[409, 'Username already registered']] as const) : []
      const reply = await student.request(
        'updateUsername',
        { json: { new_username: name } },
        [[200], ...taken],
        {
          driftId: isShortest ? driftIds.minimumRaised : driftIds.requestNarrowed,
          reason: `${name.length} letters, digits, - and _ are allowed`,
        },
      )
      if (name !== tried[0]) continue
      checkRenamed(probe, reply)
      await checkName(probe, name)
    }
    await student.request('updateUsername', { json: { new_username: own } }, [[200]])
  },
}

const password: Step = {
  name: 'updatePassword: through the boundary values and back',
  operations: ['updatePassword', 'login'],
  isSmoke: true,
  run: async probe => {
    const student = actAs(probe, 'student')
    const own = getPassword(probe, 'student')
    let old_password = own
    const tried = probe.options.plan === 'smoke' ? [] : [8, 128].map(length => derivePassword(own, length))
    for (const new_password of tried) {
      await student.request('updatePassword', { json: { old_password, new_password } }, [[204]], {
        driftId: new_password.length > 8 ? driftIds.maximumLowered : driftIds.minimumRaised,
        reason: `${new_password.length} characters are allowed`,
      })
      old_password = new_password
    }
    await student.request('updatePassword', { json: { old_password, new_password: own } }, [[204]])
  },
}

/** None of these changes the password; if a server accepts the short one, it is restored afterwards. */
const wrongOldPassword: readonly Step[] = [
  step('updatePassword', 'with a wrong old one', {
    as: 'student',
    call: probe => ({
      json: { old_password: 'not-the-password', new_password: getPassword(probe, 'student') },
    }),
    expected: [[400, 'previous password is not valid']],
    reason: 'the old password is wrong',
  }),
  step('updatePassword', 'with null for the old one', {
    as: 'student',
    call: probe => ({ json: { old_password: null, new_password: getPassword(probe, 'student') } }),
    expected: [[400, 'previous password is not valid']],
    driftId: driftIds.requestNullRefused,
    reason: 'null is allowed, and is not the old password',
  }),
  step('updatePassword', 'with one that is too short', {
    as: 'student',
    call: probe => ({ json: { old_password: getPassword(probe, 'student'), new_password: '1234567' } }),
    expected: [[422, 'Password must be at least 8 characters']],
    reason: 'seven characters are too few',
  }),
]

/** The student's own name and password; both are restored at the end. */
export const accountSteps: readonly Step[] = [
  username,
  step('updateUsername', "with another user's", {
    as: 'student',
    call: probe => ({
      json: { new_username: requireValue(probe.user('admin').profile.username, 'name of admin') },
    }),
    expected: [[409, 'Username already registered']],
    reason: 'the name is taken',
  }),
  step('updateUsername', 'with an invalid character', {
    as: 'student',
    call: { json: { new_username: 'two words' } },
    expected: [[422, 'Username can contain letters, numbers, underscores and hyphens']],
    reason: 'a space is not allowed',
  }),
  ...wrongOldPassword,
  password,
]

const unknownEmail = (probe: ProbeContext): string => `${probe.facts.unusedName()}@example.com`

type Account = { readonly username: string; readonly password: string }

/** Undefined if the account is refused; one whose address is not confirmed may be. */
async function tryAccount(
  probe: ProbeContext,
  { username, password }: Account,
  invite?: string,
): Promise<string | undefined> {
  const call = { json: { username, password, ...(invite !== undefined && { invite }) } }
  const seen = await probe.sender.send({ operationId: 'login', call })
  if (seen.response?.status === 200) return toProbeUser('newcomer', { username, password }, seen)?.token
  if (seen.response?.status !== 401 || !probe.hasNotFailed('login')) return undefined
  const what = 'An account was registered; signing in to it is rejected with 401.'
  probe.findings.report(driftIds.contradiction, { operationId: 'register', place: 'answer 204', what }, seen)
  return undefined
}

/** Invites whose groups are known, of groups that are open. */
function knownInvites({ facts, sender }: ProbeContext): { code: string; group: number }[] {
  const groups = [...facts.fullGroups.values()].filter(one => one.invite_code && isOpen(one, sender.now))
  return groups.map(one => ({ code: one.invite_code, group: one.id }))
}

/** An account is a member of the group of an invite that it was registered with, or signed in with. */
async function checkJoined(
  probe: ProbeContext,
  operationId: 'register' | 'login',
  token: string | undefined,
  group: number,
): Promise<void> {
  if (token === undefined) return
  const { body, exchange } = await actAs(probe, { token }).request('listGroups', {}, [[200]])
  if (body.some(({ id }) => id === group) || body.some(({ id }) => id === undefined)) return
  const did = operationId === 'login' ? 'signed in' : 'was registered'
  const what = `A user ${did} with the invite of group ${group}; the list of groups that was read after it lacks the group.`
  probe.findings.report(
    driftIds.contradiction,
    { operationId: 'listGroups', place: 'answer 200', what },
    exchange,
  )
}

const registration: Step = {
  name: 'register: a new account, and no duplicate',
  operations: ['register', 'login', 'listGroups'],
  isSmoke: true,
  run: async probe => {
    const { nonce } = probe.facts
    const email = requireValue(probe.options.values.newAccountEmail, 'value newAccountEmail').replace(
      '*',
      nonce,
    )
    const account = { email, username: `probe-${nonce}`, password: `probe-${nonce}` }
    const { request } = actAs(probe, {})
    const [first, second] = knownInvites(probe)
    const invited = first ? { ...account, invite: first.code } : account
    await request('register', { json: invited }, [[204]])
    const token = await tryAccount(probe, account)
    if (first) await checkJoined(probe, 'register', token, first.group)
    if (second && token !== undefined)
      await checkJoined(probe, 'login', await tryAccount(probe, account, second.code), second.group)
    const sameName = { ...account, email: email.replace(nonce, `${nonce}a`) }
    await request('register', { json: sameName }, [[409, 'Username already registered']], {
      reason: 'the username is taken',
    })
    const sameEmail = { ...account, username: `probe-${nonce}-a` }
    await request('register', { json: sameEmail }, [[409, 'User already registered']], {
      reason: 'the address is taken',
    })
  },
}

const verification: readonly Step[] = [
  ...['the first time', 'again'].map(name =>
    step('requestEmailVerification', name, {
      as: 'newcomer',
      call: {},
      expected: [[204], TOO_MANY],
      isSmoke: true,
    }),
  ),
  step('requestEmailVerification', 'of a confirmed address', {
    as: 'student',
    call: {},
    expected: [[409, 'email already verified']],
    reason: 'the address is confirmed',
  }),
]

const passwordReset: readonly Step[] = [
  ...['the first time', 'again'].map(name =>
    step('requestPasswordReset', name, {
      call: probe => ({
        query: { email: requireValue(probe.user('newcomer').profile.email, 'address of newcomer') },
      }),
      expected: [[204], TOO_MANY],
      isSmoke: true,
    }),
  ),
  step('requestPasswordReset', 'for an unknown address', {
    call: probe => ({ query: { email: unknownEmail(probe) } }),
    // Not telling which addresses have an account is as good: the screen says the same.
    expected: [[404, 'user not exists'], [204]],
  }),
  step('setNewPassword', 'with an unknown token', {
    call: probe => ({ json: { token: probe.facts.nonce, password: `probe-${probe.facts.nonce}` } }),
    expected: [[400, 'Invalid token']],
  }),
  step('setNewPassword', 'too short', {
    call: probe => ({ json: { token: probe.facts.nonce, password: '1234567' } }),
    expected: [[422, 'Password must be at least 8 characters']],
    reason: 'seven characters are too few',
  }),
  step('setNewPassword', 'the one that newcomer has', {
    call: probe => ({
      json: {
        token: requireValue(probe.options.values.resetToken, 'value resetToken'),
        password: getPassword(probe, 'newcomer'),
      },
    }),
    // A token of an email is valid once; an earlier run may have used it.
    expected: [[204], [400, 'Invalid token']],
    isSmoke: true,
  }),
]

/** Failed logins for one name before the server must limit them. */
const MAX_FAILED_LOGINS = 25

const failedLogins: Step = {
  name: 'login: wrong passwords until the limit',
  operations: ['login'],
  run: async probe => {
    const json = { username: `unused-${probe.facts.nonce}-again`, password: 'not-the-password' }
    const expected = [[401, 'Incorrect username or password'], TOO_MANY] as const
    let isLimited = false
    const fail = async () => {
      const reason = 'there is no such user'
      const { status } = await actAs(probe, {}).request('login', { json }, expected, { reason })
      isLimited ||= status === 429
    }
    for (let sent = 0; sent < MAX_FAILED_LOGINS && !isLimited; sent += 5)
      await probe.sideBySide([fail, fail, fail, fail, fail], send => send())
  },
}

export const emailSteps: readonly Step[] = [registration, ...verification, ...passwordReset, failedLogins]

export const codeSteps: readonly Step[] = [
  step('checkInvite', 'unknown', {
    call: probe => ({ path: { code: `nowhere-${probe.facts.nonce}` } }),
    expected: [[404, 'Group with this invite code not found']],
  }),
  step('checkInvite', 'active', {
    call: probe => {
      const ids = [...probe.facts.fullGroups.values()].map(({ invite_code }) => invite_code).filter(Boolean)
      return { path: { code: requireValue(probe.options.values.inviteCode ?? ids[0], 'invite code') } }
    },
    expected: [[200]],
    isSmoke: true,
    onResponse: ({ body, exchange }, probe) => {
      const code = probe.options.values.inviteCode
      const owner = [...probe.facts.fullGroups.values()].find(({ invite_code }) => invite_code === code)
      if (code === undefined || !owner || body.group?.id === undefined || body.group.id === owner.id) return
      const what = `The code is that of group ${owner.id}; it leads to group ${body.group.id}.`
      probe.findings.reportAssumed(
        driftIds.wrongRelation,
        'checkInvite',
        'answer 200 /group/id',
        what,
        exchange,
      )
    },
  }),
]

export const inviteWriteSteps: readonly Step[] = [
  step('login', 'with an invite that leads nowhere', {
    call: probe => {
      const { login } = probe.user('student')
      const { username, password } = requireValue(
        'password' in login ? login : undefined,
        'password of the student',
      )
      return { json: { username, password, invite: `nowhere-${probe.facts.nonce}` } }
    },
    expected: [[404, 'Group with this invite code not found']],
    driftId: driftIds.requestValueIgnored,
    reason: 'the invite of a login is read',
  }),
  step('register', 'with an invite that leads nowhere', {
    call: probe => ({
      json: {
        email: unknownEmail(probe),
        username: probe.facts.unusedName(),
        password: `unused-${probe.facts.nonce}`,
        invite: `nowhere-${probe.facts.nonce}`,
      },
    }),
    expected: [[404, 'Group with this invite code not found']],
    driftId: driftIds.requestValueIgnored,
    reason: 'the invite of a registration is read',
  }),
  step('completeLmsLogin', 'with an unknown code', {
    call: probe => ({ json: { code: `unused-${probe.facts.nonce}` } }),
    expected: [[401, 'Invalid token']],
  }),
  step('completeLmsLogin', 'with a right code', {
    call: probe => ({ json: { code: requireValue(probe.options.values.lmsCode, 'value lmsCode') } }),
    expected: [[200]],
    isSmoke: true,
  }),
]
