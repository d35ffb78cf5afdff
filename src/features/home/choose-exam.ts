import { type AttemptView, getCurrentAttempt, mayNeedAdmission, toAttemptView } from '../../queries/exam-view'
import { getGroupPhase } from '../../queries/group-phase'
import type { Group, GroupSummary } from '../../queries/responses'

/** The platform allows one exam at a time anyway. */
const MAX_EXAMS = 2

/** Exam groups that run now: only their attempts can need an action. */
export const examGroups = (groups: readonly GroupSummary[], now: number): GroupSummary[] =>
  groups.filter(group => group.is_exam && getGroupPhase(group, now) === 'running').slice(0, MAX_EXAMS)

/** What an attempt needs, most urgent first. */
const examActions = [
  'running',
  'overdue',
  'report',
  'timeOver',
  'start',
  'payAgain',
  'pay',
  'admission',
] as const

export type ExamAction = (typeof examActions)[number]

export const getExamAction = (view: AttemptView): ExamAction | null => {
  const { actions, step, stepState } = view.rule
  if (actions.includes('openTasks')) return 'running'
  if (view.isReportOverdue) return 'overdue'
  if (actions.includes('sendReport')) return 'report'
  if (actions.includes('start')) return 'start'
  if (actions.includes('checkPayment')) {
    if (stepState === 'error') return 'payAgain'
    return mayNeedAdmission(view) ? 'admission' : 'pay'
  }
  return step === 'exam' ? 'timeOver' : null
}

export interface UrgentExam {
  group: GroupSummary
  view: AttemptView
  action: ExamAction
}

/** The exam with the most urgent action among the loaded groups. */
export const chooseExam = (
  exams: readonly { summary: GroupSummary; group: Group | undefined }[],
  now: number,
): UrgentExam | null => {
  const candidates = exams.flatMap(({ summary, group }) => {
    const attempt = getCurrentAttempt(group)
    const view = attempt && toAttemptView(attempt, now)
    const action = view && getExamAction(view)
    return view && action ? [{ group: summary, view, action }] : []
  })
  return candidates.sort((a, b) => examActions.indexOf(a.action) - examActions.indexOf(b.action))[0] ?? null
}
