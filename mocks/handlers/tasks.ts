import type { MockOperations } from '../handlers.gen'
import { hintsOf, viewHint, viewTask } from '../views/task-view'
import { requireActiveTask, visitTask } from '../world/access'
import { Refusal } from '../world/refusal'
import { scoreOf } from '../world/scores'
import { submitFlags } from '../world/submit-flags'
import { keyOf } from '../world/tables'

/** Specification, section 7, Tasks. */
export const taskOperations = {
  getTask: ({ world, user, params }) => {
    const visit = visitTask(world, user, { groupId: params.group, taskId: params.task })
    return { status: 200, body: viewTask(world, user, visit) }
  },
  takeHint: ({ world, user, params, now }) => {
    const visit = visitTask(world, user, { groupId: params.group, taskId: params.task })
    requireActiveTask(visit)
    const { group, task } = visit
    const [next] = hintsOf(world, user, task).left
    if (!next) return { status: 200, body: { hint: {} } }
    world.tables.hints.put(keyOf.hint(user.id, next.id), {
      user_id: user.id,
      group_id: group.id,
      task_id: task.id,
      hint_id: next.id,
      cost: next.cost,
      at: now,
    })
    return { status: 200, body: { hint: viewHint(task, next) } }
  },
  getWriteup: ({ world, user, params }) => {
    const visit = visitTask(world, user, { groupId: params.group, taskId: params.task })
    const { writeup } = visit.task
    if (!writeup) throw new Refusal(404, 'Task not found')
    const isOpen = writeup.rule === 'always' || visit.membership.is_admin
    if (!isOpen && !scoreOf(world, user, visit.group.id, visit.task.id).solved) {
      throw new Refusal(403, 'writeup is available after solving')
    }
    return { status: 200, body: { content: writeup.content } }
  },
  submitFlags: ({ world, user, query, body }) => {
    const visit = visitTask(world, user, {
      groupId: query.group_id,
      taskId: query.task_id,
      missing: 'Task is not found in database',
    })
    requireActiveTask(visit)
    const { results, attemptsLeft } = submitFlags(world, user, visit, body.flags)
    const { solved, flags_solved, points_earned } = scoreOf(world, user, visit.group.id, visit.task.id)
    return {
      status: 200,
      body: {
        results,
        solved,
        flags_solved,
        flags_total: visit.task.flags.length,
        points_earned,
        attempts_left: attemptsLeft,
      },
    }
  },
} satisfies Partial<MockOperations>
