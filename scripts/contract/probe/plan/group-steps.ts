import type { Exchange } from '../../../lib/judge/exchange'
import type { Group, GroupSummary } from '../contract-types'
import { isOpen } from '../facts'
import { roles } from '../probe-options'
import type { Scene } from '../scene'
import { type Step, step } from '../step'
import { sayWhole } from './relations'

/** The group in which the student works: open, with the scoreboard shown if there is such a one. */
export function openGroup(scene: Scene): GroupSummary {
  const groups = scene.facts.groupsOf('student').filter(group => isOpen(group, scene.now))
  const shown = groups.find(group => !group.hide_leaderboard)
  return shown ?? scene.facts.group('student', 'open group of the student', group => groups.includes(group))
}

const lists: readonly Step[] = roles.map(role =>
  step('listGroups', `of ${role}`, {
    as: role,
    call: {},
    answers: [[200]],
    isSmoke: true,
    learn: ({ body }, scene) => {
      scene.facts.groups.set(
        role,
        body.filter(group => Number.isInteger(group.id)),
      )
    },
  }),
)

/** Reads a group and keeps it under the role. */
async function readGroup(scene: Scene, role: (typeof roles)[number], id: number): Promise<Group> {
  const { body, exchange } = await scene.ask({
    operationId: 'getGroup',
    call: { path: { id } },
    by: { person: scene.person(role) },
    answers: [[200]],
  })
  scene.facts.wholeGroups.set(`${role}:${id}`, body)
  checkWhole(scene, body, { role, exchange })
  return body
}

function checkWhole(
  scene: Scene,
  group: Group,
  seen: { role: (typeof roles)[number]; exchange: Exchange },
): void {
  const listed = scene.facts.groups.get(seen.role)?.find(one => one.id === group.id)
  if (!listed) return
  const tasks = group.categories.flatMap(category => category.tasks)
  // Before and after an attempt the tasks of an exam are not shown.
  if (!group.is_exam || tasks.length > 0)
    sayWhole(scene, { group, listed, count: tasks.length, exchange: seen.exchange })
}

const openOne: Step = {
  name: 'getGroup: an open one',
  operations: ['getGroup'],
  isSmoke: true,
  run: async scene => {
    await readGroup(scene, 'student', openGroup(scene).id)
  },
}

const administered: Step = {
  name: 'getGroup: all that admin administers',
  operations: ['getGroup'],
  run: async scene => {
    const groups = scene.facts.groupsOf('admin').filter(group => group.is_admin)
    for (const { id } of groups.slice(0, 10)) await readGroup(scene, 'admin', id)
  },
}

const exams: readonly Step[] = (['candidate', 'examinee'] as const).map(role => ({
  name: `getGroup: the exams of ${role}`,
  operations: ['getGroup'],
  run: async scene => {
    for (const { id } of scene.facts
      .groupsOf(role)
      .filter(group => group.is_exam)
      .slice(0, 5))
      await readGroup(scene, role, id)
  },
}))

/** Specification, section 7, Groups. */
export const groupSteps: readonly Step[] = [
  ...lists,
  openOne,
  step('listTaskStatuses', 'of an open group', {
    as: 'student',
    call: scene => ({ path: { id: openGroup(scene).id } }),
    answers: [[200]],
    isSmoke: true,
    learn: ({ body, exchange }, scene) => {
      scene.facts.statuses = body
      const group = scene.facts.whole('student', openGroup(scene).id)
      const ids = new Set(group.categories.flatMap(({ tasks }) => tasks.map(({ id }) => id)))
      const stranger = body.find(({ task_id }) => !ids.has(task_id))
      if (stranger) {
        const what = `The states are of the tasks of group ${group.id}; task ${stranger.task_id} is none of them.`
        scene.say(
          'DR63',
          { operationId: 'listTaskStatuses', place: 'answer 200 /*/task_id', what, isAssumed: true },
          exchange,
        )
      }
    },
  }),
  administered,
  ...exams,
]
