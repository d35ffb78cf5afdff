import { getAttemptRule, toKnownStatus } from './attempt-rules'
import { getAttempts, getCurrentAttempt, getRunningAttempt, toAttemptView } from './exam-view'
import type { Group } from './responses'

/** Last known state of a running attempt; the end is server time in milliseconds. */
export interface KnownExam {
  attemptId: number
  endsAt: number | null
}

export interface ExamUpdate {
  /** The running attempt; null when none runs. */
  running: KnownExam | null
  /** The end has changed. */
  moved: { from: number; to: number } | null
  /** The server says that the time is over. */
  isOver: boolean
  /** The next status isn't known yet, so poll again. */
  isUndecided: boolean
}

/** Smaller differences are rounding. */
const MIN_SHIFT_MS = 1000

const getEndShift = (from: number | null, to: number | null): ExamUpdate['moved'] =>
  from !== null && to !== null && Math.abs(to - from) >= MIN_SHIFT_MS ? { from, to } : null

const isExamOver = (status: unknown): boolean => {
  const { step, stepState } = getAttemptRule(status)
  return step === 'report' || step === 'review' || (step === 'exam' && stepState === 'done')
}

const hasResult = (status: unknown): boolean => {
  const { step, stepState } = getAttemptRule(status)
  return step === 'review' && stepState !== 'current'
}

/**
 * Compares a response with the last known state of the exam.
 * @param known null if only the group and end were restored after a reload
 * @param storedEnd the restored end, of an unknown attempt
 */
export const getExamUpdate = (
  known: KnownExam | null,
  group: Group,
  storedEnd: number | null = null,
): ExamUpdate => {
  const attempt = getRunningAttempt(group)
  if (attempt) {
    const { endsAt, startedAt } = toAttemptView(attempt, 0)
    // The end of an earlier attempt.
    const validEnd = storedEnd !== null && storedEnd > (startedAt ?? 0) ? storedEnd : null
    const before = known?.attemptId === attempt.id ? known.endsAt : null
    const running = { attemptId: attempt.id, endsAt }
    return {
      running,
      moved: getEndShift(known ? before : validEnd, endsAt),
      isOver: false,
      isUndecided: false,
    }
  }
  const last = known ? getAttempts(group).find(({ id }) => id === known.attemptId) : getCurrentAttempt(group)
  const status = last && toKnownStatus(last.status)
  return {
    running: null,
    moved: null,
    // Don't report an exam that ended earlier, perhaps days ago.
    isOver: isExamOver(status) && (known !== null || !hasResult(status)),
    isUndecided: status === 'time_left' || status === 'unknown',
  }
}
