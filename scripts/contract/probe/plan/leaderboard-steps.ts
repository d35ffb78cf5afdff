import type { Exchange } from '../../../lib/validator/exchange'
import type { Leaderboard } from '../contract-types'
import { isOpen } from '../facts'
import type { ProbeContext } from '../probe-context'
import { type Step, step } from '../step'
import { openGroup } from './group-steps'

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
