import type { AttemptStatus } from '../api/schema.gen'

/** The five steps of the stepper (ux §4): access, start, exam, report, review. */
export const examSteps = ['access', 'start', 'exam', 'report', 'review'] as const

export type ExamStep = (typeof examSteps)[number]

/** What a candidate can do about an attempt. Each screen part asks the table below, never a status. */
export type AttemptAction =
  | 'pay'
  | 'checkPayment'
  | 'start'
  | 'openTasks'
  | 'sendReport'
  | 'refresh'
  | 'newAttempt'
  | 'competencies'
  | 'leaderboard'
  | 'feedback'

export interface AttemptRule {
  /** Null: nobody can tell. */
  step: ExamStep | null
  /** How that step stands; the ones before it are done, the ones after it are ahead. */
  stepState: 'current' | 'done' | 'error'
  tone: 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
  /** In their order, the main one first. */
  actions: readonly AttemptAction[]
}

/** What the optional fields of an attempt say beside its status. */
export interface AttemptExtras {
  /** The server has sent the address of the bank's page. */
  hasPaymentUrl: boolean
  /** A deadline of the report is known, and it is ahead. */
  isReportDue: boolean
}

/** The specification's statuses (§4) that say something; every other value counts as `unknown`. */
export type KnownStatus = Exclude<AttemptStatus, 'unknown'>

const open = { stepState: 'current' } as const

/**
 * What each status means for the candidate (ux §4): the one place that knows. `newAttempt` stands where the attempt may have
 * ended; whether it has, the server says.
 */
const rules = new Map<string, AttemptRule>(
  Object.entries({
    need_pay: { ...open, step: 'access', tone: 'warning', actions: ['pay', 'checkPayment'] },
    payment_rejected: {
      step: 'access',
      stepState: 'error',
      tone: 'danger',
      actions: ['pay', 'checkPayment'],
    },
    payed: { ...open, step: 'start', tone: 'info', actions: ['start', 'refresh'] },
    get_access: { ...open, step: 'start', tone: 'info', actions: ['start'] },
    exam_started: { ...open, step: 'exam', tone: 'accent', actions: ['openTasks'] },
    time_left: { step: 'exam', stepState: 'done', tone: 'warning', actions: ['refresh', 'newAttempt'] },
    need_report: { ...open, step: 'report', tone: 'warning', actions: ['sendReport', 'refresh'] },
    // The table of ux §4 names no action here; without one, nobody could ask whether the review is over.
    checking: { ...open, step: 'review', tone: 'info', actions: ['refresh'] },
    completed: {
      step: 'review',
      stepState: 'done',
      tone: 'success',
      actions: ['competencies', 'leaderboard', 'newAttempt'],
    },
    report_rejected: {
      step: 'review',
      stepState: 'error',
      tone: 'danger',
      actions: ['newAttempt'],
    },
  } satisfies Record<KnownStatus, AttemptRule>),
)

/** Where an optional field changes what a status leaves to do. */
const extraRule = (status: unknown, { hasPaymentUrl, isReportDue }: AttemptExtras): Partial<AttemptRule> => {
  if (status === 'payment_rejected' && !hasPaymentUrl) return { actions: ['checkPayment', 'newAttempt'] }
  if (status === 'time_left' && isReportDue)
    return { ...open, step: 'report', actions: ['sendReport', 'refresh'] }
  return {}
}

const unknownRule: AttemptRule = {
  ...open,
  step: null,
  tone: 'neutral',
  actions: ['refresh', 'feedback'],
}

/** The status if this client knows it, else `unknown`: also for another type than a text. */
export const knownStatus = (status: unknown): AttemptStatus =>
  typeof status === 'string' && rules.has(status) ? (status as KnownStatus) : 'unknown'

export const attemptRule = (status: unknown, extras?: AttemptExtras): AttemptRule => {
  const rule = (typeof status === 'string' && rules.get(status)) || unknownRule
  return extras ? { ...rule, ...extraRule(status, extras) } : rule
}
