import { ApiFault } from './api-fault'
import { isFromEndedExam } from './attempts'
import type { TaskEntry } from './content'
import type { LabSeed } from './data/types'
import type { Db } from './db'
import { digest } from './digest'
import type { LabRow, SettingsRow, UserRow } from './rows'
import { tableKeys } from './tables'

/** Computed from the clock. */
export type LabState = 'off' | 'starting' | 'ready'

export function getLabState(db: Db, row: LabRow | undefined): LabState {
  const now = db.now()
  if (!row || row.stopped_at !== undefined || now >= row.expires_at || hasFailed(db, row)) return 'off'
  if (isFromEndedExam(db, row)) return 'off'
  return now < row.ready_at ? 'starting' : 'ready'
}

function hasFailed(db: Db, { fails_at }: LabRow): boolean {
  return fails_at !== undefined && db.now() >= fails_at
}

/** Why the last start failed; undefined once the user has started or stopped the lab since. */
export function getLabError(db: Db, userId: number, taskId: number): string | undefined {
  const row = db.tables.labs.get(tableKeys.lab(userId, taskId))
  return row && row.stopped_at === undefined && hasFailed(db, row) ? row.error : undefined
}

/** The user's lab if it is starting or ready. */
export function getRunningLab(db: Db, userId: number, taskId: number): LabRow | undefined {
  const row = db.tables.labs.get(tableKeys.lab(userId, taskId))
  return getLabState(db, row) === 'off' ? undefined : row
}

/**
 * Starts a lab, or extends a ready one within its extension window; otherwise a second start changes nothing. Throws
 * 404 for a task without a lab and 409 while another lab of the user runs.
 */
export function startLab(db: Db, user: UserRow, entry: TaskEntry): LabRow {
  const { lab } = entry.task
  if (!lab) throw new ApiFault(404, 'Task is not found in database')
  const now = db.now()
  const key = tableKeys.lab(user.id, entry.task.id)
  const current = getRunningLab(db, user.id, entry.task.id)
  if (current) {
    const mayExtend = now >= current.ready_at && now >= getExtendTime(current, lab)
    return mayExtend ? db.tables.labs.patch(key, { expires_at: now + lab.lifetimeSeconds * 1000 }) : current
  }
  const other = db.tables.labs.find(row => row.user_id === user.id && getLabState(db, row) !== 'off')
  if (other) throw new ApiFault(409, 'another lab is running', { extra: { running: describeLab(db, other) } })
  return db.tables.labs.put(key, createLabRow(db, user, entry, lab))
}

function createLabRow(db: Db, user: UserRow, { group, task }: TaskEntry, lab: LabSeed): LabRow {
  const { labStarts } = db.settings
  const isFirst = !db.tables.labs.get(tableKeys.lab(user.id, task.id))
  const started_at = db.now()
  const isFailing = labStarts === 'failing' || (lab.failsFirst === true && isFirst)
  const ready_at = started_at + (isFailing ? lab.expectedSeconds : getStartSeconds(lab, labStarts)) * 1000
  const row: LabRow = {
    user_id: user.id,
    group_id: group.id,
    task_id: task.id,
    started_at,
    ready_at,
    expires_at: ready_at + lab.lifetimeSeconds * 1000,
  }
  if (!isFailing) return row
  return { ...row, fails_at: ready_at, error: getFailureMessage(getLabHost(db, row), lab.expectedSeconds) }
}

function getStartSeconds(lab: LabSeed, labStarts: SettingsRow['labStarts']): number {
  return labStarts === 'slow' ? lab.expectedSeconds * 4 : (lab.actualSeconds ?? lab.expectedSeconds)
}

function describeLab(db: Db, { group_id, task_id }: LabRow) {
  return { group_id, task_id, title: db.content.tasks.get(task_id)?.task.title ?? String(task_id) }
}

/** Stops a lab, or dismisses the failure of its last start. Throws 404 when there is neither. */
export function stopLab(db: Db, user: UserRow, entry: TaskEntry): void {
  const { id } = entry.task
  const isThere = getRunningLab(db, user.id, id) || getLabError(db, user.id, id) !== undefined
  if (!isThere) throw new ApiFault(404, 'record to undeploy not found')
  db.tables.labs.patch(tableKeys.lab(user.id, id), { stopped_at: db.now() })
}

/** From when on a start extends the lab. */
export function getExtendTime(row: LabRow, lab: LabSeed): number {
  return row.expires_at - lab.extendWindowSeconds * 1000
}

/** A host name that never resolves. */
export function getLabHost(db: Db, row: LabRow): string {
  return `lab-${digest(8, db.seed, 'lab', row.user_id, row.task_id, row.started_at)}.labs.example`
}

type FailureTemplate = (host: string, seconds: number) => string

/** What the tools behind a lab print when a start breaks off. */
const failureTemplates: readonly [FailureTemplate, ...FailureTemplate[]] = [
  (host, seconds) =>
    `${host}: step 2/4 "pull image" failed\nregistry.labs.example: net/http: TLS handshake timeout after ${seconds} s`,
  (host, seconds) =>
    `${host}: not ready after ${seconds} s\nreadiness probe failed: dial tcp 10.20.0.14:8080: connect: connection refused`,
  host =>
    `${host}: 0/6 nodes are available: 4 Insufficient memory, 2 node(s) had untolerated taint\npod was not scheduled, giving up`,
]

/** Plain text; always the same for the same host. */
function getFailureMessage(host: string, seconds: number): string {
  const template =
    failureTemplates[Number.parseInt(digest(4, host), 16) % failureTemplates.length] ?? failureTemplates[0]
  return template(host, seconds)
}
