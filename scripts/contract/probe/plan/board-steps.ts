import { isOpen } from '../facts'
import { type Step, step } from '../step'
import { openGroup } from './group-steps'
import { sayOrder } from './relations'

/** The scoreboard, specification, section 7, User and others. */
export const boardSteps: readonly Step[] = [
  step('getLeaderboard', 'of an open group', {
    as: 'student',
    call: scene => ({ path: { id: openGroup(scene).id } }),
    answers: [[200]],
    isSmoke: true,
    learn: ({ body, exchange }, scene) => {
      scene.facts.boardIds = body.rows.map(({ user_id }) => user_id)
      sayOrder(scene, body, exchange)
    },
  }),
  step('getLeaderboard', 'hidden', {
    as: 'student',
    call: scene => ({
      path: {
        id: scene.facts.group(
          'student',
          'open group that hides its scoreboard',
          group => isOpen(group, scene.now) && group.hide_leaderboard && !group.is_admin,
        ).id,
      },
    }),
    answers: [[403, 'leaderboard is hidden']],
    because: 'the group hides its scoreboard',
  }),
]
