import { ApiFault } from './api-fault'
import { isOfEndedExam } from './attempt-status'
import type { PlacedTask } from './content'
import type { LabSeed } from './data/types'
import type { Db } from './db'
import { digest } from './digest'
import { failureText } from './lab-failures'
import type { LabRow, SettingsRow, UserRow } from './rows'
import { keyOf } from './tables'

/** The three states of a lab (specification, section 4), computed from the clock. */
export type LabState = 'off' | 'starting' | 'ready'

export function labStateOf(db: Db, row: LabRow | undefined): LabState {
  const now = db.now()
  if (!row || row.stopped_at !== undefined || now >= row.expires_at || hasFailed(db, row)) return 'off'
  if (isOfEndedExam(db, row)) return 'off'
  return now < row.ready_at ? 'starting' : 'ready'
}

function hasFailed(db: Db, { fails_at }: LabRow): boolean {
  return fails_at !== undefined && db.now() >= fails_at
}

/** Why the last start of a lab broke off; undefined once the person has started or stopped it since. */
export function labErrorOf(db: Db, userId: number, taskId: number): string | undefined {
  const row = db.tables.labs.get(keyOf.lab(userId, taskId))
  return row && row.stopped_at === undefined && hasFailed(db, row) ? row.error : undefined
}

/** The row of a lab that is starting or ready. */
export function runningLab(db: Db, userId: number, taskId: number): LabRow | undefined {
  const row = db.tables.labs.get(keyOf.lab(userId, taskId))
  return labStateOf(db, row) === 'off' ? undefined : row
}

/**
 * Starts a lab, or keeps a ready one working once its window has come; a second start while it is starting, or
 * too early, changes nothing. Throws 404 for a task without a lab, 409 while the person's other lab runs.
 */
export function startLab(db: Db, user: UserRow, placed: PlacedTask): LabRow {
  const { lab } = placed.task
  if (!lab) throw new ApiFault(404, 'Task is not found in database')
  const now = db.now()
  const key = keyOf.lab(user.id, placed.task.id)
  const current = runningLab(db, user.id, placed.task.id)
  if (current) {
    const mayExtend = now >= current.ready_at && now >= extendFrom(current, lab)
    return mayExtend ? db.tables.labs.patch(key, { expires_at: now + lab.lifetimeSeconds * 1000 }) : current
  }
  const other = db.tables.labs.find(row => row.user_id === user.id && labStateOf(db, row) !== 'off')
  if (other) throw new ApiFault(409, 'another lab is running', { extra: { running: nameLab(db, other) } })
  return db.tables.labs.put(key, newStart(db, user, placed, lab))
}

function newStart(db: Db, user: UserRow, { group, task }: PlacedTask, lab: LabSeed): LabRow {
  const { labStarts } = db.settings
  const isFirst = !db.tables.labs.get(keyOf.lab(user.id, task.id))
  const started_at = db.now()
  const isFailing = labStarts === 'failing' || (lab.failsFirst === true && isFirst)
  const ready_at = started_at + (isFailing ? lab.expectedSeconds : startSeconds(lab, labStarts)) * 1000
  const row: LabRow = {
    user_id: user.id,
    group_id: group.id,
    task_id: task.id,
    started_at,
    ready_at,
    expires_at: ready_at + lab.lifetimeSeconds * 1000,
  }
  if (!isFailing) return row
  return { ...row, fails_at: ready_at, error: failureText(labHost(db, row), lab.expectedSeconds) }
}

function startSeconds(lab: LabSeed, labStarts: SettingsRow['labStarts']): number {
  return labStarts === 'slow' ? lab.expectedSeconds * 4 : (lab.actualSeconds ?? lab.expectedSeconds)
}

function nameLab(db: Db, { group_id, task_id }: LabRow) {
  return { group_id, task_id, title: db.content.tasks.get(task_id)?.task.title ?? String(task_id) }
}

/** Stops a lab, or puts the failure of its last start away. Throws 404 when there is neither. */
export function stopLab(db: Db, user: UserRow, placed: PlacedTask): void {
  const { id } = placed.task
  const isThere = runningLab(db, user.id, id) || labErrorOf(db, user.id, id) !== undefined
  if (!isThere) throw new ApiFault(404, 'record to undeploy not found')
  db.tables.labs.patch(keyOf.lab(user.id, id), { stopped_at: db.now() })
}

/** From when on a start keeps the lab working. */
export function extendFrom(row: LabRow, lab: LabSeed): number {
  return row.expires_at - lab.extendWindowSeconds * 1000
}

/** The address of one person's environment, a name that resolves nowhere. */
export function labHost(db: Db, row: LabRow): string {
  return `lab-${digest(8, db.seed, 'lab', row.user_id, row.task_id, row.started_at)}.labs.example`
}
