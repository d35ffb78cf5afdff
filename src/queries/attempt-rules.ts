import type { AttemptStatus } from '../api/schema.gen'

/** Steps of the exam stepper. */
export const EXAM_STEPS = ['access', 'start', 'exam', 'report', 'review'] as const

export type ExamStep = (typeof EXAM_STEPS)[number]

/** What a candidate can do about an attempt. The UI checks these actions, never a status. */
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
  /** Null when unknown. */
  step: ExamStep | null
  /** State of that step; earlier steps are done, later ones are ahead. */
  stepState: 'current' | 'done' | 'error'
  tone: 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
  /** The main action first. */
  actions: readonly AttemptAction[]
}

/** What optional fields of an attempt add to its status. */
export interface AttemptExtras {
  /** The server has sent the URL of the bank's page. */
  hasPaymentUrl: boolean
  /** The report's deadline is known and not over. */
  isReportDue: boolean
}

/** All other values count as `unknown`. */
export type KnownStatus = Exclude<AttemptStatus, 'unknown'>

const CURRENT = { stepState: 'current' } as const

/**
 * The only place that interprets statuses. `newAttempt` is offered where the attempt may have ended; the server
 * decides.
 */
const RULES = new Map<string, AttemptRule>(
  Object.entries({
    need_pay: { ...CURRENT, step: 'access', tone: 'warning', actions: ['pay', 'checkPayment'] },
    payment_rejected: {
      step: 'access',
      stepState: 'error',
      tone: 'danger',
      actions: ['pay', 'checkPayment'],
    },
    payed: { ...CURRENT, step: 'start', tone: 'info', actions: ['start', 'refresh'] },
    get_access: { ...CURRENT, step: 'start', tone: 'info', actions: ['start'] },
    exam_started: { ...CURRENT, step: 'exam', tone: 'accent', actions: ['openTasks'] },
    time_left: { step: 'exam', stepState: 'done', tone: 'warning', actions: ['refresh', 'newAttempt'] },
    need_report: { ...CURRENT, step: 'report', tone: 'warning', actions: ['sendReport', 'refresh'] },
    // Without this action the candidate couldn't check whether the review is done.
    checking: { ...CURRENT, step: 'review', tone: 'info', actions: ['refresh'] },
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

/** Overrides for optional fields of the attempt. */
const getOverride = (
  status: unknown,
  { hasPaymentUrl, isReportDue }: AttemptExtras,
): Partial<AttemptRule> => {
  if (status === 'payment_rejected' && !hasPaymentUrl) return { actions: ['checkPayment', 'newAttempt'] }
  if (status === 'time_left' && isReportDue)
    return { ...CURRENT, step: 'report', actions: ['sendReport', 'refresh'] }
  return {}
}

const UNKNOWN_RULE: AttemptRule = {
  ...CURRENT,
  step: null,
  tone: 'neutral',
  actions: ['refresh', 'feedback'],
}

/** The status if known, else `unknown`, also for values that are not strings. */
export const toKnownStatus = (status: unknown): AttemptStatus =>
  typeof status === 'string' && RULES.has(status) ? (status as KnownStatus) : 'unknown'

export const getAttemptRule = (status: unknown, extras?: AttemptExtras): AttemptRule => {
  const rule = (typeof status === 'string' && RULES.get(status)) || UNKNOWN_RULE
  return extras ? { ...rule, ...getOverride(status, extras) } : rule
}
