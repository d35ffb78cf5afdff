import { ApiFault } from './api-fault'
import { type AttemptStatus, getAttemptStatus, getAttempts, requireExam } from './attempt-status'
import type { GroupSeed } from './data/types'
import type { Db } from './db'
import { getRejectionReason, recordOutcome } from './payments'
import type { AttemptRow, UserRow } from './rows'

const ended: ReadonlySet<AttemptStatus> = new Set(['completed', 'report_rejected'])

function findActiveAttempt(db: Db, userId: number, group: GroupSeed): AttemptRow | undefined {
  const exam = requireExam(group)
  return getAttempts(db, userId, group.id).find(row => !ended.has(getAttemptStatus(db, row, exam)))
}

/** Throws 409 if the group is not an exam or another attempt is active. */
export function requestAttempt(db: Db, user: UserRow, group: GroupSeed): AttemptRow {
  if (findActiveAttempt(db, user.id, group)) throw new ApiFault(409, 'you already have active attempt')
  const id = db.nextId('attempt')
  const row = { id, user_id: user.id, group_id: group.id, created_at: db.now() }
  return db.tables.attempts.put(id, row)
}

/** Starts the exam. */
export function startAttempt(db: Db, user: UserRow, group: GroupSeed): AttemptRow {
  const exam = requireExam(group)
  const attempt = findActiveAttempt(db, user.id, group)
  if (attempt?.started_at !== undefined) throw new ApiFault(409, 'tasks already exist in current attempt')
  const status = attempt && getAttemptStatus(db, attempt, exam)
  if (!attempt || (status !== 'payed' && status !== 'get_access')) {
    throw new ApiFault(409, 'attempt requires payment or admission')
  }
  return db.tables.attempts.patch(attempt.id, { started_at: db.now() })
}

/** Records the outcome of the newest order once the bank has settled it; before that the status is unchanged. */
export function checkPayment(db: Db, user: UserRow, attemptId: number) {
  const row = db.tables.attempts.get(attemptId)
  const exam = row && db.content.groups.get(row.group_id)?.exam
  if (!row || !exam || row.user_id !== user.id) throw new ApiFault(404, 'attempt not found')
  const checked = recordOutcome(db, row)
  const status = getAttemptStatus(db, checked, exam)
  const reason = status === 'payment_rejected' ? getRejectionReason(db, checked) : undefined
  return { id: row.id, status, ...(reason !== undefined && { reason }) }
}
