import { unknownId } from '../facts'
import type { Person } from '../person'
import { Absent, found } from '../probe-errors'
import type { Scene } from '../scene'
import { type Step, step } from '../step'

/** People of the scoreboard who are looked at until one is private and one is not. */
const mostOthers = 12

const others: Step = {
  name: 'getCompetencies: of people on the scoreboard',
  operations: ['getCompetencies'],
  run: async scene => {
    const own = scene.person('student').user.id
    const ids = found(scene.facts.boardIds, 'scoreboard').filter(id => id !== own)
    const seen = new Set<number>()
    for (const user_id of ids.slice(0, mostOthers)) {
      const { status } = await scene.ask({
        operationId: 'getCompetencies',
        call: { query: { user_id } },
        by: { person: scene.person('student') },
        answers: [[200], [403, 'profile is private']],
      })
      seen.add(status)
      if (seen.size === 2) return
    }
  },
}

/** Specification, section 7, User and others: what only reads. */
export const userReadSteps: readonly Step[] = [
  step('getCompetencies', 'own', {
    as: 'student',
    call: {},
    answers: [[200]],
    isSmoke: true,
    learn: ({ body }, scene) => {
      scene.facts.shareLink = body.share_link
    },
  }),
  others,
  step('getCompetencies', 'of nobody', {
    as: 'student',
    call: { query: { user_id: unknownId } },
    answers: [[404, 'user not exists']],
  }),
  step('getSharedProfile', 'by a dead link', {
    call: scene => ({ path: { link: `dead-link-${scene.facts.nonce}` } }),
    answers: [[404, 'user not exists']],
  }),
  step('getSharedProfile', 'that is public already', {
    call: scene => ({ path: { link: found(scene.facts.shareLink, 'public profile of the student') } }),
    answers: [[200]],
    isSmoke: true,
  }),
  step('getVpnConfig', 'own', { as: 'student', call: {}, answers: [[200]], isSmoke: true }),
  step('getVpnConfig', 'with an unconfirmed address', {
    as: 'newcomer',
    call: {},
    answers: [[403, 'email not verified']],
    because: 'the address of the reader is not confirmed',
  }),
]

/** Shares the profile, opens it as a visitor would, and makes it as private as it was. */
const sharing: Step = {
  name: 'shareProfile: until it is hidden again',
  operations: ['shareProfile', 'hideProfile', 'getSharedProfile', 'getCompetencies'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('student') }
    let isHidden = false
    try {
      await shareAndHide(scene, by)
      isHidden = true
    } finally {
      // The link of a profile that was public would never come back.
      if (!isHidden && !wasShared(scene))
        await scene.putBack(async () => {
          await scene.send({ operationId: 'hideProfile', call: {}, by })
        })
    }
  },
}

/** Also where no answer has told it. */
function wasShared(scene: Scene): boolean {
  return scene.facts.shareLink !== undefined || !scene.hasSeen('getCompetencies', 200)
}

async function shareAndHide(scene: Scene, by: { readonly person: Person }): Promise<void> {
  const wasPublic = wasShared(scene)
  const share = () => scene.ask({ operationId: 'shareProfile', call: {}, by, answers: [[200]] })
  const { body } = await share()
  const again = await share()
  if (again.body.link !== body.link) {
    const what = 'A second call is promised to give the same link; it gave another.'
    scene.say(
      'DR62',
      { operationId: 'shareProfile', place: 'answer 200 /link', what, isAssumed: true },
      again.exchange,
    )
  }
  const open = { path: { link: body.link } }
  await scene.ask({ operationId: 'getSharedProfile', call: open, by: {}, answers: [[200]] })
  const own = await scene.ask({ operationId: 'getCompetencies', call: {}, by, answers: [[200]] })
  if (own.body.share_link !== body.link) {
    const what = 'The owner of a public profile is promised its link; the answer has none or another.'
    const place = 'answer 200 /share_link'
    scene.say('DR23', { operationId: 'getCompetencies', place, what, isAssumed: true }, own.exchange)
  }
  // The link of a profile that was public would never come back.
  if (wasPublic) throw new Absent('the profile was public before, so it is not hidden')
  for (const _ of ['hides', 'is hidden already'])
    await scene.ask({ operationId: 'hideProfile', call: {}, by, answers: [[204]] })
  await scene.ask({
    operationId: 'getSharedProfile',
    call: open,
    by: {},
    answers: [[404, 'user not exists']],
    driftId: 'DR62',
    because: 'the profile has been hidden',
  })
}

const newcomerRefused = (['shareProfile', 'updateUsername', 'updatePassword'] as const).map(
  (operationId): Step => ({
    name: `${operationId}: with an unconfirmed address`,
    operations: [operationId],
    run: async scene => {
      const person = scene.person('newcomer')
      const password = passwordOf(scene, 'newcomer')
      const calls = {
        shareProfile: {},
        updateUsername: { json: { new_username: found(person.user.username, 'name of newcomer') } },
        updatePassword: { json: { old_password: password, new_password: password } },
      }
      await scene.ask({
        operationId,
        call: calls[operationId],
        by: { person },
        answers: [[403, 'email not verified']],
        because: 'the address of the reader is not confirmed',
      })
    },
  }),
)

export function passwordOf(scene: Scene, role: 'student' | 'newcomer'): string {
  const { login } = scene.person(role)
  return found('password' in login ? login.password : undefined, `password of ${role}`)
}

/** Own account: sharing. Names and passwords have a file of their own. */
export const sharingSteps: readonly Step[] = [sharing, ...newcomerRefused]
