import { describe, expect, test } from 'vitest'
import type { Group, TaskStatus, TaskSummary } from './responses'
import {
  getAdjacentTasks,
  getGroupProgress,
  getNextTask,
  getRequiredReminder,
  getTaskState,
  getTasksInOrder,
  toStatusMap,
} from './task-progress'

const task = (id: number, fields: Partial<TaskSummary> = {}): TaskSummary => ({
  id,
  title: `Task ${id}`,
  difficulty: 'easy',
  points: 100,
  important: false,
  status: 'active',
  visible: true,
  flags_total: 1,
  has_lab: false,
  has_hint: false,
  has_writeup: false,
  ...fields,
})

const groupOf = (...tasks: TaskSummary[]): Group => ({
  id: 1,
  name: 'Group',
  is_exam: false,
  is_admin: false,
  hide_leaderboard: false,
  tasks_total: tasks.length,
  tasks_solved: 0,
  important_left: 0,
  points_total: 0,
  points_earned: 0,
  categories: [
    { id: 11, name: 'A', tasks: tasks.slice(0, 2) },
    { id: 12, name: 'B', tasks: tasks.slice(2) },
  ],
})

const status = (task_id: number, flags_solved: number, solved = true): TaskStatus => ({
  task_id,
  solved,
  flags_solved,
  points_earned: solved ? 100 : 0,
  lab_status: 'off',
})

test.each([
  ['active', undefined, 'todo'],
  ['active', status(1, 1, false), 'progress'],
  ['active', status(1, 1), 'solved'],
  ['disabled', undefined, 'locked'],
  ['disabled', status(1, 1), 'solved'],
  ['a new one', undefined, 'todo'],
] as const)('a task that is %s with %j', (value, of, expected) => {
  // The server may add statuses.
  expect(getTaskState({ status: value as TaskSummary['status'] }, of)).toBe(expected)
})

describe('next task', () => {
  const group = groupOf(
    task(1),
    task(2, { important: true }),
    task(3, { important: true, status: 'disabled' }),
    task(4),
  )
  test('the first open required task', () => expect(getNextTask(group, toStatusMap([]))?.id).toBe(2))
  test('without one, any open task', () =>
    expect(getNextTask(group, toStatusMap([status(2, 1)]))?.id).toBe(1))
  test('after a task, those behind it come first', () =>
    expect(getNextTask(group, toStatusMap([status(2, 1)]), 3)?.id).toBe(4))
  test('never the task itself, never a disabled one', () =>
    expect(getNextTask(group, toStatusMap([status(2, 1), status(4, 1)]), 1)).toBeNull())
})

test('adjacent tasks cross categories and skip hidden tasks', () => {
  const group = groupOf(task(1), task(2), task(3, { status: 'hidden' }), task(4))
  const tasks = getTasksInOrder(group)
  expect(getAdjacentTasks(tasks, 2)).toMatchObject({ previous: { id: 1 }, next: { id: 4 } })
  expect(getAdjacentTasks(tasks, 99)).toEqual({ previous: null, next: null })
})

test('progress is counted from the statuses', () => {
  const group = groupOf(task(1), task(2, { important: true }), task(3, { important: true }))
  expect(getGroupProgress(group, toStatusMap([status(1, 1), status(2, 1)]))).toEqual({
    solved: 2,
    hasRequired: true,
    total: 3,
    requiredLeft: 1,
    points: 200,
    pointsTotal: 300,
  })
})

describe('reminder of required tasks', () => {
  const group = groupOf(
    task(1),
    task(2, { important: true }),
    task(3, { important: true }),
    task(4, { status: 'disabled' }),
  )
  test.each<[string, TaskStatus[], { count: number; next: { id: number } } | null]>([
    ['nothing solved', [], null],
    ['another task is still open', [status(2, 1)], null],
    ['only required ones are open', [status(1, 1)], { count: 2, next: { id: 2 } }],
    ['one is left', [status(1, 1), status(2, 1)], { count: 1, next: { id: 3 } }],
    ['all required ones are solved', [status(1, 1), status(2, 1), status(3, 1)], null],
  ])('%s', (_, solved, expected) => {
    const reminder = getRequiredReminder(group, toStatusMap(solved))
    if (expected) expect(reminder).toMatchObject(expected)
    else expect(reminder).toBeNull()
  })

  test('all remaining tasks are disabled: no next task', () => {
    const closed = groupOf(task(1), task(2, { important: true, status: 'disabled' }))
    expect(getRequiredReminder(closed, toStatusMap([status(1, 1)]))).toEqual({ count: 1, next: null })
  })
})

test('tasks of an exam are not suggested without a running attempt, except to administrators', () => {
  const exam = { ...groupOf(task(1, { important: true }), task(2)), is_exam: true }
  const of = (status: string) => ({ ...exam, attempts: [{ id: 1, status }] }) as unknown as Group
  expect(getNextTask(of('exam_started'), new Map())?.id).toBe(1)
  for (const ended of ['need_pay', 'time_left', 'need_report', 'completed'])
    expect([ended, getNextTask(of(ended), new Map())]).toEqual([ended, null])
  expect(getNextTask(exam, new Map())).toBeNull()
  expect(getNextTask({ ...exam, is_admin: true }, new Map())?.id).toBe(1)
  const rest = toStatusMap([status(2, 1)])
  expect([
    getRequiredReminder(of('exam_started'), rest)?.count,
    getRequiredReminder(of('checking'), rest),
  ]).toEqual([1, null])
})
