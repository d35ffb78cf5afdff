import type { Hint, Task, TaskStatus, TaskSummary } from '../../src/api/schema.gen'
import { isTaskVisible, type TaskAccess } from '../platform/access'
import { isoTime } from '../platform/clock'
import type { GroupSeed, HintSeed, TaskSeed } from '../platform/data/types'
import type { Db, UserRow } from '../platform/db'
import { getLabState } from '../platform/labs'
import { emptyScore, getScore, getScores } from '../platform/scores'
import { keyOf } from '../platform/tables'

export function viewTaskSummary(db: Db, groupId: number, task: TaskSeed): TaskSummary {
  const visible = isTaskVisible(db, groupId, task.id)
  return {
    id: task.id,
    title: task.title,
    difficulty: task.difficulty,
    points: task.points,
    important: task.important,
    // A hidden task that was made visible is like any other.
    status: visible && task.status === 'hidden' ? 'active' : task.status,
    ...(task.disabledReason && { disabled_reason: task.disabledReason }),
    visible,
    flags_total: task.flags.length,
    has_lab: task.lab !== undefined,
    has_hint: task.hints.length > 0,
    has_writeup: task.writeup !== undefined,
  }
}

export function viewHint(task: TaskSeed, hint: HintSeed): Hint {
  const { id, text, cost } = hint
  return { id, text, cost, number: task.hints.indexOf(hint) + 1, total: task.hints.length }
}

export function getHints(db: Db, user: UserRow, task: TaskSeed) {
  const isTaken = (hint: HintSeed) => db.tables.hints.get(keyOf.hint(user.id, hint.id)) !== undefined
  return { taken: task.hints.filter(isTaken), left: task.hints.filter(hint => !isTaken(hint)) }
}

export function viewTask(db: Db, user: UserRow, { group, category, task }: TaskAccess): Task {
  const score = getScore(db, user, group.id, task.id)
  const { taken, left } = getHints(db, user, task)
  return {
    ...viewTaskSummary(db, group.id, task),
    group_id: group.id,
    category_name: category.name,
    description: task.description,
    flags: task.flags.map(({ id, title }) => ({ id, ...(title && { title }), solved: score.flags.has(id) })),
    attachments: task.attachments.map(({ name, size }) => ({
      name,
      url: `/files/tasks/${task.id}/${encodeURIComponent(name)}`,
      size,
    })),
    hints_taken: taken.map(hint => viewHint(task, hint)),
    hints_left: left.length,
    ...(left[0] && { hint_cost: left[0].cost }),
    writeup_rule: task.writeup?.rule ?? 'after_solve',
    ...(task.lab && { lab_expected_seconds: task.lab.expectedSeconds, has_terminal: task.lab.hasTerminal }),
    ...(task.hasLogViewer && { log_viewer_url: `https://logs.flagship.example/tasks/${task.id}` }),
  }
}

/** The user's state of tasks with a solved flag or a running lab. */
export function viewTaskStatuses(db: Db, user: UserRow, group: GroupSeed): TaskStatus[] {
  const scores = getScores(db, user.id, group.id)
  const statuses: TaskStatus[] = []
  for (const task of db.content.tasksOfGroup.get(group.id) ?? []) {
    const score = scores.get(task.id)
    const lab = db.tables.labs.get(keyOf.lab(user.id, task.id))
    const labStatus = getLabState(db, lab)
    if (!score && labStatus === 'off') continue
    const { flags: _, last_at, ...counts } = score ?? emptyScore(task.id)
    statuses.push({
      ...counts,
      ...(counts.solved && { solved_at: isoTime(last_at) }),
      lab_status: labStatus,
      ...(lab && labStatus === 'ready' && { lab_expires_at: isoTime(lab.expires_at) }),
    })
  }
  return statuses
}
