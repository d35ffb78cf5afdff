import type { GroupSeed } from './data/types'
import { participantsOf } from './participants'
import { Refusal } from './refusal'
import type { World } from './world'

/** The neighbouring learning-management system (specification, sections 3 and 8). */

function requireMnemonicCode(group: GroupSeed): void {
  if (group.mnemonicCode === undefined) throw new Refusal(409, 'group has no mnemonic code')
}

/** How many people were brought up to date. Throws 409. */
export function downloadFromLms(world: World, group: GroupSeed): { updated: number } {
  requireMnemonicCode(group)
  if (!world.settings.isLmsEnabled) throw new Refusal(409, 'lms disabled')
  const members = world.tables.memberships.filter(row => row.group_id === group.id && !row.is_admin)
  return { updated: members.length + participantsOf(world, group.id).length }
}

export interface LmsUploadResult {
  status: 'sent' | 'partially_sent' | 'already_sent' | 'lms_disabled'
  resend_count: number
  failed_count: number
  errors: string[]
  message: string
}

const nothing = { resend_count: 0, failed_count: 0, errors: [] as string[] }

/**
 * Sends the solutions that the system does not have yet. Of a first large delivery a few fail, as people leave the
 * course over there; the next upload sends those again. `missing`: the system has no such course. Throws 409.
 */
export function uploadToLms(world: World, group: GroupSeed): LmsUploadResult | 'missing' {
  requireMnemonicCode(group)
  if (!world.settings.isLmsEnabled) {
    return { status: 'lms_disabled', ...nothing, message: 'Обмен с LMS отключён' }
  }
  const known = tasksKnownToLms(world, group)
  if (known.size === 0) return 'missing'
  const key = `lms:${group.id}`
  const sentBefore = world.tables.counters.get(key)?.last ?? 0
  const waiting = solutionsOf(world, group, known).length - sentBefore
  if (waiting <= 0) return { status: 'already_sent', ...nothing, message: 'Все решения уже отправлены' }
  const failed = sentBefore === 0 && waiting > 20 ? participantsOf(world, group.id).slice(0, 2) : []
  const sent = waiting - failed.length
  world.tables.counters.put(key, { last: sentBefore + sent })
  return {
    status: failed.length > 0 ? 'partially_sent' : 'sent',
    resend_count: sent,
    failed_count: failed.length,
    errors: failed.map(({ username }) => `${username}: в курсе нет такого участника`),
    message: `Отправлено решений: ${sent} из ${waiting}`,
  }
}

function tasksKnownToLms(world: World, group: GroupSeed): ReadonlySet<number> {
  const tasks = world.content.tasksOfGroup.get(group.id) ?? []
  return new Set(tasks.filter(task => task.gitlabId !== undefined).map(task => task.id))
}

/** Solutions of tasks that the system knows, by anyone in the group. */
function solutionsOf(world: World, group: GroupSeed, known: ReadonlySet<number>): unknown[] {
  const seeded = participantsOf(world, group.id).flatMap(person => person.solves)
  const real = world.tables.solves.filter(row => row.group_id === group.id)
  return [...seeded, ...real].filter(solve => known.has(solve.task_id))
}

/** Where a task of the other system is, or undefined. */
export function findLmsTask(world: World, mnemonicCode: string, gitlabId: string) {
  for (const group of world.content.groups.values()) {
    if (group.mnemonicCode !== mnemonicCode) continue
    const tasks = world.content.tasksOfGroup.get(group.id) ?? []
    const task = tasks.find(task => task.gitlabId !== undefined && String(task.gitlabId) === gitlabId)
    if (task) return { group_id: group.id, task_id: task.id }
  }
  return undefined
}
