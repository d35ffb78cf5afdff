import { ApiFault } from './api-fault'
import type { ExamSeed, GroupSeed } from './data/types'
import type { Db } from './db'
import { knownOutcome, lastOrder } from './payments'
import type { AttemptRow, LabRow } from './rows'

/** The status of an attempt (specification, section 4), computed from what happened to it and the clock. */

export type AttemptStatus =
  | 'need_pay'
  | 'payed'
  | 'get_access'
  | 'exam_started'
  | 'time_left'
  | 'need_report'
  | 'checking'
  | 'completed'
  | 'report_rejected'
  | 'payment_rejected'

/** How long an attempt says that the time is over before it asks for the report. */
const timeOverSeconds = 60

/** Throws 409 for a group that is no exam. */
export function examOf(group: GroupSeed): ExamSeed {
  if (!group.exam) throw new ApiFault(409, 'group is not exam')
  return group.exam
}

/** When the exam time of an attempt ends, in milliseconds; undefined before its start. */
export function endOfAttempt({ started_at, ends_at }: AttemptRow, exam: ExamSeed): number | undefined {
  return started_at === undefined ? undefined : (ends_at ?? started_at + exam.hours * 3_600_000)
}

export function statusOfAttempt(db: Db, row: AttemptRow, exam: ExamSeed): AttemptStatus {
  const endsAt = endOfAttempt(row, exam)
  if (endsAt !== undefined) return statusAfterStart(db, row, exam, endsAt)
  if (isAdmitted(db, row, exam)) return 'get_access'
  // The newest order decides, and a payment check shows what became of it where the bank does not: after a rejection another payment
  // leads back to need_pay until its own check.
  const outcome = knownOutcome(db, lastOrder(row))
  if (outcome === undefined) return 'need_pay'
  return outcome === 'payed' ? 'payed' : 'payment_rejected'
}

function statusAfterStart(db: Db, row: AttemptRow, exam: ExamSeed, endsAt: number): AttemptStatus {
  const now = db.now()
  if (row.review && now >= row.review.at) {
    return row.review.outcome === 'completed' ? 'completed' : 'report_rejected'
  }
  if (row.report_sent_at !== undefined && now >= row.report_sent_at) return 'checking'
  if (now < endsAt) return 'exam_started'
  if (now < endsAt + timeOverSeconds * 1000) return 'time_left'
  return exam.reportRequired ? 'need_report' : 'checking'
}

/** By an administrator, or by the demonstration that has none: that one admits to exams without a price alone. */
function isAdmitted(db: Db, row: AttemptRow, exam: ExamSeed): boolean {
  const { admitsAfterSeconds } = db.settings
  if (row.has_admission || admitsAfterSeconds === null) return row.has_admission === true
  return exam.price === undefined && db.now() >= row.created_at + admitsAfterSeconds * 1000
}

/** A person's attempts in a group, oldest first. */
export function attemptsOf(db: Db, userId: number, groupId: number): AttemptRow[] {
  return db.tables.attempts
    .filter(row => row.user_id === userId && row.group_id === groupId)
    .sort((a, b) => a.id - b.id)
}

/** The attempt whose exam time is running, if any. */
export function runningAttempt(db: Db, userId: number, group: GroupSeed): AttemptRow | undefined {
  const { exam } = group
  if (!exam) return undefined
  return attemptsOf(db, userId, group.id).find(row => statusOfAttempt(db, row, exam) === 'exam_started')
}

/** Whether a lab was started in an exam time that is over: the exam's labs stop with it. */
export function isOfEndedExam(db: Db, { user_id, group_id, started_at }: LabRow): boolean {
  const exam = db.content.groups.get(group_id)?.exam
  if (!exam) return false
  return attemptsOf(db, user_id, group_id).some(row => {
    const endsAt = endOfAttempt(row, exam)
    if (endsAt === undefined || row.started_at === undefined) return false
    return row.started_at <= started_at && started_at < endsAt && endsAt <= db.now()
  })
}
