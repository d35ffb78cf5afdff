import { describe, expect, test } from 'vitest'
import type { Category, TaskStatus, TaskSummary } from '../../queries/responses'
import { toStatusMap } from '../../queries/task-progress'
import { findTasks } from './filter-tasks'
import { parseGroupViewSearch, stateFilters, type TaskFilters } from './group-view-search'

const task = (id: number, fields: Partial<TaskSummary> = {}): TaskSummary => ({
  id,
  title: `Задание ${id}`,
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

const solvedStatus = (task_id: number, fields: Partial<TaskStatus> = {}): TaskStatus => ({
  task_id,
  solved: true,
  flags_solved: 1,
  points_earned: 100,
  lab_status: 'off',
  ...fields,
})

const categories: Category[] = [
  {
    id: 11,
    name: 'Веб',
    tasks: [
      task(1, { title: 'Чёрный ход', important: true }),
      task(2, { difficulty: 'hard' }),
      task(3, { status: 'hidden', visible: false }),
    ],
  },
  {
    id: 12,
    name: 'Сети',
    tasks: [
      task(4, { important: true, difficulty: 'medium', flags_total: 3 }),
      task(5, { status: 'disabled' }),
    ],
  },
]

const statuses = toStatusMap([solvedStatus(1), solvedStatus(4, { solved: false, flags_solved: 2 })])

const find = (filters: TaskFilters, isAdmin = false) => findTasks({ categories, statuses, isAdmin }, filters)
const ids = (filters: TaskFilters, isAdmin = false) =>
  find(filters, isAdmin).categories.flatMap(({ tasks }) => tasks.map(({ id }) => id))

describe('filters', () => {
  test.each<[string, TaskFilters, number[]]>([
    ['none', {}, [1, 2, 4, 5]],
    ['solved', { status: 'solved' }, [1]],
    ['begun', { status: 'progress' }, [4]],
    ['not solved', { status: 'todo' }, [2]],
    ['disabled', { status: 'locked' }, [5]],
    ['hard', { difficulty: 'hard' }, [2]],
    ['required', { required: true }, [1, 4]],
    ['a category', { category: 12 }, [4, 5]],
    ['a category that is not there', { category: 99 }, []],
    ['text without the dots of ё, in another case', { q: 'черный' }, [1]],
    ['the name of a category', { q: 'сети' }, [4, 5]],
    ['two at once', { required: true, status: 'solved' }, [1]],
    ['nothing', { q: 'нет такого' }, []],
  ])('%s', (_, filters, expected) => expect(ids(filters)).toEqual(expected))

  test('only administrators see hidden tasks', () => {
    expect(ids({}, true)).toEqual([1, 2, 3, 4, 5])
    expect(find({}).total).toBe(4)
  })

  test('empty categories are left out', () =>
    expect(find({ difficulty: 'hard' }).categories.map(({ id }) => id)).toEqual([11]))

  test('each count is the number of tasks with that value, given the other filters', () => {
    const { counts } = find({ required: true, status: 'solved' })
    expect(counts.status).toEqual({ todo: 0, progress: 1, solved: 1, locked: 0 })
    expect(counts.difficulty).toEqual({ easy: 1, medium: 0, hard: 0 })
    expect(counts.required).toBe(1)
    expect([...counts.category]).toEqual([[11, 1]])
  })
})

describe('unknown values', () => {
  const asInvalid = (value: string) => value as TaskSummary['difficulty'] & TaskSummary['status']
  const invalidTasks = [asInvalid('__proto__'), asInvalid('constructor'), asInvalid('toString')].map(
    (value, at) => task(at + 1, { difficulty: value, status: value }),
  )
  const search = (filters: TaskFilters) =>
    findTasks(
      { categories: [{ id: 11, name: 'Веб', tasks: invalidTasks }], statuses, isAdmin: false },
      filters,
    )

  test('X15 such tasks are shown as unsolved, without a difficulty', () => {
    const { found, counts } = search({})
    expect(found).toBe(3)
    expect(counts.status).toEqual({ todo: 2, progress: 0, solved: 1, locked: 0 })
    expect(counts.difficulty).toEqual({ easy: 0, medium: 0, hard: 0 })
    expect(Object.getPrototypeOf(counts.difficulty)).toBe(Object.prototype)
  })

  test.each(['easy', 'medium', 'hard'] as const)('X15 filter %s finds none of them', difficulty =>
    expect(search({ difficulty }).found).toBe(0),
  )
})

test('every count matches the result of that filter', () => {
  const base: TaskFilters = { required: true, status: 'solved', q: 'е' }
  const { counts } = find(base)
  for (const status of stateFilters)
    expect([status, counts.status[status]]).toEqual([status, find({ ...base, status }).found])
  for (const difficulty of ['easy', 'medium', 'hard'] as const)
    expect([difficulty, counts.difficulty[difficulty]]).toEqual([
      difficulty,
      find({ ...base, difficulty }).found,
    ])
  for (const { id } of categories)
    expect([id, counts.category.get(id) ?? 0]).toEqual([id, find({ ...base, category: id }).found])
  expect(counts.allCategories).toBe(find(base).found)
  expect(find({ ...base, category: 11 }).counts.allCategories).toBe(find(base).found)
})

describe('search parameters of a group', () => {
  test.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [{ tab: 'tasks' }, { tab: 'tasks' }],
    [{ tab: 'exam' }, { tab: 'exam' }],
    [{ status: 'all', difficulty: 'toString', required: false }, {}],
    [
      { status: 'solved', difficulty: 'easy', required: 1 },
      { status: 'solved', difficulty: 'easy', required: true },
    ],
    [
      { category: 11, q: 42 },
      { category: 11, q: '42' },
    ],
    [{ category: '11', q: '' }, {}],
    [{ category: -1, q: ['x'], status: { a: 1 } }, {}],
    [JSON.parse('{"category":1e300,"__proto__":{"tab":"exam"}}'), {}],
    [{ q: 'x'.repeat(500), other: 'y' }, { q: 'x'.repeat(100) }],
  ])('%j', (raw, expected) => expect(parseGroupViewSearch(raw)).toEqual(expected))
})
