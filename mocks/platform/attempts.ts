import type { AttemptStatus } from '../../packages/contract/schema.gen'
import { ApiFault } from './api-fault'
import type { ExamSeed, GroupSeed } from './data/types'
import type { Db } from './db'
import { getRejectionReason, knownOutcome, lastOrder, recordOutcome } from './payments'
import type { AttemptRow, LabRow, UserRow } from './rows'

/** How long an attempt stays in `time_left` before `need_report`. */
export const TIME_OVER_SECONDS = 60

/** Throws 409 if the group is not an exam. */
export function requireExam(group: GroupSeed): ExamSeed {
  if (!group.exam) throw new ApiFault(409, 'group is not exam')
  return group.exam
}

/** When the exam time ends, in milliseconds; undefined before its start. */
export function getAttemptEnd({ started_at, ends_at }: AttemptRow, exam: ExamSeed): number | undefined {
  return started_at === undefined ? undefined : (ends_at ?? started_at + exam.hours * 3_600_000)
}

export function getAttemptStatus(db: Db, row: AttemptRow, exam: ExamSeed): AttemptStatus {
  const endsAt = getAttemptEnd(row, exam)
  if (endsAt !== undefined) return getStatusAfterStart(db, row, exam, endsAt)
  if (isAdmitted(db, row, exam)) return 'get_access'
  // The newest order decides. Unless the bank uses a webhook, its outcome shows only after a payment check: a
  // new payment after a rejection leads back to need_pay until its own check.
  const outcome = knownOutcome(db, lastOrder(row))
  if (outcome === undefined) return 'need_pay'
  return outcome === 'payed' ? 'payed' : 'payment_rejected'
}

function getStatusAfterStart(db: Db, row: AttemptRow, exam: ExamSeed, endsAt: number): AttemptStatus {
  const now = db.now()
  if (row.review && now >= row.review.at) {
    return row.review.outcome === 'completed' ? 'completed' : 'report_rejected'
  }
  if (row.report_sent_at !== undefined && now >= row.report_sent_at) return 'checking'
  if (now < endsAt) return 'exam_started'
  if (now < endsAt + TIME_OVER_SECONDS * 1000) return 'time_left'
  return exam.reportRequired ? 'need_report' : 'checking'
}

/** Automatic admission (see `admitsAfterSeconds`) is for exams without a price. */
function isAdmitted(db: Db, row: AttemptRow, exam: ExamSeed): boolean {
  const { admitsAfterSeconds } = db.settings
  if (row.has_admission || admitsAfterSeconds === null) return row.has_admission === true
  return exam.price === undefined && db.now() >= row.created_at + admitsAfterSeconds * 1000
}

/** A user's attempts in a group, oldest first. */
export function getAttempts(db: Db, userId: number, groupId: number): AttemptRow[] {
  return db.tables.attempts
    .filter(row => row.user_id === userId && row.group_id === groupId)
    .sort((a, b) => a.id - b.id)
}

export function getRunningAttempt(db: Db, userId: number, group: GroupSeed): AttemptRow | undefined {
  const { exam } = group
  if (!exam) return undefined
  return getAttempts(db, userId, group.id).find(row => getAttemptStatus(db, row, exam) === 'exam_started')
}

/** Whether the lab was started during an exam that is over: its labs stop with it. */
export function isFromEndedExam(db: Db, { user_id, group_id, started_at }: LabRow): boolean {
  const exam = db.content.groups.get(group_id)?.exam
  if (!exam) return false
  return getAttempts(db, user_id, group_id).some(row => {
    const endsAt = getAttemptEnd(row, exam)
    if (endsAt === undefined || row.started_at === undefined) return false
    return row.started_at <= started_at && started_at < endsAt && endsAt <= db.now()
  })
}

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
