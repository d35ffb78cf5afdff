import type { Group } from '../contract-types'
import { unknownId } from '../facts'
import { Absent, found } from '../probe-errors'
import type { Role } from '../probe-options'
import type { Scene } from '../scene'
import { type Step, step } from '../step'
import { openGroup } from './group-steps'

const endings: readonly string[] = ['completed', 'report_rejected']

function examsOf(scene: Scene, role: Role): readonly Group[] {
  return scene.facts
    .groupsOf(role)
    .filter(group => group.is_exam)
    .map(({ id }) => scene.facts.whole(role, id))
}

const attemptsOf = ({ attempts = [] }: Group) => attempts

/** Of an exam with a price rather than without: it shows more. */
const priceFirst = (a: Group, b: Group) =>
  Number(b.exam?.price !== undefined) - Number(a.exam?.price !== undefined)

/** Every attempt that anybody among the people has. */
function allAttempts(scene: Scene): { role: Role; id: number }[] {
  const roles = (['candidate', 'examinee'] as const).filter(role => scene.facts.groups.has(role))
  const all = roles.flatMap(role =>
    examsOf(scene, role)
      .flatMap(attemptsOf)
      .map(({ id }) => ({ role, id })),
  )
  if (all.length === 0) throw new Absent('there is no attempt at an exam')
  return all
}

const check: Step = {
  name: 'checkPayment: of every known attempt',
  operations: ['checkPayment'],
  isSmoke: true,
  run: async scene => {
    for (const { role, id } of allAttempts(scene).slice(0, 10)) {
      const { body, exchange } = await scene.ask({
        operationId: 'checkPayment',
        call: { query: { attempt_id: id } },
        by: { person: scene.person(role) },
        answers: [[200]],
      })
      if (body.id !== id) {
        const what = `Attempt ${id} was asked for, attempt ${body.id} was answered.`
        scene.say('DR12', { operationId: 'checkPayment', place: 'query attempt_id', what }, exchange)
      }
    }
  },
}

export const examReadSteps: readonly Step[] = [
  check,
  step('checkPayment', 'of an unknown attempt', {
    as: 'student',
    call: { query: { attempt_id: unknownId } },
    answers: [[404, 'attempt not found']],
  }),
]

const request: Step = {
  name: 'requestAttempt: one, and no second beside it',
  operations: ['requestAttempt', 'getGroup', 'startAttempt'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('candidate') }
    const exams = [...examsOf(scene, 'candidate')].sort(priceFirst)
    const { id } = found(exams[0], 'exam group of the candidate')
    const call = { path: { id } }
    const first = await scene.ask({
      operationId: 'requestAttempt',
      call,
      by,
      answers: [[200], [409, 'you already have active attempt']],
    })
    if (first.status === 200 && first.body.attempts.every(({ status }) => endings.includes(status))) {
      const what = 'The answer is promised to hold the new attempt; every attempt in it has ended.'
      scene.say(
        'DR62',
        { operationId: 'requestAttempt', place: 'answer 200 /attempts', what },
        first.exchange,
      )
    }
    await scene.ask({
      operationId: 'requestAttempt',
      call,
      by,
      answers: [[409, 'you already have active attempt']],
      because: 'there is an attempt that has not ended',
    })
    const { body } = await scene.ask({ operationId: 'getGroup', call, by, answers: [[200]] })
    if (attemptsOf(body).length === 0) {
      const what = 'The reader has an attempt; the group has none.'
      scene.say('DR23', { operationId: 'getGroup', place: 'answer 200 /attempts', what })
    }
    const status = first.status === 200 ? first.body.attempts.at(-1)?.status : undefined
    if (status !== 'need_pay') return
    await scene.ask({
      operationId: 'startAttempt',
      call,
      by,
      answers: [[409, 'attempt requires payment or admission']],
      because: 'the attempt is neither paid nor admitted',
    })
  },
}

const start: Step = {
  name: 'startAttempt: of an attempt that is paid or admitted, and not twice',
  operations: ['startAttempt', 'getTask'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('examinee') }
    const exams = examsOf(scene, 'examinee')
    const standing = (...statuses: readonly string[]) =>
      exams.find(group => attemptsOf(group).some(({ status }) => statuses.includes(status)))
    const ready = standing('payed', 'get_access')
    const { id } = found(
      ready ?? standing('exam_started'),
      'attempt that can be started, and each can be once: reset the server or name another examinee',
    )
    if (ready) {
      const { body, exchange } = await scene.ask({
        operationId: 'startAttempt',
        call: { path: { id } },
        by,
        answers: [[200]],
      })
      if (!attemptsOf(body).some(({ status }) => status === 'exam_started')) {
        const what = 'The answer replaces the group; none of its attempts is exam_started.'
        scene.say(
          'DR62',
          { operationId: 'startAttempt', place: 'answer 200 /attempts/*/status', what },
          exchange,
        )
      }
      scene.facts.wholeGroups.set(`examinee:${id}`, body)
    }
    await scene.ask({
      operationId: 'startAttempt',
      call: { path: { id } },
      by,
      answers: [[409, 'tasks already exist in current attempt']],
      because: 'the exam time of the attempt is running',
    })
    const task = scene.facts.whole('examinee', id).categories[0]?.tasks[0]
    if (task)
      await scene.ask({
        operationId: 'getTask',
        call: { path: { group: id, task: task.id } },
        by,
        answers: [[200]],
      })
  },
}

/** Specification, section 4, Exam flow: full mode alone, for it takes and starts attempts. */
export const examWriteSteps: readonly Step[] = [
  ...(['requestAttempt', 'startAttempt'] as const).map(operationId =>
    step(operationId, 'in a group that is no exam', {
      as: 'student',
      call: scene => ({ path: { id: openGroup(scene).id } }),
      answers: [[409, 'group is not exam']],
      because: 'the group is no exam',
    }),
  ),
  request,
  start,
]
