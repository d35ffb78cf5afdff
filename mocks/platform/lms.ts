import { ApiFault } from './api-fault'
import type { GroupSeed, TaskSeed } from './data/types'
import type { Db } from './db'
import { participantsOf } from './participants'
import type { DeliveryRow } from './rows'
import { scoresOf } from './scores'
import { keyOf } from './tables'

/** The neighbouring learning-management system (specification, sections 3 and 8). */

function requireMnemonicCode(group: GroupSeed): void {
  if (group.mnemonicCode === undefined) throw new ApiFault(409, 'group has no mnemonic code')
}

/** How many people stand as they do over there, the same number however often one asks. Throws 409, also without the course. */
export function downloadFromLms(db: Db, group: GroupSeed): { updated: number } {
  requireMnemonicCode(group)
  if (!db.settings.isLmsEnabled) throw new ApiFault(409, 'lms disabled')
  if (db.settings.isLmsCourseMissing) throw new ApiFault(409, 'lms course not found')
  return { updated: peopleOf(db, group).length }
}

export interface LmsUploadResult {
  status: 'sent' | 'partially_sent' | 'already_sent' | 'lms_disabled'
  sent_count: number
  resend_count: number
  failed_count: number
  errors: string[]
  message: string
}

const nothing = { sent_count: 0, resend_count: 0, failed_count: 0, errors: [] as string[] }

/** Why the system refuses a person's solutions at the first try; by the next upload somebody has put it right. */
const reasons = [
  'в курсе нет такого участника',
  'журнал оценок участника закрыт преподавателем',
  'LMS не ответила вовремя, оценка не сохранена',
] as const

/** A group with fewer people has no such trouble. */
const troubledGroup = 20
const longestList = 1000

/**
 * Sends the solutions that the system does not have yet, and those that it refused before. It refuses the first ones of
 * three people in a large group, each for another reason. `missing`: the system has no such course. Throws 409.
 */
export function uploadToLms(db: Db, group: GroupSeed): LmsUploadResult | 'missing' {
  requireMnemonicCode(group)
  if (!db.settings.isLmsEnabled) {
    return { status: 'lms_disabled', ...nothing, message: 'Обмен с LMS отключён' }
  }
  const tasks = tasksKnownToLms(db, group)
  if (tasks.size === 0 || db.settings.isLmsCourseMissing) return 'missing'
  const errors: string[] = []
  let sent = 0
  let resent = 0
  for (const { user_id, username, solved, number } of peopleOf(db, group)) {
    const before = deliveryOf(db, group, user_id)
    const waiting = solved.filter(id => tasks.has(id) && !before.sent.includes(id))
    if (waiting.length === 0) continue
    const again = waiting.filter(id => before.failed.includes(id))
    const reason = before.failed.length === 0 ? troubleOf(group, number) : undefined
    if (reason) for (const id of waiting) errors.push(`${username}, «${tasks.get(id)?.title}»: ${reason}`)
    else {
      sent += waiting.length - again.length
      resent += again.length
    }
    const after = reason ? { failed: waiting } : { sent: [...before.sent, ...waiting], failed: [] }
    db.tables.deliveries.put(keyOf.delivery(group.id, user_id), { ...before, ...after })
  }
  const taken = sent + resent
  const total = taken + errors.length
  if (total === 0) return { status: 'already_sent', ...nothing, message: 'Все решения уже отправлены' }
  return {
    status: errors.length > 0 ? 'partially_sent' : 'sent',
    sent_count: sent,
    resend_count: resent,
    failed_count: errors.length,
    errors: errors.slice(0, longestList),
    message: `Отправлено решений: ${taken} из ${total}`,
  }
}

/**
 * Everything has been sent already but the last solution of each of the three people whose first ones are refused.
 * For scenarios: what stands before the database begins.
 */
export function sendAllButThree(db: Db, group: GroupSeed): void {
  for (const { user_id, solved, number } of peopleOf(db, group)) {
    const sent = troubleOf(group, number) ? solved.slice(0, -1) : solved
    db.tables.deliveries.put(keyOf.delivery(group.id, user_id), {
      group_id: group.id,
      user_id,
      sent,
      failed: [],
    })
  }
}

function troubleOf({ participants }: GroupSeed, number: number | undefined): string | undefined {
  return number === undefined || participants < troubledGroup ? undefined : reasons[number]
}

function deliveryOf(db: Db, { id: group_id }: GroupSeed, user_id: number): DeliveryRow {
  const known = db.tables.deliveries.get(keyOf.delivery(group_id, user_id))
  return known ?? { group_id, user_id, sent: [], failed: [] }
}

function tasksKnownToLms(db: Db, group: GroupSeed): ReadonlyMap<number, TaskSeed> {
  const tasks = db.content.tasksOfGroup.get(group.id) ?? []
  return new Map(tasks.filter(task => task.gitlabId !== undefined).map(task => [task.id, task]))
}

interface Person {
  user_id: number
  username: string
  /** Ids of solved tasks. */
  solved: readonly number[]
  /** Place among the seeded people, from 0. */
  number?: number
}

/** Everybody whom the system knows: those who can sign in but do not administer, and the seeded people. */
function peopleOf(db: Db, group: GroupSeed): Person[] {
  const members = db.tables.memberships.filter(row => row.group_id === group.id && !row.is_admin)
  const real = members.map(({ user_id }) => {
    const scores = [...scoresOf(db, user_id, group.id).values()]
    const solved = scores.filter(score => score.solved).map(({ task_id }) => task_id)
    return { user_id, username: db.tables.users.get(user_id)?.username ?? String(user_id), solved }
  })
  const seeded = participantsOf(db, group.id).map(({ user_id, username, solves }, number) => ({
    user_id,
    username,
    solved: solves.map(({ task_id }) => task_id),
    number,
  }))
  return [...real, ...seeded]
}

/** Where a task of the other system is, or undefined. */
export function findLmsTask(db: Db, mnemonicCode: string, gitlabId: string) {
  for (const group of db.content.groups.values()) {
    if (group.mnemonicCode !== mnemonicCode) continue
    const tasks = db.content.tasksOfGroup.get(group.id) ?? []
    const task = tasks.find(task => task.gitlabId !== undefined && String(task.gitlabId) === gitlabId)
    if (task) return { group_id: group.id, task_id: task.id }
  }
  return undefined
}
