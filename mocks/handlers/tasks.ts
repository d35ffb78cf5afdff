import type { MockOperations } from '../handlers.gen'
import { requireActiveTask, visitTask } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { scoreOf } from '../platform/scores'
import { submitFlags } from '../platform/submit-flags'
import { keyOf } from '../platform/tables'
import { hintsOf, viewHint, viewTask } from '../views/task-view'

/** Specification, section 7, Tasks. */
export const taskOperations = {
  getTask: ({ db, user, params }) => {
    const visit = visitTask(db, user, { groupId: params.group, taskId: params.task })
    return { status: 200, body: viewTask(db, user, visit) }
  },
  takeHint: ({ db, user, params, now }) => {
    const visit = visitTask(db, user, { groupId: params.group, taskId: params.task })
    requireActiveTask(visit)
    const { group, task } = visit
    const [next] = hintsOf(db, user, task).left
    if (!next) return { status: 200, body: { hint: {} } }
    db.tables.hints.put(keyOf.hint(user.id, next.id), {
      user_id: user.id,
      group_id: group.id,
      task_id: task.id,
      hint_id: next.id,
      cost: next.cost,
      at: now,
    })
    return { status: 200, body: { hint: viewHint(task, next) } }
  },
  getWriteup: ({ db, user, params }) => {
    const visit = visitTask(db, user, { groupId: params.group, taskId: params.task })
    const { writeup } = visit.task
    if (!writeup) throw new ApiFault(404, 'Task not found')
    const isOpen = writeup.rule === 'always' || visit.membership.is_admin
    if (!isOpen && !scoreOf(db, user, visit.group.id, visit.task.id).solved) {
      throw new ApiFault(403, 'writeup is available after solving')
    }
    return { status: 200, body: { content: writeup.content } }
  },
  submitFlags: ({ db, user, query, body }) => {
    const visit = visitTask(db, user, {
      groupId: query.group_id,
      taskId: query.task_id,
      missing: 'Task is not found in database',
    })
    requireActiveTask(visit)
    const { results, attemptsLeft } = submitFlags(db, user, visit, body.flags)
    const { solved, flags_solved, points_earned } = scoreOf(db, user, visit.group.id, visit.task.id)
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
