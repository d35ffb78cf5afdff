import type { Exchange } from '../../../lib/validator/exchange'
import { type Group, type GroupSummary, isOpen, type Leaderboard } from '../facts'
import type { ProbeContext } from '../probe-context'
import { roles } from '../probe-options'
import { type Step, step } from '../step'

export function openGroup(probe: ProbeContext): GroupSummary {
  const groups = probe.facts.groupsOf('student').filter(group => isOpen(group, probe.now))
  const visible = groups.find(group => !group.hide_leaderboard)
  return visible ?? probe.facts.group('student', 'open group of the student', group => groups.includes(group))
}

const lists: readonly Step[] = roles.map(role =>
  step('listGroups', `of ${role}`, {
    as: role,
    call: {},
    expected: [[200]],
    isSmoke: true,
    onResponse: ({ body }, probe) => {
      probe.facts.groups.set(
        role,
        body.filter(group => Number.isInteger(group.id)),
      )
    },
  }),
)

async function readGroup(probe: ProbeContext, role: (typeof roles)[number], id: number): Promise<Group> {
  const { body, exchange } = await probe.request({
    operationId: 'getGroup',
    call: { path: { id } },
    auth: { user: probe.user(role) },
    expected: [[200]],
  })
  probe.facts.fullGroups.set(`${role}:${id}`, body)
  checkConsistency(probe, body, { role, exchange })
  return body
}

function checkConsistency(
  probe: ProbeContext,
  group: Group,
  seen: { role: (typeof roles)[number]; exchange: Exchange },
): void {
  const listed = probe.facts.groups.get(seen.role)?.find(one => one.id === group.id)
  if (!listed) return
  const tasks = group.categories.flatMap(category => category.tasks)
  // Outside a running attempt the tasks of an exam are not shown.
  if (!group.is_exam || tasks.length > 0)
    reportGroupConsistency(probe, { group, listed, count: tasks.length, exchange: seen.exchange })
}

const openOne: Step = {
  name: 'getGroup: an open one',
  operations: ['getGroup'],
  isSmoke: true,
  run: async probe => {
    await readGroup(probe, 'student', openGroup(probe).id)
  },
}

const administered: Step = {
  name: 'getGroup: all that admin administers',
  operations: ['getGroup'],
  run: async probe => {
    const groups = probe.facts.groupsOf('admin').filter(group => group.is_admin)
    for (const { id } of groups.slice(0, 10)) await readGroup(probe, 'admin', id)
  },
}

const exams: readonly Step[] = (['candidate', 'examinee'] as const).map(role => ({
  name: `getGroup: the exams of ${role}`,
  operations: ['getGroup'],
  run: async probe => {
    for (const { id } of probe.facts
      .groupsOf(role)
      .filter(group => group.is_exam)
      .slice(0, 5))
      await readGroup(probe, role, id)
  },
}))

export const groupSteps: readonly Step[] = [
  ...lists,
  openOne,
  step('listTaskStatuses', 'of an open group', {
    as: 'student',
    call: probe => ({ path: { id: openGroup(probe).id } }),
    expected: [[200]],
    isSmoke: true,
    onResponse: ({ body, exchange }, probe) => {
      probe.facts.statuses = body
      const group = probe.facts.fullGroup('student', openGroup(probe).id)
      const ids = new Set(group.categories.flatMap(({ tasks }) => tasks.map(({ id }) => id)))
      const foreignStatus = body.find(({ task_id }) => !ids.has(task_id))
      if (foreignStatus) {
        const what = `The states are of the tasks of group ${group.id}; task ${foreignStatus.task_id} is none of them.`
        probe.report(
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

/** The list of groups and the group must agree, and the group must have all its tasks. */
function reportGroupConsistency(
  probe: ProbeContext,
  {
    group,
    listed,
    count,
    exchange,
  }: { group: Group; listed: GroupSummary; count: number; exchange: Exchange },
): void {
  if (group.tasks_total !== count) {
    const what = `The group counts ${group.tasks_total} tasks and sends ${count}; the client expects all of them in one answer.`
    probe.report(
      'DR63',
      { operationId: 'getGroup', place: 'answer 200 /categories/*/tasks', what, isAssumed: true },
      exchange,
    )
  }
  for (const name of ['name', 'is_exam', 'is_admin', 'tasks_total', 'points_total'] as const) {
    if (group[name] === listed[name]) continue
    const what =
      name === 'name'
        ? `The list of groups and group ${group.id} itself have different names.`
        : `The list of groups has ${name} ${JSON.stringify(listed[name])} for group ${group.id}, the group itself ${JSON.stringify(group[name])}.`
    probe.report(
      'DR63',
      { operationId: 'getGroup', place: `answer 200 /${name}`, what, isAssumed: true },
      exchange,
    )
  }
}

export const leaderboardSteps: readonly Step[] = [
  step('getLeaderboard', 'of an open group', {
    as: 'student',
    call: probe => ({ path: { id: openGroup(probe).id } }),
    expected: [[200]],
    isSmoke: true,
    onResponse: ({ body, exchange }, probe) => {
      probe.facts.leaderboardUserIds = body.rows.map(({ user_id }) => user_id)
      reportLeaderboardOrder(probe, body, exchange)
    },
  }),
  step('getLeaderboard', 'hidden', {
    as: 'student',
    call: probe => ({
      path: {
        id: probe.facts.group(
          'student',
          'open group that hides its scoreboard',
          group => isOpen(group, probe.now) && group.hide_leaderboard && !group.is_admin,
        ).id,
      },
    }),
    expected: [[403, 'leaderboard is hidden']],
    reason: 'the group hides its scoreboard',
  }),
]

/** Rows are sorted by rank, equal results share a rank, curves are sorted by time. */
function reportLeaderboardOrder(
  probe: ProbeContext,
  { rows, series = [] }: Leaderboard,
  exchange: Exchange,
): void {
  const report = (place: string, what: string) =>
    probe.report('DR63', { operationId: 'getLeaderboard', place, what, isAssumed: true }, exchange)
  const pairs = rows.slice(1).map((row, index) => [rows[index] ?? row, row] as const)
  const unsorted = pairs.find(([a, b]) => a.rank > b.rank)
  if (unsorted)
    report(
      'answer 200 /rows',
      `Rows are promised by rank; ${unsorted[1].rank} comes after ${unsorted[0].rank}.`,
    )
  const wrong = pairs.find(([a, b]) => a.rank < b.rank && a.points < b.points)
  if (wrong)
    report(
      'answer 200 /rows/*/rank',
      `A better result has a better rank; rank ${wrong[0].rank} has ${wrong[0].points} points and rank ${wrong[1].rank} has ${wrong[1].points}.`,
    )
  const tied = pairs.find(([a, b]) => a.points === b.points && a.rank !== b.rank)
  if (tied)
    report(
      'answer 200 /rows/*/rank',
      `Users with equal results share a rank; ${tied[0].points} points have the ranks ${tied[0].rank} and ${tied[1].rank}.`,
    )
  const backwards = series.some(({ points }) =>
    points.some(({ at }, index) => index > 0 && Date.parse(points[index - 1]?.at ?? '') > Date.parse(at)),
  )
  if (backwards)
    report(
      'answer 200 /series/*/points',
      'Points of a curve are promised oldest first; a newer one comes before an older.',
    )
}
