import { driftIds } from '../../../contract/validator/drift-ids'
import type { Exchange } from '../../../contract/validator/exchange'
import type { Success } from '../facts'
import type { ProbeContext } from '../probe-context'
import { requireValue } from '../probe-options'
import { actAs, inOwnLanes, type Step, step } from '../step'
import { checkHidden } from './relations'

function administered(probe: ProbeContext, isLinked: boolean, isExam?: boolean): { path: { id: number } } {
  const what = isLinked
    ? 'administered group that is linked to the LMS'
    : 'administered group without a mnemonic code'
  const { id } = probe.facts.group(
    'admin',
    what,
    group =>
      group.is_admin &&
      (group.mnemonic_code !== undefined) === isLinked &&
      (isExam === undefined || group.is_exam === isExam),
  )
  return { path: { id } }
}

export const lmsReadSteps: readonly Step[] = inOwnLanes([
  step('findLmsTask', 'open to the student', {
    as: 'student',
    call: probe => ({ json: requireValue(probe.options.values.lmsTask, 'value lmsTask') }),
    expected: [[200]],
    isSmoke: true,
  }),
  step('findLmsTask', 'with an unconfirmed address', {
    as: 'newcomer',
    call: probe => ({ json: requireValue(probe.options.values.lmsTask, 'value lmsTask') }),
    expected: [[403, 'email not verified']],
    reason: 'the address of the reader is not confirmed',
  }),
  step('findLmsTask', "of another user's group", {
    as: 'newcomer',
    call: probe => ({ json: requireValue(probe.options.values.foreignLmsTask, 'value foreignLmsTask') }),
    expected: [[403, 'you dont have access to this group']],
    reason: 'the reader does not belong to the group',
  }),
  step('findLmsTask', 'of a group that begins later', {
    as: 'student',
    call: probe => ({ json: requireValue(probe.options.values.laterLmsTask, 'value laterLmsTask') }),
    expected: [[403, 'Training in this group will begin later']],
    reason: 'the group has not begun',
  }),
  step('findLmsTask', 'unknown', {
    as: 'student',
    call: probe => ({
      json: { mnemonic_code_group: `nowhere-${probe.facts.nonce}`, gitlab_id: String(probe.facts.unknownId) },
    }),
    expected: [
      [404, 'Task not found'],
      [403, 'you dont have access to this group'],
    ],
  }),
])

const download: Step = {
  name: 'downloadFromLms: twice',
  operations: ['downloadFromLms'],
  isSmoke: true,
  run: async probe => {
    const admin = actAs(probe, 'admin')
    const call = administered(probe, true, false)
    const first = await admin.request('downloadFromLms', call, [[200]])
    const second = await admin.request('downloadFromLms', call, [[200]])
    if (first.body.updated !== second.body.updated) {
      const what = `A second download right after the first gives the same number; ${first.body.updated} came, then ${second.body.updated}.`
      probe.findings.reportAssumed(
        driftIds.contradiction,
        'downloadFromLms',
        'answer 200 /updated',
        what,
        second.exchange,
      )
    }
  },
}

const upload: Step = {
  name: 'uploadToLms: of a course and of an exam',
  operations: ['uploadToLms'],
  isSmoke: true,
  run: async probe => {
    const admin = actAs(probe, 'admin')
    const course = administered(probe, true, false)
    const first = await admin.request('uploadToLms', course, [[200], [404]])
    const second = await admin.request('uploadToLms', course, [[200], [404]])
    if (first.status === 200 && second.status === 200) checkUploads(probe, first.body, second)
    if (probe.options.plan === 'smoke') return
    await admin.request('uploadToLms', administered(probe, true, true), [[200], [404]])
  },
}

/** What the LMS has taken is never sent twice; what failed is sent again by the next upload. */
function checkUploads(
  { findings }: ProbeContext,
  first: Success<'uploadToLms'>,
  { body, exchange }: { readonly body: Success<'uploadToLms'>; readonly exchange: Exchange },
): void {
  const tell = (name: string, what: string) =>
    findings.reportAssumed(driftIds.contradiction, 'uploadToLms', `answer 200 /${name}`, what, exchange)
  if (first.sent_count > 0 && body.sent_count >= first.sent_count)
    tell(
      'sent_count',
      `What the LMS has taken is never sent twice; ${first.sent_count} were sent, and ${body.sent_count} by the next upload.`,
    )
  const again = body.resend_count + body.failed_count
  if (again < first.failed_count)
    tell('resend_count', `${first.failed_count} failed; the next upload has sent ${again} of them again.`)
}

const unlinked: readonly Step[] = (['downloadFromLms', 'uploadToLms'] as const).map(operationId =>
  step(operationId, 'of a group that is not linked', {
    as: 'admin',
    call: probe => administered(probe, false),
    expected: [[409, 'group has no mnemonic code']],
    reason: 'the group is not linked to the LMS',
  }),
)

const visibility: Step = {
  name: 'setTaskVisibility: there and back',
  operations: ['setTaskVisibility', 'getGroup', 'getTask'],
  isSmoke: true,
  run: async probe => {
    const admin = actAs(probe, 'admin')
    const { id } = administered(probe, true, false).path
    const tasks = probe.facts.fullGroup('admin', id).categories.flatMap(category => category.tasks)
    const task = requireValue(
      tasks.findLast(({ visible, status }) => visible && status === 'active') ?? tasks.at(-1),
      'task of an administered group',
    )
    const callWith = (visible: boolean) => ({ path: { group: id, task: task.id }, json: { visible } })
    const set = (visible: boolean) => admin.request('setTaskVisibility', callWith(visible), [[200]])
    let isBack = false
    try {
      if (!task.visible) await set(true)
      await set(false)
      await checkHidden(probe, { group_id: id, task_id: task.id })
      if (task.visible) await set(true)
      isBack = true
    } finally {
      const call = callWith(task.visible)
      if (!isBack) await probe.sender.restore(() => admin.send('setTaskVisibility', call))
    }
  },
}

export const adminSteps: readonly Step[] = [
  visibility,
  step('setTaskVisibility', 'of an unknown task', {
    as: 'admin',
    call: probe => ({
      path: { group: administered(probe, true, false).path.id, task: probe.facts.unknownId },
      json: { visible: true },
    }),
    expected: [[404, 'Task not found']],
  }),
  download,
  upload,
  ...unlinked,
]
