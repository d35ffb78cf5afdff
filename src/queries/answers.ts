import type * as Sent from '../api/schema.gen'

/** `T` with these properties always there; one that the contract drops is missed where it is read, not here. */
type Whole<T, K extends string> = Omit<T, K> & { [P in K & keyof T]-?: NonNullable<T[P]> }

/** `T` with this property always there, as `V`. */
type Holding<T, K extends string, V> = Omit<T, K> & { [P in K & keyof T]-?: V }

export type TaskSummary = Whole<Sent.TaskSummary, 'id' | 'title' | 'flags_total'>
export type Category = Holding<Whole<Sent.Category, 'id' | 'name'>, 'tasks', TaskSummary[]>
export type GroupSummary = Whole<Sent.GroupSummary, 'id' | 'name' | 'is_exam' | 'is_admin'>
export type Group = GroupSummary & Holding<Omit<Sent.Group, keyof GroupSummary>, 'categories', Category[]>
export type Task = TaskSummary &
  Omit<
    Whole<Sent.Task, 'group_id' | 'description' | 'flags' | 'attachments' | 'hints_left'>,
    keyof TaskSummary
  >
export type TaskStatus = Whole<Sent.TaskStatus, 'task_id'>
export type LeaderboardRow = Whole<Sent.LeaderboardRow, 'user_id' | 'rank' | 'username' | 'points' | 'solved'>
export type Leaderboard = Holding<Sent.Leaderboard, 'rows', LeaderboardRow[]>

type Raw = Record<string, unknown>

const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : [])

const idOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

const nameOf = (value: unknown, id: number): string =>
  typeof value === 'string' && value.trim() !== '' ? value : `#${Math.abs(id)}`

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** Fields of which an answer without `is_exam` shows that a group is an exam; one without tasks is for the server to refuse. */
const looksLikeExam = ({ exam, attempts, categories }: Raw): boolean =>
  isRaw(exam) || (Array.isArray(attempts) && (attempts.length > 0 || listOf(categories).length === 0))

/** What the contract sends to administrators alone. */
const looksLikeAdmin = ({ invite_code, categories }: Raw): boolean =>
  typeof invite_code === 'string' ||
  listOf(categories).some(({ tasks }) =>
    listOf(tasks).some(({ visible, status }) => visible === false || status === 'hidden'),
  )

const completeTaskSummary = (raw: Raw, askedId: number): TaskSummary => {
  const id = idOf(raw.id) ?? askedId
  const flags = listOf(raw.flags).length
  return {
    ...raw,
    id,
    title: nameOf(raw.title, id),
    // One that is not counted takes flags all the same.
    flags_total: countOf(raw.flags_total) ?? Math.max(1, flags),
    visible: raw.visible ?? true,
  } as TaskSummary
}

const completeCategory = (raw: Raw, index: number): Category => ({
  ...raw,
  id: idOf(raw.id) ?? -index - 1,
  name: nameOf(raw.name, index + 1),
  tasks: listOf(raw.tasks).map((task, at) => completeTaskSummary(task, -index * 1000 - at - 1)),
})

const completeGroupSummary = (raw: Raw, askedId: number): GroupSummary => {
  const id = idOf(raw.id) ?? askedId
  return {
    ...raw,
    id,
    name: nameOf(raw.name, id),
    is_exam: raw.is_exam ?? looksLikeExam(raw),
    is_admin: raw.is_admin ?? looksLikeAdmin(raw),
  } as GroupSummary
}

/*
 * What the specification does not show may be missing in an answer. These fill in what a page needs to stand:
 * identifiers from the address, else a number below zero, which leads nowhere; what an answer does not forbid is
 * offered, and the server refuses it. What only decorates stays absent.
 */

/** A list that is none stays what it is: the page says that it cannot be read. */
export const completeGroups = (answer: unknown): GroupSummary[] =>
  Array.isArray(answer)
    ? listOf(answer).map((group, at) => completeGroupSummary(group, -at - 1))
    : (answer as GroupSummary[])

export const completeGroup = (answer: unknown, askedId: number): Group => {
  if (!isRaw(answer)) return answer as unknown as Group
  const summary = completeGroupSummary(answer, askedId)
  return { ...summary, categories: listOf(answer.categories).map(completeCategory) }
}

export const completeTask = (answer: unknown, groupId: number, taskId: number): Task => {
  if (!isRaw(answer)) return answer as unknown as Task
  return {
    ...answer,
    ...completeTaskSummary(answer, taskId),
    group_id: idOf(answer.group_id) ?? groupId,
    description: answer.description ?? '',
    flags: listOf(answer.flags),
    attachments: listOf(answer.attachments),
    has_lab: answer.has_lab ?? true,
    has_hint: answer.has_hint ?? true,
    has_writeup: answer.has_writeup ?? true,
    hints_left: countOf(answer.hints_left) ?? (answer.has_hint === false ? 0 : 1),
  } as Task
}

/** The state of a task; null for what names no task. */
const completeStatus = (raw: Raw): TaskStatus | null => {
  const id = idOf(raw.task_id) ?? idOf(raw.id)
  if (id === null) return null
  const isSolved = raw.status === 'solved' || typeof raw.solved_at === 'string'
  return { ...(isSolved && { solved: true }), ...raw, task_id: id } as TaskStatus
}

export const completeStatuses = (answer: unknown): TaskStatus[] =>
  listOf(answer).flatMap(raw => completeStatus(raw) ?? [])
