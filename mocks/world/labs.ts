import type { PlacedTask } from './content'
import type { LabSeed } from './data/types'
import { digest } from './digest'
import { Refusal } from './refusal'
import type { LabRow, UserRow } from './rows'
import { keyOf } from './tables'
import type { World } from './world'

/** The three states of a lab (specification, section 4), computed from the clock. */
export type LabState = 'off' | 'starting' | 'ready'

export function labStateOf(world: World, row: LabRow | undefined): LabState {
  const now = world.now()
  if (!row || now >= row.expires_at) return 'off'
  return now < row.ready_at ? 'starting' : 'ready'
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
  const readyAt = now + (lab.actualSeconds ?? lab.expectedSeconds) * 1000
  return world.tables.labs.put(key, {
    user_id: user.id,
    group_id: placed.group.id,
    task_id: placed.task.id,
    started_at: now,
    ready_at: readyAt,
    expires_at: readyAt + lab.lifetimeSeconds * 1000,
  })
}

function nameLab(world: World, { group_id, task_id }: LabRow) {
  return { group_id, task_id, title: world.content.tasks.get(task_id)?.task.title ?? String(task_id) }
}

/** Stops a lab. Throws 404 when none runs. */
export function stopLab(world: World, user: UserRow, placed: PlacedTask): void {
  if (!runningLab(world, user.id, placed.task.id)) throw new Refusal(404, 'record to undeploy not found')
  world.tables.labs.delete(keyOf.lab(user.id, placed.task.id))
}

/** From when on a start keeps the lab working. */
export function extendFrom(row: LabRow, lab: LabSeed): number {
  return row.expires_at - lab.extendWindowSeconds * 1000
}

/** The address of one person's environment, a name that resolves nowhere. */
export function labHost(world: World, row: LabRow): string {
  return `lab-${digest(8, world.seed, 'lab', row.user_id, row.task_id, row.started_at)}.labs.example`
}
