import type { Group, GroupSummary } from '../../queries/answers'
import { type AttemptView, attemptView, currentAttempt, mayNeedAdmission } from '../../queries/exam-view'
import { phaseOf } from '../../queries/group-phase'

/** So many exams are asked for; one at a time is what the platform allows anyway. */
const mostExams = 2

/** The exam groups that run now: only their attempts can want something. */
export const examGroups = (groups: readonly GroupSummary[], now: number): GroupSummary[] =>
  groups.filter(group => group.is_exam && phaseOf(group, now) === 'running').slice(0, mostExams)

/** What an attempt wants of its candidate, the most urgent first; null: nothing now. */
const examWants = [
  'running',
  'overdue',
  'report',
  'timeOver',
  'start',
  'payAgain',
  'pay',
  'admission',
] as const

export type ExamWant = (typeof examWants)[number]

export const wantOf = (view: AttemptView): ExamWant | null => {
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

export interface WantedExam {
  group: GroupSummary
  view: AttemptView
  want: ExamWant
}

/** The exam to show first: of those read so far, the one whose attempt wants something most urgently. */
export const chooseExam = (
  exams: readonly { summary: GroupSummary; group: Group | undefined }[],
  now: number,
): WantedExam | null => {
  const wanted = exams.flatMap(({ summary, group }) => {
    const attempt = currentAttempt(group)
    const view = attempt && attemptView(attempt, now)
    const want = view && wantOf(view)
    return view && want ? [{ group: summary, view, want }] : []
  })
  return wanted.sort((a, b) => examWants.indexOf(a.want) - examWants.indexOf(b.want))[0] ?? null
}
