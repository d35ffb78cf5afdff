import { type AttemptStatus, attemptsOf, endOfAttempt, examOf, statusOfAttempt } from './attempt-status'
import type { ExamSeed } from './data/types'
import type { Db } from './db'
import { type PaymentChoice, paymentStateOf, placeOrder } from './payments'
import type { AttemptRow } from './rows'

/** What happens to a candidate's attempt without any call of the candidate: the controls of tests and hosts. */

/**
 * One thing that an administrator or an examiner does to the newest attempt: lets the candidate in without payment,
 * takes the report over, accepts it with a score, rejects it with a reason, moves the end of the exam time by so many
 * minutes (negative: earlier, but not into the past).
 */
export type ExamEvent =
  | { admit: true }
  | { sendReport: true }
  | { accept: number }
  | { reject: string }
  | { extend: number }

interface Stand {
  db: Db
  row: AttemptRow
  exam: ExamSeed
  status: AttemptStatus
}

/** Plays an event. Throws an Error with a sentence where the attempt stands at another status, and changes nothing then. */
export function playExamEvent(db: Db, username: string, groupId: number, event: ExamEvent): void {
  const stand = standOf(db, username, groupId)
  db.tables.attempts.patch(stand.row.id, changesOf(stand, event))
}

/** Pays for the newest attempt, or declines, as on the bank's page. Throws an Error where the bank refuses that. */
export function payAtBank(db: Db, username: string, groupId: number, choice: PaymentChoice): void {
  const { row, exam } = standOf(db, username, groupId)
  const state = paymentStateOf(db, row, exam)
  if (state !== 'open') throw new Error(`The bank takes no payment for attempt ${row.id}: it is ${state}.`)
  placeOrder(db, row, choice)
}

function standOf(db: Db, username: string, groupId: number): Stand {
  const user = db.tables.users.find(row => row.username === username)
  if (!user) throw new Error(`There is no user ${username}.`)
  const group = db.content.groups.get(groupId)
  if (!group?.exam) throw new Error(`The group ${groupId} is no exam.`)
  const exam = examOf(group)
  const row = attemptsOf(db, user.id, groupId).at(-1)
  if (!row) throw new Error(`${username} has no attempt in group ${groupId}.`)
  return { db, row, exam, status: statusOfAttempt(db, row, exam) }
}

function changesOf(stand: Stand, event: ExamEvent): Partial<AttemptRow> {
  const now = stand.db.now()
  if ('admit' in event) {
    needs(stand, 'admit', ['need_pay', 'payment_rejected'])
    return { has_admission: true }
  }
  if ('sendReport' in event) {
    needs(stand, 'sendReport', stand.exam.reportRequired ? ['time_left', 'need_report'] : [])
    return { report_sent_at: now }
  }
  if ('accept' in event) {
    needs(stand, 'accept', ['checking'])
    return { review: { outcome: 'completed', score: event.accept, at: now } }
  }
  if ('reject' in event) {
    needs(stand, 'reject', ['checking'])
    return { review: { outcome: 'rejected', reason: event.reject, at: now } }
  }
  if ('extend' in event) return extension(stand, event.extend)
  throw new Error('An event is one of admit, sendReport, accept, reject, extend.')
}

function extension(stand: Stand, minutes: number): Partial<AttemptRow> {
  needs(stand, 'extend', ['exam_started'])
  const ends_at = (endOfAttempt(stand.row, stand.exam) ?? 0) + minutes * 60_000
  if (!(ends_at > stand.db.now())) throw new Error(`${minutes} minutes lead to no end that is ahead.`)
  return { ends_at }
}

function needs({ row, status }: Stand, event: string, statuses: readonly AttemptStatus[]): void {
  if (!statuses.includes(status)) {
    throw new Error(`${event} is not possible: attempt ${row.id} stands at ${status}.`)
  }
}

export type { PaymentChoice } from './payments'
