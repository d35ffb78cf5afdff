import { type AttemptStatus, attemptsOf, examOf, statusOfAttempt } from './attempt-status'
import type { GroupSeed } from './data/types'
import { learnOutcome, rejectionOf } from './payments'
import { Refusal } from './refusal'
import type { AttemptRow, UserRow } from './rows'
import type { World } from './world'

/** What a candidate may do about attempts (specification, section 4, Exam flow). */

const ended: ReadonlySet<AttemptStatus> = new Set(['completed', 'report_rejected'])

function activeAttempt(world: World, userId: number, group: GroupSeed): AttemptRow | undefined {
  const exam = examOf(group)
  return attemptsOf(world, userId, group.id).find(row => !ended.has(statusOfAttempt(world, row, exam)))
}

/** Makes an attempt. Throws 409 when the group is no exam or another attempt has not ended. */
export function requestAttempt(world: World, user: UserRow, group: GroupSeed): AttemptRow {
  if (activeAttempt(world, user.id, group)) throw new Refusal(409, 'you already have active attempt')
  const id = world.nextId('attempt')
  const row = { id, user_id: user.id, group_id: group.id, created_at: world.now() }
  return world.tables.attempts.put(id, row)
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
  const checked = learnOutcome(world, row)
  const status = statusOfAttempt(world, checked, exam)
  const reason = status === 'payment_rejected' ? rejectionOf(world, checked) : undefined
  return { id: row.id, status, ...(reason !== undefined && { reason }) }
}
