import type { MockOperations } from '../handlers.gen'
import { requireActiveTask, requireTask } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { isFirstSolve, submitFlags } from '../platform/flags'
import { getScore } from '../platform/scores'
import { tableKeys } from '../platform/tables'
import { getHints, viewHint, viewTask } from './views'

export const taskOperations = {
  getTask: ({ db, user, params }) => {
    const access = requireTask(db, user, { groupId: params.group, taskId: params.task })
    return { status: 200, body: viewTask(db, user, access) }
  },
  takeHint: ({ db, user, params, now }) => {
    const access = requireTask(db, user, { groupId: params.group, taskId: params.task })
    requireActiveTask(access)
    const { group, task } = access
    const [next] = getHints(db, user, task).left
    if (!next) return { status: 200, body: { hint: {} } }
    db.tables.hints.put(tableKeys.hint(user.id, next.id), {
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
    const access = requireTask(db, user, { groupId: params.group, taskId: params.task })
    const { writeup } = access.task
    if (!writeup) throw new ApiFault(404, 'Task not found')
    const isOpen = writeup.rule === 'always' || access.membership.is_admin
    if (!isOpen && !getScore(db, user, access.group.id, access.task.id).solved) {
      throw new ApiFault(403, 'writeup is available after solving')
    }
    return { status: 200, body: { content: writeup.content } }
  },
  submitFlags: ({ db, user, query, body }) => {
    const access = requireTask(db, user, {
      groupId: query.group_id,
      taskId: query.task_id,
      missing: 'Task is not found in database',
    })
    requireActiveTask(access)
    const { results, attemptsLeft } = submitFlags(db, user, access, body.flags)
    const { solved, flags_solved, points_earned } = getScore(db, user, access.group.id, access.task.id)
    return {
      status: 200,
      body: {
        results,
        solved,
        flags_solved,
        flags_total: access.task.flags.length,
        points_earned,
        first_solve: solved && isFirstSolve(db, user, access),
        attempts_left: attemptsLeft,
      },
    }
  },
} satisfies Partial<MockOperations>
