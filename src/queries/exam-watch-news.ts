import type { Group } from '../api/schema.gen'
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

const movedFrom = (known: KnownExam | null, running: KnownExam): ExamNews['moved'] => {
  if (known?.attemptId !== running.attemptId || known.endsAt === null || running.endsAt === null) return null
  const isMoved = Math.abs(running.endsAt - known.endsAt) >= least
  return isMoved ? { from: known.endsAt, to: running.endsAt } : null
}

const isPastTime = (status: unknown): boolean => {
  const { step, stepState } = attemptRule(status)
  return step === 'report' || step === 'review' || (step === 'exam' && stepState === 'done')
}

/** What an answer tells of an exam that is followed; `known` is null when nothing but its group was kept over a reload. */
export const examNews = (known: KnownExam | null, group: Group): ExamNews => {
  const attempt = runningAttempt(group)
  if (attempt) {
    const running = { attemptId: attempt.id, endsAt: attemptView(attempt, 0).endsAt }
    return { running, moved: movedFrom(known, running), isOver: false, isUndecided: false }
  }
  const last = known ? attemptsOf(group).find(({ id }) => id === known.attemptId) : currentAttempt(group)
  const status = last && knownStatus(last.status)
  return {
    running: null,
    moved: null,
    // What ended while nobody looked, perhaps days ago, is no news.
    isOver: isPastTime(status) && (known !== null || !attemptRule(status).isEnded),
    isUndecided: status === 'time_left' || status === 'unknown',
  }
}
