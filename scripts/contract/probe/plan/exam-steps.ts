import type { Group } from '../facts'
import type { ProbeContext } from '../probe-context'
import { type Role, requireValue, SkipStep } from '../probe-options'
import { readTwice, type Step, step } from '../step'
import { openGroup } from './group-steps'

const endings: readonly string[] = ['completed', 'report_rejected']

function getExams(probe: ProbeContext, role: Role): readonly Group[] {
  return probe.facts
    .groupsOf(role)
    .filter(group => group.is_exam)
    .map(({ id }) => probe.facts.fullGroup(role, id))
}

const getAttempts = ({ attempts = [] }: Group) => attempts

/** Exams with a price first: they cover more. */
const priceFirst = (a: Group, b: Group) =>
  Number(b.exam?.price !== undefined) - Number(a.exam?.price !== undefined)

function allAttempts(probe: ProbeContext): { role: Role; id: number; status: string }[] {
  const roles = (['candidate', 'examinee'] as const).filter(role => probe.facts.groups.has(role))
  const all = roles.flatMap(role =>
    getExams(probe, role)
      .flatMap(getAttempts)
      .map(({ id, status }) => ({ role, id, status })),
  )
  if (all.length === 0) throw new SkipStep('there is no attempt at an exam')
  return all
}

const check: Step = {
  name: 'checkPayment: of every known attempt',
  operations: ['checkPayment'],
  isSmoke: true,
  lane: 'known attempts',
  run: async probe => {
    await probe.sideBySide(allAttempts(probe).slice(0, 10), async ({ role, id, status }) => {
      const call = { query: { attempt_id: id } }
      const request = {
        operationId: 'checkPayment',
        call,
        auth: { user: probe.user(role) },
        expected: [[200]],
      } as const
      // The bank may decide on an open payment at any moment.
      await (status === 'need_pay' ? probe.request(request) : readTwice(probe, request))
    })
  },
}

export const examReadSteps: readonly Step[] = [
  check,
  step('checkPayment', 'of an unknown attempt', {
    as: 'student',
    call: probe => ({ query: { attempt_id: probe.facts.unknownId } }),
    lane: 'unknown attempt',
    expected: [[404, 'attempt not found']],
  }),
]

const request: Step = {
  name: 'requestAttempt: one, and no second one',
  operations: ['requestAttempt', 'getGroup', 'startAttempt'],
  isSmoke: true,
  run: async probe => {
    const auth = { user: probe.user('candidate') }
    const exams = [...getExams(probe, 'candidate')].sort(priceFirst)
    const { id } = requireValue(exams[0], 'exam group of the candidate')
    const call = { path: { id } }
    const first = await probe.request({
      operationId: 'requestAttempt',
      call,
      auth,
      expected: [[200], [409, 'you already have active attempt']],
    })
    if (first.status === 200 && first.body.attempts.every(({ status }) => endings.includes(status))) {
      const what = 'The answer is promised to hold the new attempt; every attempt in it has ended.'
      probe.report(
        'DR62',
        { operationId: 'requestAttempt', place: 'answer 200 /attempts', what },
        first.exchange,
      )
    }
    await probe.request({
      operationId: 'requestAttempt',
      call,
      auth,
      expected: [[409, 'you already have active attempt']],
      reason: 'there is an attempt that has not ended',
    })
    const { body } = await probe.request({ operationId: 'getGroup', call, auth, expected: [[200]] })
    if (getAttempts(body).length === 0) {
      const what = 'The reader has an attempt; the group has none.'
      probe.report('DR62', { operationId: 'getGroup', place: 'answer 200 /attempts', what })
    }
    const status = first.status === 200 ? first.body.attempts.at(-1)?.status : undefined
    if (status !== 'need_pay') return
    await probe.request({
      operationId: 'startAttempt',
      call,
      auth,
      expected: [[409, 'attempt requires payment or admission']],
      reason: 'the attempt is neither paid nor admitted',
    })
  },
}

const start: Step = {
  name: 'startAttempt: of an attempt that is paid or admitted, and not twice',
  operations: ['startAttempt', 'getTask'],
  isSmoke: true,
  run: async probe => {
    const auth = { user: probe.user('examinee') }
    const exams = getExams(probe, 'examinee')
    const standing = (...statuses: readonly string[]) =>
      exams.find(group => getAttempts(group).some(({ status }) => statuses.includes(status)))
    const ready = standing('payed', 'get_access')
    const { id } = requireValue(
      ready ?? standing('exam_started'),
      'attempt that can be started, and each can be once: reset the server or name another examinee',
    )
    if (ready) {
      const { body, exchange } = await probe.request({
        operationId: 'startAttempt',
        call: { path: { id } },
        auth,
        expected: [[200]],
      })
      if (!getAttempts(body).some(({ status }) => status === 'exam_started')) {
        const what = 'The answer replaces the group; none of its attempts is exam_started.'
        probe.report(
          'DR62',
          { operationId: 'startAttempt', place: 'answer 200 /attempts/*/status', what },
          exchange,
        )
      }
      probe.facts.fullGroups.set(`examinee:${id}`, body)
    }
    await probe.request({
      operationId: 'startAttempt',
      call: { path: { id } },
      auth,
      expected: [[409, 'tasks already exist in current attempt']],
      reason: 'the exam time of the attempt is running',
    })
    const task = probe.facts.fullGroup('examinee', id).categories[0]?.tasks[0]
    if (task)
      await probe.request({
        operationId: 'getTask',
        call: { path: { group: id, task: task.id } },
        auth,
        expected: [[200]],
      })
  },
}

/** Full mode only: requests and starts attempts. */
export const examWriteSteps: readonly Step[] = [
  ...(['requestAttempt', 'startAttempt'] as const).map(operationId =>
    step(operationId, 'in a group that is no exam', {
      as: 'student',
      call: probe => ({ path: { id: openGroup(probe).id } }),
      expected: [[409, 'group is not exam']],
      reason: 'the group is no exam',
    }),
  ),
  request,
  start,
]
