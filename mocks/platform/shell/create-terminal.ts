import type { TaskEntry } from '../content'
import type { Db } from '../db'
import { digest } from '../digest'
import type { LabRow, UserRow } from '../rows'

/**
 * The id of the user's terminal in this start of the lab, the same for repeated calls, so that a reopened terminal is
 * resumed. Terminals of earlier starts are deleted.
 */
export function createTerminal(db: Db, user: UserRow, entry: TaskEntry, row: LabRow): string {
  const { terminals } = db.tables
  const task_id = entry.task.id
  const id = digest(24, db.seed, 'terminal', user.id, task_id, row.started_at)
  if (terminals.get(id)) return id
  for (const old of terminals.filter(one => one.user_id === user.id && one.task_id === task_id)) {
    terminals.delete(old.id)
  }
  terminals.put(id, {
    id,
    user_id: user.id,
    task_id,
    lab_started_at: row.started_at,
    cwd: '',
    previous_cwd: '',
    line: '',
    cursor: 0,
    pending: '',
    history: [],
    steps_back: 0,
    draft: '',
    exit_status: 0,
    columns: 80,
    rows: 24,
  })
  return id
}
