import { type ActivityDayView, parseDay } from '../../api/activity'
import {
  type AttemptView,
  areTasksClosed,
  getCurrentAttempt,
  mayNeedAdmission,
  toAttemptView,
} from '../../api/attempts'
import { type Group, type GroupSummary, getGroupPhase, type TaskSummary } from '../../api/responses'
import type { TaskRef } from '../../api/task-ref'
import { DAY_MS } from '../../lib/durations'
import { parseMoment } from '../../lib/format'
import { isRecord } from '../../lib/is-record'
import { parseCount } from '../../lib/text'
import { getNextTask, getTaskState, getTasksInOrder, type StatusMap } from '../groups/public'

/** The platform allows one exam at a time anyway. */
const MAX_EXAMS = 2

/** Exam groups that run now: only their attempts can need an action. */
export const examGroups = (groups: readonly GroupSummary[], now: number): GroupSummary[] =>
  groups
    .filter(group => group.is_exam && !group.is_admin && getGroupPhase(group, now) === 'running')
    .slice(0, MAX_EXAMS)

/** What an attempt needs, most urgent first. */
const examActions = [
  'running',
  'overdue',
  'report',
  'lateReview',
  'timeOver',
  'start',
  'payAgain',
  'pay',
  'admission',
] as const

export type ExamAction = (typeof examActions)[number]

/** A day after the due time, its date has passed in every time zone. The exam page counts by that of the platform. */
const isReviewLate = ({ status, reviewDue }: AttemptView, now: number): boolean =>
  status === 'checking' && reviewDue !== null && now > reviewDue + DAY_MS

export const getExamAction = (view: AttemptView, now: number): ExamAction | null => {
  const { actions, step, stepState } = view.rule
  if (actions.includes('openTasks')) return 'running'
  if (view.isReportOverdue) return 'overdue'
  if (actions.includes('sendReport')) return 'report'
  if (isReviewLate(view, now)) return 'lateReview'
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

/** The group is undefined while it is not read. */
export interface ReadExam {
  summary: GroupSummary
  group: Group | undefined
}

/** The exam with the most urgent action among the loaded groups. */
export const chooseExam = (exams: readonly ReadExam[], now: number): UrgentExam | null => {
  const candidates = exams.flatMap(({ summary, group }) => {
    const attempt = getCurrentAttempt(group)
    const view = attempt && toAttemptView(attempt, now)
    const action = view && getExamAction(view, now)
    return view && action ? [{ group: summary, view, action }] : []
  })
  return candidates.sort((a, b) => examActions.indexOf(a.action) - examActions.indexOf(b.action))[0] ?? null
}

export interface DateView {
  kind: 'start' | 'end' | 'exam' | 'report'
  groupId: number
  name: string
  /** Stable, for calendars. */
  id: string
  /** Milliseconds since the epoch. */
  at: number
}

/** What is still to come: starts and ends of groups, and the times of the own exams; the nearest first. */
export const getDates = (
  groups: readonly GroupSummary[],
  exams: readonly ReadExam[],
  now: number,
): DateView[] => {
  const ofGroups = groups.flatMap(({ id, name, start_date, end_date }): DateView[] => {
    const start = parseMoment(start_date)
    const end = parseMoment(end_date)
    const group = { groupId: id, name }
    return [
      ...(start === null ? [] : [{ ...group, kind: 'start' as const, id: `group-${id}-start`, at: start }]),
      ...(end === null ? [] : [{ ...group, kind: 'end' as const, id: `group-${id}-end`, at: end }]),
    ]
  })
  const ofExams = exams.flatMap(({ summary: { id, name }, group }): DateView[] => {
    const attempt = getCurrentAttempt(group)
    if (!attempt) return []
    const { rule, endsAt, reportDeadline } = toAttemptView(attempt, now)
    const isRunning = rule.step === 'exam'
    const key = `exam-attempt-${attempt.id}`
    return [
      ...(isRunning && endsAt !== null
        ? [{ groupId: id, name, kind: 'exam' as const, id: `${key}-end`, at: endsAt }]
        : []),
      ...((isRunning || rule.step === 'report') && reportDeadline !== null
        ? [{ groupId: id, name, kind: 'report' as const, id: `${key}-report`, at: reportDeadline }]
        : []),
    ]
  })
  return [...ofExams, ...ofGroups].filter(({ at }) => at > now).sort((a, b) => a.at - b.at)
}

/** At most this many groups are loaded to find an open task. */
const MAX_GROUPS = 3

/** Without counts there may be open tasks. */
const isDone = ({ tasks_solved, tasks_total }: GroupSummary): boolean =>
  tasks_solved !== undefined && tasks_total !== undefined && tasks_solved >= tasks_total

/** An administrator who solves nothing in the group teaches it. */
const isTeacherOnly = ({ is_admin, tasks_solved }: GroupSummary): boolean => is_admin && !tasks_solved

/** The last task's group, then running ones with required tasks left, then with any left. */
export const chooseGroups = (
  groups: readonly GroupSummary[],
  last: TaskRef | null,
  now: number,
): GroupSummary[] => {
  const open = groups.filter(
    group =>
      group.id > 0 && !isTeacherOnly(group) && getGroupPhase(group, now) === 'running' && !isDone(group),
  )
  // Exams start on their own page; only a task opened before is suggested here.
  const courses = open.filter(group => !group.is_exam)
  const ranked = [
    ...open.filter(group => group.id === last?.groupId),
    ...courses.filter(group => (group.important_left ?? 0) > 0),
    ...courses,
  ]
  return [...new Set(ranked)].slice(0, MAX_GROUPS)
}

export interface SuggestedTask {
  task: TaskSummary
  /** The last task that was opened. */
  isContinued: boolean
  /** Name of its category. */
  category: string
  /** What comes after it: open required tasks, else other open ones. */
  others: { task: TaskSummary; category: string }[]
  /** Null if no task is required. */
  required: { solved: number; total: number } | null
}

const getCategory = (group: Group, task: TaskSummary): string =>
  group.categories.find(({ tasks }) => tasks.includes(task))?.name ?? ''

const MAX_OTHERS = 4

const suggest = (
  group: Group,
  statuses: StatusMap,
  task: TaskSummary,
  isContinued: boolean,
): SuggestedTask => {
  const tasks = getTasksInOrder(group)
  const open = tasks.filter(one => {
    const state = getTaskState(one, statuses.get(one.id))
    return one !== task && one.id > 0 && (state === 'todo' || state === 'progress')
  })
  const required = tasks.filter(({ important }) => important)
  const openRequired = open.filter(({ important }) => important)
  return {
    task,
    isContinued,
    category: getCategory(group, task),
    others: (openRequired.length > 0 ? openRequired : open)
      .slice(0, MAX_OTHERS)
      .map(one => ({ task: one, category: getCategory(group, one) })),
    required:
      required.length === 0
        ? null
        : { solved: required.filter(({ id }) => statuses.get(id)?.solved).length, total: required.length },
  }
}

/** The last task while it is open, else the next required one, else the next. */
export const chooseTask = (group: Group, statuses: StatusMap, last: TaskRef | null): SuggestedTask | null => {
  const lastTask =
    last?.groupId === group.id && !areTasksClosed(group)
      ? getTasksInOrder(group).find(({ id }) => id === last.taskId)
      : undefined
  if (lastTask) {
    const state = getTaskState(lastTask, statuses.get(lastTask.id))
    if (state === 'todo' || state === 'progress') return suggest(group, statuses, lastTask, true)
  }
  const task = getNextTask(group, statuses)
  return task && suggest(group, statuses, task, false)
}

export interface KnownSolve {
  day: number
  category: string | null
  points: number | null
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The tasks behind the competencies since a day, each once, with the dates of the server, as its activity has them. */
export const getKnownSolves = (competencies: unknown, since: number): KnownSolve[] => {
  const solves = new Map<string, KnownSolve>()
  const tasks = toArray(competencies).flatMap(one => (isRecord(one) ? toArray(one.tasks) : []))
  for (const task of tasks) {
    if (!isRecord(task)) continue
    const { id, group_id, title, category_name, points, solved_at } = task
    const day = parseDay(solved_at)
    if (day === null || day < since) continue
    solves.set(JSON.stringify(id ? [group_id, id] : [title, solved_at]), {
      day,
      category: typeof category_name === 'string' ? category_name : null,
      points: parseCount(points),
    })
  }
  return [...solves.values()]
}

/** Null unless each solve of these days is known. */
export const getWeekPoints = (
  days: readonly ActivityDayView[],
  solves: readonly KnownSolve[],
): number | null => {
  const ofWeek = days.map(({ day, solved }) => ({ solved, known: solves.filter(one => one.day === day) }))
  const points = ofWeek.flatMap(({ known }) => known.map(one => one.points))
  const isWhole = ofWeek.every(({ solved, known }) => known.length === solved)
  if (!isWhole || points.includes(null)) return null
  return points.reduce<number>((sum, one) => sum + (one ?? 0), 0)
}
