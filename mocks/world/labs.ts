import { isOfEndedExam } from './attempt-status'
import type { PlacedTask } from './content'
import type { LabSeed } from './data/types'
import { digest } from './digest'
import { failureText } from './lab-failures'
import { Refusal } from './refusal'
import type { LabRow, SettingsRow, UserRow } from './rows'
import { keyOf } from './tables'
import type { World } from './world'

/** The three states of a lab (specification, section 4), computed from the clock. */
export type LabState = 'off' | 'starting' | 'ready'

export function labStateOf(world: World, row: LabRow | undefined): LabState {
  const now = world.now()
  if (!row || row.stopped_at !== undefined || now >= row.expires_at || hasFailed(world, row)) return 'off'
  if (isOfEndedExam(world, row)) return 'off'
  return now < row.ready_at ? 'starting' : 'ready'
}

function hasFailed(world: World, { fails_at }: LabRow): boolean {
  return fails_at !== undefined && world.now() >= fails_at
}

/** Why the last start of a lab broke off; undefined once the person has started or stopped it since. */
export function labErrorOf(world: World, userId: number, taskId: number): string | undefined {
  const row = world.tables.labs.get(keyOf.lab(userId, taskId))
  return row && row.stopped_at === undefined && hasFailed(world, row) ? row.error : undefined
}

/** The row of a lab that is starting or ready. */
export function runningLab(world: World, userId: number, taskId: number): LabRow | undefined {
  const row = world.tables.labs.get(keyOf.lab(userId, taskId))
  return labStateOf(world, row) === 'off' ? undefined : row
}

/**
 * Starts a lab, or keeps a ready one working once its window has come; a second start while it is starting, or
 * too early, changes nothing. Throws 404 for a task without a lab, 409 while the person's other lab runs.
 */
export function startLab(world: World, user: UserRow, placed: PlacedTask): LabRow {
  const { lab } = placed.task
  if (!lab) throw new Refusal(404, 'Task is not found in database')
  const now = world.now()
  const key = keyOf.lab(user.id, placed.task.id)
  const current = runningLab(world, user.id, placed.task.id)
  if (current) {
    const mayExtend = now >= current.ready_at && now >= extendFrom(current, lab)
    return mayExtend
      ? world.tables.labs.patch(key, { expires_at: now + lab.lifetimeSeconds * 1000 })
      : current
  }
  const other = world.tables.labs.find(row => row.user_id === user.id && labStateOf(world, row) !== 'off')
  if (other) throw new Refusal(409, 'another lab is running', { extra: { running: nameLab(world, other) } })
  return world.tables.labs.put(key, newStart(world, user, placed, lab))
}

function newStart(world: World, user: UserRow, { group, task }: PlacedTask, lab: LabSeed): LabRow {
  const { labStarts } = world.settings
  const isFirst = !world.tables.labs.get(keyOf.lab(user.id, task.id))
  const started_at = world.now()
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
  return { ...row, fails_at: ready_at, error: failureText(labHost(world, row), lab.expectedSeconds) }
}

function startSeconds(lab: LabSeed, labStarts: SettingsRow['labStarts']): number {
  return labStarts === 'slow' ? lab.expectedSeconds * 4 : (lab.actualSeconds ?? lab.expectedSeconds)
}

function nameLab(world: World, { group_id, task_id }: LabRow) {
  return { group_id, task_id, title: world.content.tasks.get(task_id)?.task.title ?? String(task_id) }
}

/** Stops a lab, or puts the failure of its last start away. Throws 404 when there is neither. */
export function stopLab(world: World, user: UserRow, placed: PlacedTask): void {
  const { id } = placed.task
  const isThere = runningLab(world, user.id, id) || labErrorOf(world, user.id, id) !== undefined
  if (!isThere) throw new Refusal(404, 'record to undeploy not found')
  world.tables.labs.patch(keyOf.lab(user.id, id), { stopped_at: world.now() })
}

/** From when on a start keeps the lab working. */
export function extendFrom(row: LabRow, lab: LabSeed): number {
  return row.expires_at - lab.extendWindowSeconds * 1000
}

/** The address of one person's environment, a name that resolves nowhere. */
export function labHost(world: World, row: LabRow): string {
  return `lab-${digest(8, world.seed, 'lab', row.user_id, row.task_id, row.started_at)}.labs.example`
}
