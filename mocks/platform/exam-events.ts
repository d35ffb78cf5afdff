import type { AttemptStatus } from '../../packages/contract/schema.gen'
import { getAttemptEnd, getAttemptStatus, getAttempts, requireExam } from './attempts'
import type { ExamSeed } from './data/types'
import type { Db } from './db'
import { getPaymentState, type PaymentChoice, placeOrder } from './payments'
import type { AttemptRow } from './rows'

/** What an administrator or a teacher does with the newest attempt. */
export type ExamEvent =
  /** Lets the candidate start without payment. */
  | { admit: true }
  /** Records that the report has arrived. */
  | { sendReport: true }
  /** Accepts the report with this score. */
  | { accept: number }
  /** Rejects the report for this reason. */
  | { reject: string }
  /** Moves the end of the exam by this many minutes; negative: earlier, but not into the past. */
  | { extend: number }

interface AttemptContext {
  db: Db
  row: AttemptRow
  exam: ExamSeed
  status: AttemptStatus
}

/** Applies an event. Throws an Error, changing nothing, if the attempt's status doesn't allow it. */
export function playExamEvent(db: Db, username: string, groupId: number, event: ExamEvent): void {
  const context = findAttempt(db, username, groupId)
  db.tables.attempts.patch(context.row.id, toChanges(context, event))
}

/** Pays for the newest attempt, or declines, as on the bank's page. Throws an Error if there is nothing to pay. */
export function payAtBank(db: Db, username: string, groupId: number, choice: PaymentChoice): void {
  const { row, exam } = findAttempt(db, username, groupId)
  const state = getPaymentState(db, row, exam)
  if (state !== 'open') throw new Error(`The bank takes no payment for attempt ${row.id}: it is ${state}.`)
  placeOrder(db, row, choice)
}

function findAttempt(db: Db, username: string, groupId: number): AttemptContext {
  const user = db.tables.users.find(row => row.username === username)
  if (!user) throw new Error(`There is no user ${username}.`)
  const group = db.content.groups.get(groupId)
  if (!group?.exam) throw new Error(`The group ${groupId} is no exam.`)
  const exam = requireExam(group)
  const row = getAttempts(db, user.id, groupId).at(-1)
  if (!row) throw new Error(`${username} has no attempt in group ${groupId}.`)
  return { db, row, exam, status: getAttemptStatus(db, row, exam) }
}

function toChanges(context: AttemptContext, event: ExamEvent): Partial<AttemptRow> {
  const now = context.db.now()
  if ('admit' in event) {
    requireStatus(context, 'admit', ['need_pay', 'payment_rejected'])
    return { has_admission: true }
  }
  if ('sendReport' in event) {
    requireStatus(context, 'sendReport', context.exam.reportRequired ? ['time_left', 'need_report'] : [])
    return { report_sent_at: now }
  }
  if ('accept' in event) {
    requireStatus(context, 'accept', ['checking'])
    return { review: { outcome: 'completed', score: event.accept, at: now } }
  }
  if ('reject' in event) {
    requireStatus(context, 'reject', ['checking'])
    return { review: { outcome: 'rejected', reason: event.reject, at: now } }
  }
  if ('extend' in event) return moveEnd(context, event.extend)
  throw new Error('An event is one of admit, sendReport, accept, reject, extend.')
}

function moveEnd(context: AttemptContext, minutes: number): Partial<AttemptRow> {
  requireStatus(context, 'extend', ['exam_started'])
  const ends_at = (getAttemptEnd(context.row, context.exam) ?? 0) + minutes * 60_000
  if (!(ends_at > context.db.now())) throw new Error(`${minutes} minutes would move the end into the past.`)
  return { ends_at }
}

function requireStatus(
  { row, status }: AttemptContext,
  event: string,
  statuses: readonly AttemptStatus[],
): void {
  if (!statuses.includes(status)) {
    throw new Error(`${event} is not possible: attempt ${row.id} has the status ${status}.`)
  }
}

export type { PaymentChoice } from './payments'
