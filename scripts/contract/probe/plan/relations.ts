import type { Exchange } from '../../../lib/judge/exchange'
import type { Group, GroupSummary, Leaderboard } from '../contract-types'
import type { Scene } from '../scene'

/** What two answers, or two items of one, must have in common: no schema says it. */

/** The list of groups and the group itself count the same tasks, and the group sends all of them at once. */
export function sayWhole(
  scene: Scene,
  {
    group,
    listed,
    count,
    exchange,
  }: { group: Group; listed: GroupSummary; count: number; exchange: Exchange },
): void {
  if (group.tasks_total !== count) {
    const what = `The group counts ${group.tasks_total} tasks and sends ${count}; the client expects all of them in one answer.`
    scene.say(
      'DR63',
      { operationId: 'getGroup', place: 'answer 200 /categories/*/tasks', what, isAssumed: true },
      exchange,
    )
  }
  for (const name of ['name', 'is_exam', 'is_admin', 'tasks_total', 'points_total'] as const) {
    if (group[name] === listed[name]) continue
    const what =
      name === 'name'
        ? `The list of groups and group ${group.id} itself say different names.`
        : `The list of groups says ${name} ${JSON.stringify(listed[name])} of group ${group.id}, the group itself ${JSON.stringify(group[name])}.`
    scene.say(
      'DR63',
      { operationId: 'getGroup', place: `answer 200 /${name}`, what, isAssumed: true },
      exchange,
    )
  }
}

/** Rows stand by rank, equal results share one, and curves go from old to new. */
export function sayOrder(scene: Scene, { rows, series = [] }: Leaderboard, exchange: Exchange): void {
  const say = (place: string, what: string) =>
    scene.say('DR63', { operationId: 'getLeaderboard', place, what, isAssumed: true }, exchange)
  const pairs = rows.slice(1).map((row, index) => [rows[index] ?? row, row] as const)
  const unsorted = pairs.find(([a, b]) => a.rank > b.rank)
  if (unsorted)
    say(
      'answer 200 /rows',
      `Rows are promised by rank; ${unsorted[1].rank} stands behind ${unsorted[0].rank}.`,
    )
  const wrong = pairs.find(([a, b]) => a.rank < b.rank && a.points < b.points)
  if (wrong)
    say(
      'answer 200 /rows/*/rank',
      `A better result has a better rank; rank ${wrong[0].rank} has ${wrong[0].points} points and rank ${wrong[1].rank} has ${wrong[1].points}.`,
    )
  const tied = pairs.find(([a, b]) => a.points === b.points && a.rank !== b.rank)
  if (tied)
    say(
      'answer 200 /rows/*/rank',
      `People with equal results share a rank; ${tied[0].points} points have the ranks ${tied[0].rank} and ${tied[1].rank}.`,
    )
  const backwards = series.some(({ points }) =>
    points.some(({ at }, index) => index > 0 && Date.parse(points[index - 1]?.at ?? '') > Date.parse(at)),
  )
  if (backwards)
    say(
      'answer 200 /series/*/points',
      'Points of a curve are promised oldest first; a newer one stands before an older.',
    )
}
