import type { DriftId } from '../../../contract/validator/drift-classes'
import { driftIds } from '../../../contract/validator/drift-ids'
import type { Exchange } from '../../../contract/validator/exchange'
import type { Call, ExpectedResponses, Success } from '../facts'
import type { ProbeContext } from '../probe-context'
import { requireValue, roles, SkipStep } from '../probe-options'
import { type Actor, actAs, inOwnLanes, type Step, step } from '../step'
import {
  checkActivity,
  checkEvidence,
  checkOwnProfile,
  checkSharedOwner,
  checkTotals,
} from './profile-relations'

const MAX_OTHER_USERS = 12

const others: Step = {
  name: 'getCompetencies: of users on the scoreboard',
  operations: ['getCompetencies'],
  run: async probe => {
    const student = actAs(probe, 'student')
    const ids = new Set(requireValue(probe.facts.leaderboardUserIds, 'scoreboard'))
    ids.delete(probe.user('student').profile.id ?? 0)
    // Administrators read the profiles of their groups.
    const isAdmin = probe.facts.groups.get('student')?.some(({ is_admin }) => is_admin)
    await probe.sideBySide([...ids].slice(0, MAX_OTHER_USERS), user_id => {
      const isPublic = isAdmin ? undefined : probe.facts.publicUsers.get(user_id)
      const isPrivate = [403, 'profile is private'] as const
      const call = { query: { user_id } }
      if (isPublic === undefined) return student.request('getCompetencies', call, [[200], isPrivate])
      return student.request('getCompetencies', call, isPublic ? [[200]] : [isPrivate], {
        driftId: driftIds.contradiction,
        reason: `the scoreboard says that the profile is ${isPublic ? 'public' : 'private'}`,
      })
    })
  },
}

/** Whether a profile is private is known of the users that were given. */
const known: Step = {
  name: 'getCompetencies: of the other users that were given',
  operations: ['getCompetencies'],
  run: async probe => {
    const student = actAs(probe, 'student')
    const own = probe.user('student').profile.id ?? probe.facts.profiles.get('student')?.id
    const given = [...probe.facts.profiles.values()].filter(({ id }) => id !== own)
    await probe.sideBySide(given, ({ id, isPublic }) => {
      const expected = isPublic ? ([[200]] as const) : ([[403, 'profile is private']] as const)
      const reason = isPublic ? 'the profile is public' : 'the owner has not made the profile public'
      return student.request('getCompetencies', { query: { user_id: id } }, expected, { reason })
    })
  },
}

const ownProfiles = roles.map(
  (role): Step => ({
    name: `getCompetencies: own, of ${role}`,
    operations: ['getCompetencies'],
    isSmoke: role === 'student',
    lane: role,
    run: async probe => {
      const { body, exchange } = await actAs(probe, role).readTwice('getCompetencies', {}, [[200]])
      checkOwnProfile(probe, role, { body, exchange })
      checkTotals(probe, { body, exchange })
      if (role === 'student') {
        probe.facts.shareLink = body.share_link
        checkEvidence(probe, { body, exchange })
        checkActivity(probe, { body, exchange })
      }
      const id = probe.user(role).profile.id ?? body.user?.id
      if (id !== undefined && typeof body.is_public === 'boolean')
        probe.facts.profiles.set(role, { id, isPublic: body.is_public })
    },
  }),
)

export const userReadSteps: readonly Step[] = [
  ...ownProfiles,
  known,
  ...inOwnLanes([
    others,
    step('getCompetencies', 'of an unknown user', {
      as: 'student',
      call: probe => ({ query: { user_id: probe.facts.unknownId } }),
      expected: [[404, 'user not exists']],
    }),
    step('getSharedProfile', 'by a dead link', {
      call: probe => ({ path: { link: `dead-link-${probe.facts.nonce}` } }),
      expected: [[404, 'user not exists']],
    }),
    step('getSharedProfile', 'that is public already', {
      call: probe => ({
        path: { link: requireValue(probe.facts.shareLink, 'public profile of the student') },
      }),
      expected: [[200]],
      isSmoke: true,
      onResponse: (reply, probe) => checkSharedOwner(probe, reply),
    }),
  ]),
  step('getVpnConfig', 'own', { as: 'student', call: {}, expected: [[200]], isSmoke: true, lane: 'vpn' }),
  step('getVpnConfig', 'with an unconfirmed address', {
    lane: 'vpn',
    as: 'newcomer',
    call: {},
    expected: [[403, 'email not verified']],
    reason: 'the address of the reader is not confirmed',
  }),
]

/** Shares the profile, opens it as a visitor, and hides it again if it was private. */
const sharing: Step = {
  name: 'shareProfile: until it is hidden again',
  operations: ['shareProfile', 'hideProfile', 'getSharedProfile', 'getCompetencies'],
  isSmoke: true,
  run: async probe => {
    const student = actAs(probe, 'student')
    let isHidden = false
    try {
      await shareAndHide(probe, student)
      isHidden = true
    } finally {
      // A profile that was public would get a new link.
      if (!isHidden && !wasShared(probe)) await probe.sender.restore(() => student.send('hideProfile', {}))
    }
  },
}

/** Assumed if it is not known. */
function wasShared(probe: ProbeContext): boolean {
  return probe.facts.shareLink !== undefined || !probe.sender.hasSeen('getCompetencies', 200)
}

async function shareAndHide(probe: ProbeContext, student: Actor): Promise<void> {
  const visitor = actAs(probe, {})
  const wasPublic = wasShared(probe)
  const { body } = await student.request('shareProfile', {}, [[200]])
  const again = await student.request('shareProfile', {}, [[200]])
  if (again.body.link !== body.link) {
    const what = 'A second call is promised to give the same link; it gave another.'
    probe.findings.reportAssumed(
      driftIds.contradiction,
      'shareProfile',
      'answer 200 /link',
      what,
      again.exchange,
    )
  }
  const open = { path: { link: body.link } }
  checkSharedOwner(probe, await visitor.request('getSharedProfile', open, [[200]]))
  const own = await student.request('getCompetencies', {}, [[200]])
  checkPublic(probe, own, true)
  const { share_link } = own.body
  if (share_link !== body.link) {
    const what = 'The owner of a public profile is promised its link; the answer has none or another.'
    const driftId = share_link === undefined ? driftIds.optionalFieldMissing : driftIds.contradiction
    probe.findings.reportAssumed(driftId, 'getCompetencies', 'answer 200 /share_link', what, own.exchange)
  }
  // A profile that was public would get a new link.
  if (wasPublic) throw new SkipStep('the profile was public before, so it is not hidden')
  for (const _ of ['hides', 'is hidden already']) await student.request('hideProfile', {}, [[204]])
  await visitor.request('getSharedProfile', open, [[404, 'user not exists']], {
    driftId: driftIds.contradiction,
    reason: 'the profile has been hidden',
  })
  checkPublic(probe, await student.request('getCompetencies', {}, [[200]]), false)
}

/** A profile is public from `shareProfile` to `hideProfile`. */
function checkPublic(
  { findings }: ProbeContext,
  { body, exchange }: { readonly body: Success<'getCompetencies'>; readonly exchange: Exchange },
  isPublic: boolean,
): void {
  if (typeof body.is_public !== 'boolean' || body.is_public === isPublic) return
  const what = `The profile was ${isPublic ? 'shared' : 'hidden'}; the answer that was read after it has is_public ${body.is_public}.`
  findings.reportAssumed(driftIds.contradiction, 'getCompetencies', 'answer 200 /is_public', what, exchange)
}

const newcomerRefused = (['shareProfile', 'updateUsername', 'updatePassword'] as const).map(
  (operationId): Step => ({
    name: `${operationId}: with an unconfirmed address`,
    operations: [operationId],
    run: async probe => {
      const user = probe.user('newcomer')
      const password = getPassword(probe, 'newcomer')
      const calls = {
        shareProfile: {},
        updateUsername: { json: { new_username: requireValue(user.profile.username, 'name of newcomer') } },
        updatePassword: { json: { old_password: password, new_password: password } },
      }
      await actAs(probe, 'newcomer').request(operationId, calls[operationId], [[403, 'email not verified']], {
        reason: 'the address of the reader is not confirmed',
      })
    },
  }),
)

export function getPassword(probe: ProbeContext, role: 'student' | 'newcomer'): string {
  const { login } = probe.user(role)
  return requireValue('password' in login ? login.password : undefined, `password of ${role}`)
}

export const sharingSteps: readonly Step[] = [sharing, ...newcomerRefused]

type Message = readonly [
  name: string,
  form: () => Call<'sendFeedback'>['form'],
  expected: ExpectedResponses<'sendFeedback'>,
  reason?: string,
  driftId?: DriftId,
]

export const TOO_MANY = [429, 'too many attempts'] as const
const LARGEST_BYTES = 5 * 1024 * 1024
const longText = 'Contract check. '.padEnd(1500, 'x')
const withText = (text: string) => () => ({ text })
const withFile =
  (name: string, size = 100) =>
  () => ({ text: 'Contract check.', files: new File([new Uint8Array(size).fill(46)], name) })

/** 1500 characters, one file of at most 5 MB, .docx, .txt or .pdf. A stricter limit of messages is documented. */
const messages: readonly Message[] = [
  [
    'without a text',
    withText(''),
    [[422], TOO_MANY],
    'a message has at least one character',
    driftIds.validationDropped,
  ],
  ['a text with a file', withFile('check.txt'), [[200], [204], TOO_MANY]],
  [
    'the longest text',
    withText(longText),
    [[200], [204], TOO_MANY],
    '1500 characters are allowed',
    driftIds.maximumLowered,
  ],
  [
    'the largest file',
    withFile('check.pdf', LARGEST_BYTES),
    [[200], [204], TOO_MANY],
    'a .pdf of 5 MB is allowed',
    driftIds.uploadChanged,
  ],
  ['a .docx', withFile('check.docx'), [[200], [204], TOO_MANY], 'a .docx is allowed', driftIds.uploadChanged],
  [
    'a file that is too large',
    withFile('check.pdf', LARGEST_BYTES + 1),
    [[413, 'file is too large'], TOO_MANY],
    'the file is larger than 5 MB',
  ],
  [
    'a file of another kind',
    withFile('check.exe'),
    [[422], TOO_MANY],
    'only .docx, .txt and .pdf are allowed',
  ],
  [
    'a text that is too long',
    withText(`${longText}x`),
    [[422], TOO_MANY],
    '1501 characters are too many',
    driftIds.validationDropped,
  ],
  ['a fifth message', withText('Contract check.'), [[200], [204], TOO_MANY]],
  ['a sixth message', withText('Contract check.'), [[200], [204], TOO_MANY]],
]

export const feedbackSteps: readonly Step[] = messages.map(([name, form, expected, reason, driftId]) =>
  step('sendFeedback', name, {
    as: 'student',
    call: () => ({ form: form() }),
    expected,
    ...(reason !== undefined && { reason }),
    ...(driftId && { driftId }),
    isSmoke: name === 'a text with a file',
  }),
)
