import type * as Sent from '../../packages/contract/schema.gen'
import type { Attempt } from '../../packages/contract/schema.gen'
import { parseMoment } from '../lib/format'
import { isRecord } from '../lib/is-record'

/** `T` with these properties required. Properties missing from the contract fail where they are read, not here. */
type WithRequired<T, K extends string> = Omit<T, K> & {
  // `keyof Pick<…>` keeps the link to the declaration in the generated types; `K & keyof T` alone loses it.
  [P in keyof Pick<T, K & keyof T>]-?: NonNullable<T[P]>
}

/** `T` with this property required, of type `V`. */
type WithProperty<T, K extends string, V> = Omit<T, K> & { [P in keyof Pick<T, K & keyof T>]-?: V }

export type TaskSummary = WithRequired<Sent.TaskSummary, 'id' | 'title'>
export type Category = WithProperty<WithRequired<Sent.Category, 'id' | 'name'>, 'tasks', TaskSummary[]>
type CategoryProgress = WithRequired<Sent.CategoryProgress, 'name'>
export type GroupSummary = Omit<
  WithRequired<Sent.GroupListItem, 'id' | 'name' | 'is_admin'>,
  'categories'
> & {
  /** Of the list of groups. */
  categories?: CategoryProgress[]
}
export type Group = Omit<GroupSummary, 'categories'> &
  WithProperty<Omit<Sent.Group, Exclude<keyof GroupSummary, 'categories'>>, 'categories', Category[]> & {
    /** The server doesn't say which tasks the group has. */
    hasUnknownTasks?: true
  }
export type Task = TaskSummary &
  Omit<WithRequired<Sent.Task, 'group_id' | 'flags' | 'attachments'>, keyof TaskSummary>
export type TaskStatus = WithRequired<Sent.TaskStatus, 'task_id'>
export type LeaderboardRow = WithRequired<
  Sent.LeaderboardRow,
  'user_id' | 'rank' | 'username' | 'points' | 'solved'
>
export type Leaderboard = WithProperty<Sent.Leaderboard, 'rows', LeaderboardRow[]>

type Raw = Record<string, unknown>

const getRecords = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const getId = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

const getName = (value: unknown, id: number): string =>
  typeof value === 'string' && value.trim() !== '' ? value : `#${Math.abs(id)}`

const getNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** Guesses a missing `is_exam` from the fields of an exam; undefined for a group without tasks and attempts. */
const looksLikeExam = ({ exam, attempts, categories }: Raw): boolean | undefined => {
  if (isRecord(exam)) return true
  if (!Array.isArray(attempts)) return false
  if (attempts.length > 0) return true
  return getRecords(categories).length > 0 ? false : undefined
}

/** Fields that only administrators receive. */
const looksLikeAdmin = ({ invite_code, categories }: Raw): boolean =>
  typeof invite_code === 'string' ||
  getRecords(categories).some(({ tasks }) =>
    getRecords(tasks).some(({ visible, status }) => visible === false || status === 'hidden'),
  )

const completeTaskSummary = (raw: Raw, askedId: number): TaskSummary => {
  const id = getId(raw.id) ?? askedId
  const flagsTotal = getNumber(raw.flags_total) ?? (getRecords(raw.flags).length || null)
  const solvedBy = getNumber(raw.solved_by)
  const { flags_total: _, solved_by: __, ...fields } = raw
  return {
    ...fields,
    id,
    title: getName(raw.title, id),
    points: getNumber(raw.points) ?? 0,
    ...(flagsTotal !== null && { flags_total: flagsTotal }),
    ...(solvedBy !== null && { solved_by: solvedBy }),
    visible: raw.visible ?? true,
  } as TaskSummary
}

const completeCategory = (raw: Raw, index: number): Category => ({
  ...raw,
  id: getId(raw.id) ?? -index - 1,
  name: getName(raw.name, index + 1),
  tasks: getRecords(raw.tasks).map((task, at) => completeTaskSummary(task, -index * 1000 - at - 1)),
})

/** A category without a name is left out. */
const completeProgress = (raw: Raw): CategoryProgress[] => {
  const [total, solved] = [getNumber(raw.tasks_total), getNumber(raw.tasks_solved)]
  if (typeof raw.name !== 'string' || raw.name.trim() === '') return []
  return [
    {
      name: raw.name,
      ...(total !== null && solved !== null && { tasks_total: total, tasks_solved: solved }),
    },
  ]
}

const completeGroupSummary = (raw: Raw, askedId: number): Omit<GroupSummary, 'categories'> => {
  const id = getId(raw.id) ?? askedId
  const isExam = raw.is_exam ?? looksLikeExam(raw)
  const [rank, total] = [getNumber(raw.rank), getNumber(raw.ranked_total)]
  const { rank: _, ranked_total: __, categories: ___, ...fields } = raw
  return {
    ...fields,
    ...(rank !== null && { rank }),
    ...(total !== null && { ranked_total: total }),
    id,
    name: getName(raw.name, id),
    description: typeof raw.description === 'string' ? raw.description : undefined,
    ...(isExam !== undefined && { is_exam: isExam }),
    is_admin: raw.is_admin ?? looksLikeAdmin(raw),
  } as GroupSummary
}

const completeGroupListItem = (raw: Raw, askedId: number): GroupSummary => {
  const categories = getRecords(raw.categories).flatMap(completeProgress)
  return { ...completeGroupSummary(raw, askedId), ...(categories.length > 0 && { categories }) }
}

/*
 * Optional fields may be missing in responses. These functions add what the pages need: ids from the URL, else a
 * negative number, which links nowhere; actions that aren't ruled out are offered, and the server decides. Decorative
 * fields stay absent.
 */

/** Other values pass unchanged; the page reports them as unreadable. */
export const completeGroups = (answer: unknown): GroupSummary[] =>
  Array.isArray(answer)
    ? getRecords(answer).map((group, at) => completeGroupListItem(group, -at - 1))
    : (answer as GroupSummary[])

export const completeGroup = (answer: unknown, askedId: number): Group => {
  if (!isRecord(answer)) return answer as unknown as Group
  const summary = completeGroupSummary(answer, askedId)
  const categories = getRecords(answer.categories)
  const saysTasks = Array.isArray(answer.categories) && categories.every(({ tasks }) => Array.isArray(tasks))
  return {
    ...summary,
    categories: categories.map(completeCategory),
    ...(!saysTasks && { hasUnknownTasks: true }),
  }
}

export const completeTask = (answer: unknown, groupId: number, taskId: number): Task => {
  if (!isRecord(answer)) return answer as unknown as Task
  return {
    ...answer,
    ...completeTaskSummary(answer, taskId),
    group_id: getId(answer.group_id) ?? groupId,
    flags: getRecords(answer.flags),
    attachments: getRecords(answer.attachments),
  } as Task
}

/** Null without a task id. */
const completeStatus = (raw: Raw): TaskStatus | null => {
  const id = getId(raw.task_id) ?? getId(raw.id)
  if (id === null) return null
  const isSolved = raw.status === 'solved' || typeof raw.solved_at === 'string'
  return { ...(isSolved && { solved: true }), ...raw, task_id: id } as TaskStatus
}

export const completeStatuses = (answer: unknown): TaskStatus[] =>
  getRecords(answer).flatMap(raw => completeStatus(raw) ?? [])

const isAttempt = (value: unknown): value is Attempt => isRecord(value) && Number.isSafeInteger(value.id)

/** Attempts of a group, newest first; empty when malformed. */
export const getAttempts = (group: Pick<Group, 'attempts'> | undefined): Attempt[] => {
  const attempts: unknown = group?.attempts
  return (Array.isArray(attempts) ? attempts : []).filter(isAttempt).sort((a, b) => b.id - a.id)
}

export type GroupPhase = 'upcoming' | 'running' | 'ended'

/** Phase of a group by its dates; a group without dates is always running. `now` is server time in milliseconds. */
export const getGroupPhase = (
  group: Pick<GroupSummary, 'start_date' | 'end_date'>,
  now: number,
): GroupPhase => {
  const start = parseMoment(group.start_date)
  const end = parseMoment(group.end_date)
  if (end !== null && now >= end) return 'ended'
  return start !== null && now < start ? 'upcoming' : 'running'
}
