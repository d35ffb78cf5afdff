import { isoTime } from './clock'
import type { ExamSeed, GroupSeed } from './data/types'
import { Refusal } from './refusal'
import type { AttemptRow, UserRow } from './rows'
import type { World } from './world'

/** Exam attempts (specification, section 4). Their status is computed from what happened and the clock. */

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

/** How long the simulated bank thinks. */
const paymentSettlesAfterSeconds = 20
/** How long an attempt says that the time is over before it asks for the report. */
const timeOverSeconds = 60
const rejectionReason = 'Банк отклонил операцию: недостаточно средств'

export function examOf(group: GroupSeed): ExamSeed {
  if (!group.exam) throw new Refusal(409, 'group is not exam')
  return group.exam
}

function statusOfAttempt(world: World, row: AttemptRow, exam: ExamSeed): AttemptStatus {
  if (row.started_at !== undefined) return statusAfterStart(world, row, exam, row.started_at)
  if (row.has_admission || exam.price === undefined) return 'get_access'
  if (!row.payment_checked) return 'need_pay'
  return row.payment_outcome === 'rejected' ? 'payment_rejected' : 'payed'
}

function statusAfterStart(world: World, row: AttemptRow, exam: ExamSeed, startedAt: number): AttemptStatus {
  const now = world.now()
  if (row.review && now >= row.review.at) {
    return row.review.outcome === 'completed' ? 'completed' : 'report_rejected'
  }
  if (row.report_sent_at !== undefined && now >= row.report_sent_at) return 'checking'
  const endsAt = startedAt + exam.hours * 3_600_000
  if (now < endsAt) return 'exam_started'
  if (now < endsAt + timeOverSeconds * 1000) return 'time_left'
  return exam.reportRequired ? 'need_report' : 'checking'
}

/** A person's attempts in a group, oldest first. */
export function attemptsOf(world: World, userId: number, groupId: number): AttemptRow[] {
  return world.tables.attempts
    .filter(row => row.user_id === userId && row.group_id === groupId)
    .sort((a, b) => a.id - b.id)
}

/** The attempt whose exam time is running, if any. */
export function runningAttempt(world: World, userId: number, group: GroupSeed): AttemptRow | undefined {
  const { exam } = group
  if (!exam) return undefined
  return attemptsOf(world, userId, group.id).find(row => statusOfAttempt(world, row, exam) === 'exam_started')
}

const ended: ReadonlySet<AttemptStatus> = new Set(['completed', 'report_rejected'])

function activeAttempt(world: World, userId: number, group: GroupSeed): AttemptRow | undefined {
  const exam = examOf(group)
  return attemptsOf(world, userId, group.id).find(row => !ended.has(statusOfAttempt(world, row, exam)))
}

/** Makes an attempt. Throws 409 when the group is no exam or another attempt has not ended. */
export function requestAttempt(world: World, user: UserRow, group: GroupSeed): AttemptRow {
  if (activeAttempt(world, user.id, group)) throw new Refusal(409, 'you already have active attempt')
  const id = world.nextId('attempt')
  const now = world.now()
  return world.tables.attempts.put(id, {
    id,
    user_id: user.id,
    group_id: group.id,
    created_at: now,
    ...(examOf(group).price === undefined
      ? { has_admission: true }
      : {
          payment_settles_at: now + paymentSettlesAfterSeconds * 1000,
          payment_outcome: world.settings.doesBankRefuse ? 'rejected' : 'payed',
        }),
  })
}

/** Starts the exam time of the attempt that was paid or admitted. Throws 409 in any other state. */
export function startAttempt(world: World, user: UserRow, group: GroupSeed): AttemptRow {
  const exam = examOf(group)
  const attempt = activeAttempt(world, user.id, group)
  if (attempt?.started_at !== undefined) throw new Refusal(409, 'tasks already exist in current attempt')
  const status = attempt && statusOfAttempt(world, attempt, exam)
  if (!attempt || (status !== 'payed' && status !== 'get_access')) {
    throw new Refusal(409, 'attempt requires payment or admission')
  }
  return world.tables.attempts.patch(attempt.id, { started_at: world.now() })
}

/** Asks the bank. Throws 404 for an attempt of nobody or of somebody else. */
export function checkPayment(world: World, user: UserRow, attemptId: number) {
  const row = world.tables.attempts.get(attemptId)
  const exam = row && world.content.groups.get(row.group_id)?.exam
  if (!row || !exam || row.user_id !== user.id) throw new Refusal(404, 'attempt not found')
  const isSettled = row.payment_settles_at !== undefined && world.now() >= row.payment_settles_at
  const isNews = isSettled && !row.payment_checked
  const checked = isNews ? world.tables.attempts.patch(row.id, { payment_checked: true }) : row
  const status = statusOfAttempt(world, checked, exam)
  return { id: row.id, status, ...(status === 'payment_rejected' ? { reason: rejectionReason } : {}) }
}

/** Three business days later: Saturday and Sunday do not count (specification, section 9). */
export function reviewDue(from: number): number {
  const date = new Date(from)
  for (let left = 3; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() % 6 !== 0) left--
  }
  return date.getTime()
}

/** The attempt as the contract shows it. */
export function viewAttempt(world: World, row: AttemptRow, exam: ExamSeed) {
  const status = statusOfAttempt(world, row, exam)
  const endsAt = row.started_at === undefined ? undefined : row.started_at + exam.hours * 3_600_000
  const reason = status === 'payment_rejected' ? rejectionReason : row.review?.reason
  const mayPay = status === 'need_pay' || status === 'payment_rejected'
  return {
    id: row.id,
    status,
    hours: exam.hours,
    ...(exam.price !== undefined && exam.currency && { price: exam.price, currency: exam.currency }),
    ...(mayPay && { payment_url: `https://pay.flagship.example/order/${row.id}` }),
    created_at: isoTime(row.created_at),
    ...(row.started_at !== undefined && { started_at: isoTime(row.started_at) }),
    ...(endsAt !== undefined && { ends_at: isoTime(endsAt) }),
    ...(endsAt !== undefined &&
      exam.reportRequired && { report_deadline: isoTime(endsAt + exam.reportHours * 3_600_000) }),
    ...(status === 'checking' && {
      review_due: isoTime(reviewDue(row.report_sent_at ?? endsAt ?? world.now())),
    }),
    ...((status === 'payment_rejected' || status === 'report_rejected') &&
      reason !== undefined && { rejection_reason: reason }),
    ...(status === 'completed' && row.review?.score !== undefined && { score: row.review.score }),
  }
}
