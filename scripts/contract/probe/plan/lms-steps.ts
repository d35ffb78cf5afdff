import { unknownId } from '../facts'
import { found } from '../probe-errors'
import type { Scene } from '../scene'
import { type Step, step } from '../step'
import { openGroup } from './group-steps'

/** A group that admin administers, linked to the LMS or not. */
function administered(scene: Scene, isLinked: boolean, isExam?: boolean): { path: { id: number } } {
  const what = isLinked
    ? 'administered group that is linked to the LMS'
    : 'administered group without a mnemonic code'
  const { id } = scene.facts.group(
    'admin',
    what,
    group =>
      group.is_admin &&
      (group.mnemonic_code !== undefined) === isLinked &&
      (isExam === undefined || group.is_exam === isExam),
  )
  return { path: { id } }
}

/** Specification, section 7, Tasks: opening a task from the LMS. */
export const lmsReadSteps: readonly Step[] = [
  step('findLmsTask', 'open to the student', {
    as: 'student',
    call: scene => ({ json: found(scene.options.values.lmsTask, 'value lmsTask') }),
    answers: [[200]],
    isSmoke: true,
  }),
  step('findLmsTask', 'with an unconfirmed address', {
    as: 'newcomer',
    call: scene => ({ json: found(scene.options.values.lmsTask, 'value lmsTask') }),
    answers: [[403, 'email not verified']],
    because: 'the address of the reader is not confirmed',
  }),
  step('findLmsTask', "of somebody else's group", {
    as: 'newcomer',
    call: scene => ({ json: found(scene.options.values.foreignLmsTask, 'value foreignLmsTask') }),
    answers: [[403, 'you dont have access to this group']],
    because: 'the reader does not belong to the group',
  }),
  step('findLmsTask', 'of a group that begins later', {
    as: 'student',
    call: scene => ({ json: found(scene.options.values.laterLmsTask, 'value laterLmsTask') }),
    answers: [[403, 'Training in this group will begin later']],
    because: 'the group has not begun',
  }),
  step('findLmsTask', 'unknown', {
    as: 'student',
    call: scene => ({
      json: { mnemonic_code_group: `nowhere-${scene.facts.nonce}`, gitlab_id: String(unknownId) },
    }),
    answers: [[404, 'Task not found']],
  }),
]

const download: Step = {
  name: 'downloadFromLms: twice',
  operations: ['downloadFromLms'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('admin') }
    const call = administered(scene, true, false)
    const ask = () => scene.ask({ operationId: 'downloadFromLms', call, by, answers: [[200]] })
    const first = await ask()
    const second = await ask()
    if (first.body.updated !== second.body.updated) {
      const what = `A second download right after the first gives the same number; ${first.body.updated} came, then ${second.body.updated}.`
      const place = 'answer 200 /updated'
      scene.say('DR62', { operationId: 'downloadFromLms', place, what, isAssumed: true }, second.exchange)
    }
  },
}

const upload: Step = {
  name: 'uploadToLms: of a course and of an exam',
  operations: ['uploadToLms'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('admin') }
    const course = administered(scene, true, false)
    for (const call of [course, course]) {
      await scene.ask({ operationId: 'uploadToLms', call, by, answers: [[200], [404]] })
    }
    if (scene.options.plan === 'smoke') return
    const exam = administered(scene, true, true)
    await scene.ask({ operationId: 'uploadToLms', call: exam, by, answers: [[200], [404]] })
  },
}

const closed: readonly Step[] = (['downloadFromLms', 'uploadToLms'] as const).flatMap(operationId => [
  step(operationId, 'of a group that is not linked', {
    as: 'admin',
    call: scene => administered(scene, false),
    answers: [[409, 'group has no mnemonic code']],
    because: 'the group is not linked to the LMS',
  }),
  step(operationId, 'by one who administers nothing', {
    as: 'student',
    call: scene => ({ path: { id: openGroup(scene).id } }),
    answers: [[403, 'you dont have access to this group']],
    because: 'the reader does not administer the group',
  }),
  step(operationId, 'with an unconfirmed address', {
    as: 'newcomer',
    call: scene => ({ path: { id: scene.facts.group('newcomer', 'group of newcomer', () => true).id } }),
    answers: [[403, 'email not verified']],
    because: 'the address of the reader is not confirmed',
  }),
])

/** Hides a task from students and shows it again. */
const visibility: Step = {
  name: 'setTaskVisibility: there and back',
  operations: ['setTaskVisibility'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('admin') }
    const { id } = administered(scene, true, false).path
    const tasks = scene.facts.whole('admin', id).categories.flatMap(category => category.tasks)
    const task = found(tasks.find(({ visible }) => !visible) ?? tasks.at(-1), 'task of an administered group')
    const question = (visible: boolean) =>
      ({
        operationId: 'setTaskVisibility',
        call: { path: { group: id, task: task.id }, json: { visible } },
        by,
      }) as const
    const set = async (visible: boolean) => {
      const { body, exchange } = await scene.ask({ ...question(visible), answers: [[200]] })
      if (body.visible !== visible) {
        const what = `The switch was asked to be ${visible} and is said to stand at ${body.visible}.`
        scene.say('DR12', { operationId: 'setTaskVisibility', place: 'body /visible', what }, exchange)
      }
    }
    let isBack = false
    try {
      await set(!task.visible)
      await set(task.visible)
      isBack = true
    } finally {
      if (!isBack)
        await scene.putBack(async () => {
          await scene.send(question(task.visible))
        })
    }
  },
}

/** For administrators of groups (specification, section 6). */
export const adminSteps: readonly Step[] = [
  visibility,
  step('setTaskVisibility', 'of an unknown task', {
    as: 'admin',
    call: scene => ({
      path: { group: administered(scene, true, false).path.id, task: unknownId },
      json: { visible: true },
    }),
    answers: [[404, 'Task not found']],
  }),
  step('setTaskVisibility', 'by one who administers nothing', {
    as: 'student',
    call: scene => {
      const { id } = openGroup(scene)
      return { path: { group: id, task: scene.facts.someTaskOf(id) }, json: { visible: true } }
    },
    answers: [[403, 'you dont have access to this group']],
    because: 'the reader does not administer the group',
  }),
  step('setTaskVisibility', 'with an unconfirmed address', {
    as: 'newcomer',
    call: scene => {
      const { id } = scene.facts.group('newcomer', 'group of newcomer', () => true)
      return { path: { group: id, task: scene.facts.someTaskOf(id) }, json: { visible: true } }
    },
    answers: [[403, 'email not verified']],
    because: 'the address of the reader is not confirmed',
  }),
  download,
  upload,
  ...closed,
]
