import type { Attempt } from '../../src/api/schema.gen'
import { getAttemptEnd, getAttemptStatus, getAttempts, requireExam } from '../platform/attempt-status'
import { isoTime } from '../platform/clock'
import type { ExamSeed, GroupSeed } from '../platform/data/types'
import type { Db } from '../platform/db'
import { withDbName } from '../platform/db-name'
import { getRejectionReason } from '../platform/payments'
import type { AttemptRow } from '../platform/rows'

/** `origin` is the public origin of the site. */
export interface AttemptsQuery {
  userId: number
  group: GroupSeed
  origin: string
}

/** Oldest first. Throws 409 if the group is not an exam. */
export function viewAttempts(db: Db, { userId, group, origin }: AttemptsQuery): Attempt[] {
  const exam = requireExam(group)
  return getAttempts(db, userId, group.id).map(row => viewAttempt(db, row, exam, origin))
}

function viewAttempt(db: Db, row: AttemptRow, exam: ExamSeed, origin: string): Attempt {
  const status = getAttemptStatus(db, row, exam)
  const endsAt = getAttemptEnd(row, exam)
  const reason = getReason(db, row, status)
  const mayPay = exam.price !== undefined && (status === 'need_pay' || status === 'payment_rejected')
  return {
    id: row.id,
    status,
    hours: exam.hours,
    ...(exam.price !== undefined && exam.currency && { price: exam.price, currency: exam.currency }),
    ...(mayPay && { payment_url: getBankUrl(db, row.id, origin) }),
    created_at: isoTime(row.created_at),
    ...(row.started_at !== undefined && { started_at: isoTime(row.started_at) }),
    ...(endsAt !== undefined && { ends_at: isoTime(endsAt) }),
    ...(endsAt !== undefined &&
      exam.reportRequired && { report_deadline: isoTime(endsAt + exam.reportHours * 3_600_000) }),
    ...(status === 'checking' && {
      review_due: isoTime(reviewDue(row.report_sent_at ?? endsAt ?? db.now())),
    }),
    ...(reason !== undefined && { rejection_reason: reason }),
    ...(status === 'completed' && row.review?.score !== undefined && { score: row.review.score }),
  }
}

function getReason(db: Db, row: AttemptRow, status: Attempt['status']): string | undefined {
  if (status === 'payment_rejected') return getRejectionReason(db, row)
  return status === 'report_rejected' ? row.review?.reason : undefined
}

/** The bank's page for an attempt, which redirects back to the site. */
function getBankUrl(db: Db, attemptId: number, origin: string): string {
  const search = new URLSearchParams({ attempt: String(attemptId), return: origin })
  return withDbName(db, `${db.settings.bankOrigin ?? origin}/mock-bank/order?${search}`)
}

/** Three business days later; Saturday and Sunday don't count. */
export function reviewDue(from: number): number {
  const date = new Date(from)
  for (let left = 3; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() % 6 !== 0) left--
  }
  return date.getTime()
}
