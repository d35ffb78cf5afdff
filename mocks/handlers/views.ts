import type {
  Attempt,
  Category,
  Group,
  GroupListItem,
  GroupSummary,
  Hint,
  Task,
  TaskStatus,
  TaskSummary,
  User,
} from '../../packages/contract/schema.gen'
import {
  type GroupAccess,
  getEndTime,
  getStartTime,
  isTaskVisible,
  type TaskAccess,
} from '../platform/access'
import {
  getAttemptEnd,
  getAttemptStatus,
  getAttempts,
  getRunningAttempt,
  requireExam,
} from '../platform/attempts'
import { isoTime } from '../platform/clock'
import type { AnnouncementSeed, ExamSeed, GroupSeed, HintSeed, TaskSeed } from '../platform/data/types'
import type { Db, UserRow } from '../platform/db'
import { withDbName } from '../platform/db-name'
import { getLabState } from '../platform/labs'
import { getPlace } from '../platform/leaderboard'
import { getRejectionReason } from '../platform/payments'
import type { AttemptRow } from '../platform/rows'
import { emptyScore, getScore, getScores } from '../platform/scores'
import { countSolvers } from '../platform/solves'
import { tableKeys } from '../platform/tables'

function viewDates(db: Db, group: GroupSeed) {
  const start = getStartTime(db, group)
  const end = getEndTime(db, group)
  return {
    ...(start !== undefined && { start_date: isoTime(start) }),
    ...(end !== undefined && { end_date: isoTime(end) }),
  }
}

/** What non-members may see. */
export function viewInviteGroup(db: Db, group: GroupSeed) {
  const { id, name, description } = group
  return { id, name, description, is_exam: group.exam !== undefined, ...viewDates(db, group) }
}

function viewGroupSummary(
  db: Db,
  user: UserRow,
  { group, membership }: GroupAccess,
): GroupSummary & { id: number } {
  const scores = getScores(db, user.id, group.id)
  const tasks = (db.content.tasksByGroup.get(group.id) ?? []).filter(
    task => membership.is_admin || isTaskVisible(db, group.id, task.id),
  )
  const isSolved = (id: number) => scores.get(id)?.solved === true
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    ...(group.mnemonicCode && { mnemonic_code: group.mnemonicCode }),
    is_exam: group.exam !== undefined,
    is_admin: membership.is_admin,
    hide_leaderboard: group.hideLeaderboard,
    ...viewDates(db, group),
    tasks_total: tasks.length,
    tasks_solved: tasks.filter(task => isSolved(task.id)).length,
    important_left: tasks.filter(task => task.important && !isSolved(task.id)).length,
    points_total: tasks.reduce((sum, task) => sum + task.points, 0),
    points_earned: tasks.reduce((sum, task) => sum + (scores.get(task.id)?.points_earned ?? 0), 0),
    ...(!group.hideLeaderboard && getPlace(db, user, group.id)),
  }
}

export function viewGroupListItem(
  db: Db,
  user: UserRow,
  access: GroupAccess,
): GroupListItem & { id: number } {
  const { group, membership } = access
  const scores = getScores(db, user.id, group.id)
  const hasBegun = membership.is_admin || db.now() >= (getStartTime(db, group) ?? 0)
  const categories = group.categories
    .map(({ name, tasks }) => {
      const shown = tasks.filter(task => membership.is_admin || isTaskVisible(db, group.id, task.id))
      const solved = shown.filter(({ id }) => scores.get(id)?.solved)
      return { name, tasks_total: shown.length, tasks_solved: solved.length }
    })
    .filter(({ tasks_total: total }) => total > 0)
  return {
    ...viewGroupSummary(db, user, access),
    ...(hasBegun && mayReadTasks(db, user, access) && { categories }),
  }
}

/** `origin` is the public origin of the site. */
export function viewGroup(db: Db, user: UserRow, access: GroupAccess, origin: string): Group {
  const { group, membership } = access
  return {
    ...viewGroupSummary(db, user, access),
    categories: viewCategories(db, user, access),
    attempts: group.exam ? viewAttempts(db, { userId: user.id, group, origin }) : [],
    ...(group.exam && { exam: viewExam(group.exam) }),
    ...(group.announcements && { announcements: group.announcements.map(row => viewAnnouncement(db, row)) }),
    ...(membership.is_admin && { invite_code: group.inviteCode }),
  }
}

function viewAnnouncement(db: Db, { id, title, text, publishedIn }: AnnouncementSeed) {
  return { id, title, text, published_at: isoTime(db.startedAt + publishedIn * 1000) }
}

function viewExam({ hours, price, currency, reportRequired, reportHours, scoreTotal, scorePass }: ExamSeed) {
  return {
    hours,
    ...(price !== undefined && currency !== undefined && { price, currency }),
    report_required: reportRequired,
    ...(reportRequired && { report_hours: reportHours }),
    ...(scoreTotal !== undefined && { score_total: scoreTotal }),
    ...(scorePass !== undefined && { score_pass: scorePass }),
  }
}

/** In an exam only while an attempt runs, or once the newest one has started; administrators always. */
const mayReadTasks = (db: Db, user: UserRow, { group, membership }: GroupAccess): boolean => {
  if (membership.is_admin || group.exam === undefined) return true
  if (getRunningAttempt(db, user.id, group) !== undefined) return true
  return getAttempts(db, user.id, group.id).at(-1)?.started_at !== undefined
}

/** Students see visible tasks, administrators all. */
function viewCategories(db: Db, user: UserRow, access: GroupAccess): Category[] {
  const { group, membership } = access
  if (!mayReadTasks(db, user, access)) return []
  return group.categories
    .map(({ id, name, tasks }) => ({
      id,
      name,
      tasks: tasks
        .filter(task => membership.is_admin || isTaskVisible(db, group.id, task.id))
        .map(task => viewTaskSummary(db, group.id, task)),
    }))
    .filter(category => category.tasks.length > 0)
}

/** `origin` is the public origin of the site. */
export interface AttemptsQuery {
  userId: number
  group: GroupSeed
  origin: string
}

/** Oldest first. Throws 409 if the group is not an exam. */
export function viewAttempts(db: Db, { userId, group, origin }: AttemptsQuery): Attempt[] {
  const exam = requireExam(group)
  return getAttempts(db, userId, group.id).map(row => viewAttempt(db, row, exam, origin))
}

function viewAttempt(db: Db, row: AttemptRow, exam: ExamSeed, origin: string): Attempt {
  const status = getAttemptStatus(db, row, exam)
  const endsAt = getAttemptEnd(row, exam)
  const reason = getReason(db, row, status)
  const isReviewed = status === 'completed' || status === 'report_rejected'
  const mayPay = exam.price !== undefined && (status === 'need_pay' || status === 'payment_rejected')
  return {
    id: row.id,
    status,
    hours: exam.hours,
    ...(exam.price !== undefined && exam.currency && { price: exam.price, currency: exam.currency }),
    ...(mayPay && { payment_url: getBankUrl(db, row.id, origin) }),
    created_at: isoTime(row.created_at),
    ...(row.started_at !== undefined && { started_at: isoTime(row.started_at) }),
    ...(endsAt !== undefined && { ends_at: isoTime(endsAt) }),
    ...(endsAt !== undefined &&
      exam.reportRequired && { report_deadline: isoTime(endsAt + exam.reportHours * 3_600_000) }),
    ...(row.report_sent_at !== undefined && { report_sent_at: isoTime(row.report_sent_at) }),
    ...(status === 'checking' && {
      review_due: isoTime(reviewDue(row.report_sent_at ?? endsAt ?? db.now())),
    }),
    ...(reason !== undefined && { rejection_reason: reason }),
    ...(status === 'completed' && row.review?.score !== undefined && { score: row.review.score }),
    ...(isReviewed && row.review && { finished_at: isoTime(row.review.at) }),
  }
}

function getReason(db: Db, row: AttemptRow, status: Attempt['status']): string | undefined {
  if (status === 'payment_rejected') return getRejectionReason(db, row)
  return status === 'report_rejected' ? row.review?.reason : undefined
}

/** The bank's page for an attempt, which redirects back to the site. */
function getBankUrl(db: Db, attemptId: number, origin: string): string {
  const search = new URLSearchParams({ attempt: String(attemptId), return: origin })
  return withDbName(db, `${db.settings.bankOrigin ?? origin}/mock-bank/order?${search}`)
}

/** Three business days later; Saturday and Sunday don't count. */
export function reviewDue(from: number): number {
  const date = new Date(from)
  for (let left = 3; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() % 6 !== 0) left--
  }
  return date.getTime()
}

function viewTaskSummary(db: Db, groupId: number, task: TaskSeed): TaskSummary {
  const visible = isTaskVisible(db, groupId, task.id)
  return {
    id: task.id,
    title: task.title,
    difficulty: task.difficulty,
    points: task.points,
    important: task.important,
    // A hidden task that was made visible is like any other.
    status: visible && task.status === 'hidden' ? 'active' : task.status,
    ...(task.disabledReason && { disabled_reason: task.disabledReason }),
    visible,
    flags_total: task.flags.length,
    has_lab: task.lab !== undefined,
    has_hint: task.hints.length > 0,
    has_writeup: task.writeup !== undefined,
    solved_by: countSolvers(db, groupId, task.id),
  }
}

export function viewHint(task: TaskSeed, hint: HintSeed): Hint {
  const { id, text, cost } = hint
  return { id, text, cost, number: task.hints.indexOf(hint) + 1, total: task.hints.length }
}

export function getHints(db: Db, user: UserRow, task: TaskSeed) {
  const isTaken = (hint: HintSeed) => db.tables.hints.get(tableKeys.hint(user.id, hint.id)) !== undefined
  return { taken: task.hints.filter(isTaken), left: task.hints.filter(hint => !isTaken(hint)) }
}

export function viewTask(db: Db, user: UserRow, { group, category, task }: TaskAccess): Task {
  const score = getScore(db, user, group.id, task.id)
  const { taken, left } = getHints(db, user, task)
  return {
    ...viewTaskSummary(db, group.id, task),
    group_id: group.id,
    category_name: category.name,
    description: task.description,
    flags: task.flags.map(({ id, title }) => ({ id, ...(title && { title }), solved: score.flags.has(id) })),
    attachments: task.attachments.map(({ name, size }) => ({
      name,
      url: `/files/tasks/${task.id}/${encodeURIComponent(name)}`,
      size,
    })),
    hints_taken: taken.map(hint => viewHint(task, hint)),
    hints_left: left.length,
    ...(left[0] && { hint_cost: left[0].cost }),
    hint_costs: left.map(({ cost }) => cost),
    writeup_rule: task.writeup?.rule ?? 'after_solve',
    ...(task.lab && { lab_expected_seconds: task.lab.expectedSeconds, has_terminal: task.lab.hasTerminal }),
    ...(task.hasLogViewer && { log_viewer_url: `https://logs.flagship.example/tasks/${task.id}` }),
  }
}

/** The user's state of tasks with a solved flag or a running lab. */
export function viewTaskStatuses(db: Db, user: UserRow, group: GroupSeed): TaskStatus[] {
  const scores = getScores(db, user.id, group.id)
  const statuses: TaskStatus[] = []
  for (const task of db.content.tasksByGroup.get(group.id) ?? []) {
    const score = scores.get(task.id)
    const lab = db.tables.labs.get(tableKeys.lab(user.id, task.id))
    const labStatus = getLabState(db, lab)
    if (!score && labStatus === 'off') continue
    const { flags: _, last_at, ...counts } = score ?? emptyScore(task.id)
    statuses.push({
      ...counts,
      ...(counts.solved && { solved_at: isoTime(last_at) }),
      lab_status: labStatus,
      ...(lab && labStatus === 'ready' && { lab_expires_at: isoTime(lab.expires_at) }),
    })
  }
  return statuses
}

export function viewUser(user: UserRow): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    email_verified: user.email_verified,
    no_password: user.password_hash === null,
    ...(user.first_name && { first_name: user.first_name }),
    ...(user.last_name && { last_name: user.last_name }),
  }
}
