import { ApiFault } from './api-fault'
import { type AttemptStatus, attemptsOf, examOf, statusOfAttempt } from './attempt-status'
import type { GroupSeed } from './data/types'
import type { Db } from './db'
import { learnOutcome, rejectionOf } from './payments'
import type { AttemptRow, UserRow } from './rows'

/** What a candidate may do about attempts (specification, section 4, Exam flow). */

const ended: ReadonlySet<AttemptStatus> = new Set(['completed', 'report_rejected'])

function activeAttempt(db: Db, userId: number, group: GroupSeed): AttemptRow | undefined {
  const exam = examOf(group)
  return attemptsOf(db, userId, group.id).find(row => !ended.has(statusOfAttempt(db, row, exam)))
}

/** Makes an attempt. Throws 409 when the group is no exam or another attempt has not ended. */
export function requestAttempt(db: Db, user: UserRow, group: GroupSeed): AttemptRow {
  if (activeAttempt(db, user.id, group)) throw new ApiFault(409, 'you already have active attempt')
  const id = db.nextId('attempt')
  const row = { id, user_id: user.id, group_id: group.id, created_at: db.now() }
  return db.tables.attempts.put(id, row)
}

/** Starts the exam time of the attempt that was paid or admitted. Throws 409 in any other state. */
export function startAttempt(db: Db, user: UserRow, group: GroupSeed): AttemptRow {
  const exam = examOf(group)
  const attempt = activeAttempt(db, user.id, group)
  if (attempt?.started_at !== undefined) throw new ApiFault(409, 'tasks already exist in current attempt')
  const status = attempt && statusOfAttempt(db, attempt, exam)
  if (!attempt || (status !== 'payed' && status !== 'get_access')) {
    throw new ApiFault(409, 'attempt requires payment or admission')
  }
  return db.tables.attempts.patch(attempt.id, { started_at: db.now() })
}

/** Asks the bank. Throws 404 for an attempt of nobody or of somebody else. */
export function checkPayment(db: Db, user: UserRow, attemptId: number) {
  const row = db.tables.attempts.get(attemptId)
  const exam = row && db.content.groups.get(row.group_id)?.exam
  if (!row || !exam || row.user_id !== user.id) throw new ApiFault(404, 'attempt not found')
  const checked = learnOutcome(db, row)
  const status = statusOfAttempt(db, checked, exam)
  const reason = status === 'payment_rejected' ? rejectionOf(db, checked) : undefined
  return { id: row.id, status, ...(reason !== undefined && { reason }) }
}
