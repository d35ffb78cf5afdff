import type { LmsUpload } from '../../packages/contract/schema.gen'
import { ApiFault } from './api-fault'
import type { GroupSeed, TaskSeed } from './data/types'
import type { Db } from './db'
import { getParticipants } from './participants'
import type { DeliveryRow } from './rows'
import { getScores } from './scores'
import { tableKeys } from './tables'

function requireMnemonicCode(group: GroupSeed): void {
  if (group.mnemonicCode === undefined) throw new ApiFault(409, 'group has no mnemonic code')
}

/** Counts the users of the course; always the same number. Throws 409. */
export function downloadFromLms(db: Db, group: GroupSeed): { updated: number } {
  requireMnemonicCode(group)
  if (!db.settings.isLmsEnabled) throw new ApiFault(409, 'lms disabled')
  if (db.settings.isLmsCourseMissing) throw new ApiFault(409, 'lms course not found')
  return { updated: getLmsUsers(db, group).length }
}

const noCounts = { sent_count: 0, resend_count: 0, failed_count: 0, errors: [] as string[] }

/** Why the LMS rejects a user's solves on the first upload; the next one succeeds. */
const reasons = [
  'в курсе нет такого участника',
  'журнал оценок участника закрыт преподавателем',
  'LMS не ответила вовремя, оценка не сохранена',
] as const

/** Smaller groups have no errors. */
const MIN_GROUP_SIZE_WITH_ERRORS = 20
const MAX_ERRORS = 1000

/**
 * Uploads new and previously rejected solves. In a large group the LMS rejects the first upload of three users, each
 * for another reason. `missing`: the LMS has no such course. Throws 409.
 */
export function uploadToLms(db: Db, group: GroupSeed): Required<LmsUpload> | 'missing' {
  requireMnemonicCode(group)
  if (!db.settings.isLmsEnabled) {
    return { status: 'lms_disabled', ...noCounts, message: 'Обмен с LMS отключён' }
  }
  const tasks = getLmsTasks(db, group)
  if (tasks.size === 0 || db.settings.isLmsCourseMissing) return 'missing'
  const errors: string[] = []
  let sent = 0
  let resent = 0
  for (const { user_id, username, solved, number } of getLmsUsers(db, group)) {
    const before = getDelivery(db, group, user_id)
    const waiting = solved.filter(id => tasks.has(id) && !before.sent.includes(id))
    if (waiting.length === 0) continue
    const again = waiting.filter(id => before.failed.includes(id))
    const reason = before.failed.length === 0 ? getRejectionReason(group, number) : undefined
    if (reason) for (const id of waiting) errors.push(`${username}, «${tasks.get(id)?.title}»: ${reason}`)
    else {
      sent += waiting.length - again.length
      resent += again.length
    }
    const after = reason ? { failed: waiting } : { sent: [...before.sent, ...waiting], failed: [] }
    db.tables.deliveries.put(tableKeys.delivery(group.id, user_id), { ...before, ...after })
  }
  const taken = sent + resent
  const total = taken + errors.length
  if (total === 0) return { status: 'already_sent', ...noCounts, message: 'Все решения уже отправлены' }
  return {
    status: errors.length > 0 ? 'partially_sent' : 'sent',
    sent_count: sent,
    resend_count: resent,
    failed_count: errors.length,
    errors: errors.slice(0, MAX_ERRORS),
    message: `Отправлено решений: ${taken} из ${total}`,
  }
}

/**
 * For scenarios: everything was uploaded before, except one solve of each of the three users whose first upload is
 * rejected.
 */
export function seedPartialUpload(db: Db, group: GroupSeed): void {
  for (const { user_id, solved, number } of getLmsUsers(db, group)) {
    const sent = getRejectionReason(group, number) ? solved.slice(0, -1) : solved
    db.tables.deliveries.put(tableKeys.delivery(group.id, user_id), {
      group_id: group.id,
      user_id,
      sent,
      failed: [],
    })
  }
}

function getRejectionReason({ participants }: GroupSeed, number: number | undefined): string | undefined {
  return number === undefined || participants < MIN_GROUP_SIZE_WITH_ERRORS ? undefined : reasons[number]
}

function getDelivery(db: Db, { id: group_id }: GroupSeed, user_id: number): DeliveryRow {
  const known = db.tables.deliveries.get(tableKeys.delivery(group_id, user_id))
  return known ?? { group_id, user_id, sent: [], failed: [] }
}

function getLmsTasks(db: Db, group: GroupSeed): ReadonlyMap<number, TaskSeed> {
  const tasks = db.content.tasksByGroup.get(group.id) ?? []
  return new Map(tasks.filter(task => task.gitlabId !== undefined).map(task => [task.id, task]))
}

interface LmsUser {
  user_id: number
  username: string
  /** Ids of solved tasks. */
  solved: readonly number[]
  /** Index among the seeded users. */
  number?: number
}

/** The users that the LMS knows: members who aren't administrators, and seeded users. */
function getLmsUsers(db: Db, group: GroupSeed): LmsUser[] {
  const members = db.tables.memberships.filter(row => row.group_id === group.id && !row.is_admin)
  const real = members.map(({ user_id }) => {
    const scores = [...getScores(db, user_id, group.id).values()]
    const solved = scores.filter(score => score.solved).map(({ task_id }) => task_id)
    return { user_id, username: db.tables.users.get(user_id)?.username ?? String(user_id), solved }
  })
  const seeded = getParticipants(db, group.id).map(({ user_id, username, solves }, number) => ({
    user_id,
    username,
    solved: solves.map(({ task_id }) => task_id),
    number,
  }))
  return [...real, ...seeded]
}

/** The task that the LMS knows by these ids. */
export function findLmsTask(db: Db, mnemonicCode: string, gitlabId: string) {
  for (const group of db.content.groups.values()) {
    if (group.mnemonicCode !== mnemonicCode) continue
    const tasks = db.content.tasksByGroup.get(group.id) ?? []
    const task = tasks.find(task => task.gitlabId !== undefined && String(task.gitlabId) === gitlabId)
    if (task) return { group_id: group.id, task_id: task.id }
  }
  return undefined
}
