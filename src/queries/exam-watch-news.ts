import type { Group } from './answers'
import { attemptRule, knownStatus } from './attempt-rules'
import { attemptsOf, attemptView, currentAttempt, runningAttempt } from './exam-view'

/** What was last heard of a running attempt; its end by the server's clock in milliseconds. */
export interface KnownExam {
  attemptId: number
  endsAt: number | null
}

export interface ExamNews {
  /** The attempt that runs by this answer; null when none does. */
  running: KnownExam | null
  /** Its end is another one than before. */
  moved: { from: number; to: number } | null
  /** The server says that the time of the attempt is over. */
  isOver: boolean
  /** The server has not said yet what comes next, so it is worth asking again. */
  isUndecided: boolean
}

/** Smaller differences are another rounding, not another time. */
const least = 1000

const movedFrom = (from: number | null, to: number | null): ExamNews['moved'] =>
  from !== null && to !== null && Math.abs(to - from) >= least ? { from, to } : null

const isPastTime = (status: unknown): boolean => {
  const { step, stepState } = attemptRule(status)
  return step === 'report' || step === 'review' || (step === 'exam' && stepState === 'done')
}

const hasResult = (status: unknown): boolean => {
  const { step, stepState } = attemptRule(status)
  return step === 'review' && stepState !== 'current'
}

/**
 * What an answer tells of an exam that is followed.
 * @param known null when nothing but its group and end were kept over a reload
 * @param keptEnd that end; it does not say of which attempt it was
 */
export const examNews = (known: KnownExam | null, group: Group, keptEnd: number | null = null): ExamNews => {
  const attempt = runningAttempt(group)
  if (attempt) {
    const { endsAt, startedAt } = attemptView(attempt, 0)
    // An end from before this attempt began was that of an earlier one.
    const kept = keptEnd !== null && keptEnd > (startedAt ?? 0) ? keptEnd : null
    const before = known?.attemptId === attempt.id ? known.endsAt : null
    const running = { attemptId: attempt.id, endsAt }
    return { running, moved: movedFrom(known ? before : kept, endsAt), isOver: false, isUndecided: false }
  }
  const last = known ? attemptsOf(group).find(({ id }) => id === known.attemptId) : currentAttempt(group)
  const status = last && knownStatus(last.status)
  return {
    running: null,
    moved: null,
    // What ended while nobody looked, perhaps days ago, is no news.
    isOver: isPastTime(status) && (known !== null || !hasResult(status)),
    isUndecided: status === 'time_left' || status === 'unknown',
  }
}
