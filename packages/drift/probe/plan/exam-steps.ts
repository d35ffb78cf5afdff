import { driftIds } from '../../../contract/validator/drift-ids'
import type { Exchange } from '../../../contract/validator/exchange'
import type { Group } from '../facts'
import type { ProbeContext } from '../probe-context'
import { type Role, requireValue, SkipStep } from '../probe-options'
import { actAs, inOwnLanes, type Step, step } from '../step'
import { openGroup } from './group-steps'
import { checkAttempt, isSameUser } from './relations'

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

function allAttempts(probe: ProbeContext): { role: Role; group: number; id: number; status: string }[] {
  const roles = (['candidate', 'examinee'] as const).filter(role => probe.facts.groups.has(role))
  const all = roles.flatMap(role =>
    getExams(probe, role).flatMap(exam =>
      getAttempts(exam).map(({ id, status }) => ({ role, group: exam.id, id, status })),
    ),
  )
  if (all.length === 0) throw new SkipStep('there is no attempt at an exam')
  return all
}

const check: Step = {
  name: 'checkPayment: of every known attempt',
  operations: ['checkPayment'],
  isSmoke: true,
  run: probe =>
    probe.sideBySide(allAttempts(probe).slice(0, 10), async ({ role, group, id, status }) => {
      const { request, readTwice } = actAs(probe, role)
      // The bank may decide on an open payment at any moment.
      const read = status === 'need_pay' ? request : readTwice
      const { body, exchange } = await read('checkPayment', { query: { attempt_id: id } }, [[200]])
      if (body.status !== status) await checkPaid(probe, role, group, body, exchange)
    }),
}

/** The client takes the status of a payment check for that of the attempt. */
async function checkPaid(
  probe: ProbeContext,
  role: Role,
  group: number,
  { id, status }: { readonly id: number; readonly status: string },
  seen: Exchange,
): Promise<void> {
  const { body } = await actAs(probe, role).request('getGroup', { path: { id: group } }, [[200]])
  const now = getAttempts(body).find(one => one.id === id)
  if (!now || now.status === status) return
  const what = `Attempt ${id} is ${status} by the payment check, and ${now.status} in the group that was read after it.`
  probe.findings.reportAssumed(driftIds.contradiction, 'checkPayment', 'answer 200 /status', what, seen)
}

export const examReadSteps: readonly Step[] = inOwnLanes([
  check,
  step('checkPayment', "of another user's attempt", {
    as: 'student',
    call: probe => {
      const isOther = ({ role }: { role: Role }) => !isSameUser(probe.user(role), probe.user('student'))
      const other = requireValue(allAttempts(probe).find(isOther), 'attempt of another user')
      return { query: { attempt_id: other.id } }
    },
    expected: [[404, 'attempt not found']],
    reason: 'the attempt belongs to another user',
  }),
  step('checkPayment', 'of an unknown attempt', {
    as: 'student',
    call: probe => ({ query: { attempt_id: probe.facts.unknownId } }),
    expected: [[404, 'attempt not found']],
  }),
])

const request: Step = {
  name: 'requestAttempt: one, and no second one',
  operations: ['requestAttempt', 'getGroup', 'startAttempt'],
  isSmoke: true,
  run: async probe => {
    const candidate = actAs(probe, 'candidate')
    const exams = [...getExams(probe, 'candidate')].sort(priceFirst)
    const { id } = requireValue(exams[0], 'exam group of the candidate')
    const call = { path: { id } }
    const isActive = [409, 'you already have active attempt'] as const
    const first = await candidate.request('requestAttempt', call, [[200], isActive])
    if (first.status === 200 && first.body.attempts.every(({ status }) => endings.includes(status))) {
      const what = 'The answer is promised to hold the new attempt; every attempt in it has ended.'
      const place = 'answer 200 /attempts'
      probe.findings.report(
        driftIds.contradiction,
        { operationId: 'requestAttempt', place, what },
        first.exchange,
      )
    }
    await candidate.request('requestAttempt', call, [isActive], {
      reason: 'there is an attempt that has not ended',
    })
    const { body } = await candidate.request('getGroup', call, [[200]])
    if (first.status === 200) await checkAttempt(probe, 'candidate', id, first.body.attempts.at(-1))
    const sent = first.status === 200 ? new Set(first.body.attempts.map(one => one.id)) : undefined
    const lost = sent && getAttempts(body).find(one => !sent.has(one.id))
    if (lost) {
      const what = `The answer is promised to hold the reader's attempts; attempt ${lost.id} is in the group alone.`
      const place = 'answer 200 /attempts'
      probe.findings.reportAssumed(driftIds.wrongRelation, 'requestAttempt', place, what, first.exchange)
    }
    if (getAttempts(body).length === 0) {
      const what = 'The reader has an attempt; the group has none.'
      probe.findings.report(driftIds.contradiction, {
        operationId: 'getGroup',
        place: 'answer 200 /attempts',
        what,
      })
    }
    const status = first.status === 200 ? first.body.attempts.at(-1)?.status : undefined
    if (status !== 'need_pay') return
    await candidate.request('startAttempt', call, [[409, 'attempt requires payment or admission']], {
      reason: 'the attempt is neither paid nor admitted',
    })
  },
}

const start: Step = {
  name: 'startAttempt: of an attempt that is paid or admitted, and not twice',
  operations: ['startAttempt', 'getTask', 'getGroup'],
  isSmoke: true,
  run: async probe => {
    const examinee = actAs(probe, 'examinee')
    const exams = getExams(probe, 'examinee')
    const standing = (...statuses: readonly string[]) =>
      exams.find(group => getAttempts(group).some(({ status }) => statuses.includes(status)))
    const ready = standing('payed', 'get_access')
    const { id } = requireValue(
      ready ?? standing('exam_started'),
      'attempt that can be started, and each can be once: reset the server or name another examinee',
    )
    const call = { path: { id } }
    if (ready) {
      const { body, exchange } = await examinee.request('startAttempt', call, [[200]])
      if (!getAttempts(body).some(({ status }) => status === 'exam_started')) {
        const what = 'The answer replaces the group; none of its attempts is exam_started.'
        const place = 'answer 200 /attempts/*/status'
        probe.findings.report(driftIds.contradiction, { operationId: 'startAttempt', place, what }, exchange)
      }
      probe.facts.fullGroups.set(`examinee:${id}`, body)
      const started = getAttempts(body).find(({ status }) => status === 'exam_started')
      await checkAttempt(probe, 'examinee', id, started)
    }
    await examinee.request('startAttempt', call, [[409, 'tasks already exist in current attempt']], {
      reason: 'the exam time of the attempt is running',
    })
    const task = probe.facts.fullGroup('examinee', id).categories[0]?.tasks[0]
    if (task) await examinee.request('getTask', { path: { group: id, task: task.id } }, [[200]])
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
