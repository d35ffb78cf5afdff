import type { ProbeContext } from '../probe-context'
import { requireValue } from '../probe-options'
import { type Step, step } from '../step'

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

export const lmsReadSteps: readonly Step[] = [
  step('findLmsTask', 'open to the student', {
    lane: 'open to the student',
    as: 'student',
    call: probe => ({ json: requireValue(probe.options.values.lmsTask, 'value lmsTask') }),
    expected: [[200]],
    isSmoke: true,
  }),
  step('findLmsTask', 'with an unconfirmed address', {
    lane: 'with an unconfirmed address',
    as: 'newcomer',
    call: probe => ({ json: requireValue(probe.options.values.lmsTask, 'value lmsTask') }),
    expected: [[403, 'email not verified']],
    reason: 'the address of the reader is not confirmed',
  }),
  step('findLmsTask', "of another user's group", {
    lane: "of another user's group",
    as: 'newcomer',
    call: probe => ({ json: requireValue(probe.options.values.foreignLmsTask, 'value foreignLmsTask') }),
    expected: [[403, 'you dont have access to this group']],
    reason: 'the reader does not belong to the group',
  }),
  step('findLmsTask', 'of a group that begins later', {
    lane: 'of a group that begins later',
    as: 'student',
    call: probe => ({ json: requireValue(probe.options.values.laterLmsTask, 'value laterLmsTask') }),
    expected: [[403, 'Training in this group will begin later']],
    reason: 'the group has not begun',
  }),
  step('findLmsTask', 'unknown', {
    lane: 'unknown',
    as: 'student',
    call: probe => ({
      json: { mnemonic_code_group: `nowhere-${probe.facts.nonce}`, gitlab_id: String(probe.facts.unknownId) },
    }),
    expected: [
      [404, 'Task not found'],
      [403, 'you dont have access to this group'],
    ],
  }),
]

const download: Step = {
  name: 'downloadFromLms: twice',
  operations: ['downloadFromLms'],
  isSmoke: true,
  run: async probe => {
    const auth = { user: probe.user('admin') }
    const call = administered(probe, true, false)
    const request = () => probe.request({ operationId: 'downloadFromLms', call, auth, expected: [[200]] })
    const first = await request()
    const second = await request()
    if (first.body.updated !== second.body.updated) {
      const what = `A second download right after the first gives the same number; ${first.body.updated} came, then ${second.body.updated}.`
      const place = 'answer 200 /updated'
      probe.report('DR62', { operationId: 'downloadFromLms', place, what, isAssumed: true }, second.exchange)
    }
  },
}

const upload: Step = {
  name: 'uploadToLms: of a course and of an exam',
  operations: ['uploadToLms'],
  isSmoke: true,
  run: async probe => {
    const auth = { user: probe.user('admin') }
    const course = administered(probe, true, false)
    for (const call of [course, course]) {
      await probe.request({ operationId: 'uploadToLms', call, auth, expected: [[200], [404]] })
    }
    if (probe.options.plan === 'smoke') return
    const exam = administered(probe, true, true)
    await probe.request({ operationId: 'uploadToLms', call: exam, auth, expected: [[200], [404]] })
  },
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
  operations: ['setTaskVisibility'],
  isSmoke: true,
  run: async probe => {
    const auth = { user: probe.user('admin') }
    const { id } = administered(probe, true, false).path
    const tasks = probe.facts.fullGroup('admin', id).categories.flatMap(category => category.tasks)
    const task = requireValue(
      tasks.find(({ visible }) => !visible) ?? tasks.at(-1),
      'task of an administered group',
    )
    const request = (visible: boolean) =>
      ({
        operationId: 'setTaskVisibility',
        call: { path: { group: id, task: task.id }, json: { visible } },
        auth,
      }) as const
    const set = async (visible: boolean) => {
      await probe.request({ ...request(visible), expected: [[200]] })
    }
    let isBack = false
    try {
      await set(!task.visible)
      await set(task.visible)
      isBack = true
    } finally {
      if (!isBack)
        await probe.restore(async () => {
          await probe.send(request(task.visible))
        })
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
