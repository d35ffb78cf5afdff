import { beforeEach, describe, expect, test } from 'vitest'
import type { Group, GroupSummary, TaskStatus, TaskSummary } from '../../api/responses'
import { storage } from '../../lib/storage'
import { findTasks, getTaskNeighbours } from './filter-tasks'
import { findGroups } from './group-list'
import { extractInviteCode } from './invite-form'
import {
  getGroupProgress,
  getNextTask,
  getRequiredReminder,
  getTaskState,
  getTasksInOrder,
  toStatusMap,
} from './model'
import {
  parseGroupSearch,
  parseGroupViewSearch,
  readTaskFilters,
  saveTaskFilters,
  stateFilters,
  type TaskFilters,
} from './search'

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

const status = (task_id: number, flags_solved = 1, solved = true): TaskStatus => ({
  task_id,
  solved,
  flags_solved,
  points_earned: solved ? 100 : 0,
  lab_status: 'off',
})

const summary = (id: number, fields: Partial<GroupSummary> = {}): GroupSummary => ({
  id,
  name: `Группа ${id}`,
  is_exam: false,
  is_admin: false,
  hide_leaderboard: false,
  tasks_total: 3,
  tasks_solved: 1,
  important_left: 1,
  points_total: 300,
  points_earned: 100,
  ...fields,
})

/** The first two tasks are in category 11, the others in 12. */
const getGroup = (...tasks: TaskSummary[]): Group => ({
  ...summary(1),
  categories: [
    { id: 11, name: 'Веб', tasks: tasks.slice(0, 2) },
    { id: 12, name: 'Сети', tasks: tasks.slice(2) },
  ],
})

const important = { important: true }

const NOW = Date.UTC(2026, 9, 5)

describe('a task', () => {
  test.each([
    ['active', undefined, 'todo'],
    ['active', status(1, 1, false), 'progress'],
    ['active', status(1), 'solved'],
    ['disabled', undefined, 'locked'],
    ['disabled', status(1), 'solved'],
    ['a new one', undefined, 'todo'],
  ] as const)('that is %s with %j', (value, of, expected) => {
    // The server may add statuses.
    expect(getTaskState({ status: value as TaskSummary['status'] }, of)).toBe(expected)
  })

  test.each([
    ['the first open required one', [], undefined, 2],
    ['without required ones, any open one', [2], undefined, 1],
    ['after a task, those behind it come first', [2], 3, 4],
    ['never the task itself, never a disabled one', [2, 4], 1, undefined],
  ])('next: %s', (_, solved, after, expected) => {
    const group = getGroup(
      task(1),
      task(2, important),
      task(3, { ...important, status: 'disabled' }),
      task(4),
    )
    expect(getNextTask(group, toStatusMap(solved.map(id => status(id))), after)?.id).toBe(expected)
  })
})

test('progress is counted from the statuses', () => {
  const group = getGroup(task(1), task(2, important), task(3, important))
  expect(getGroupProgress(group, toStatusMap([status(1), status(2)]))).toEqual({
    solved: 2,
    hasRequired: true,
    total: 3,
    requiredLeft: 1,
    points: 200,
    pointsTotal: 300,
  })
})

test.each<[string, number[], object | null]>([
  ['nothing solved', [], null],
  ['another task is still open', [2], null],
  ['only required ones are open', [1], { count: 2, next: { id: 2 } }],
  ['one is left', [1, 2], { count: 1, next: { id: 3 } }],
  ['all required ones are solved', [1, 2, 3], null],
])('reminder of required tasks: %s', (_, solved, expected) => {
  const group = getGroup(task(1), task(2, important), task(3, important), task(4, { status: 'disabled' }))
  const reminder = getRequiredReminder(group, toStatusMap(solved.map(id => status(id))), NOW)
  if (expected) expect(reminder).toMatchObject(expected)
  else expect(reminder).toBeNull()
})

test('reminder of required tasks: all that are left are disabled', () => {
  const closed = getGroup(task(1), task(2, { ...important, status: 'disabled' }))
  expect(getRequiredReminder(closed, toStatusMap([status(1)]), NOW)).toEqual({
    count: 1,
    next: null,
    endsAt: null,
  })
})

test.each([
  ['eight days before the end', 8, null],
  ['a week before', 7, 2],
  ['an hour before', 1 / 24, 2],
  ['after the end', -1, null],
])('G15 the end of the group is a reason for the reminder: %s', (_, days, expected) => {
  const endsAt = NOW + days * 86_400_000
  const group = {
    ...getGroup(task(1), task(2, important), task(3, important)),
    end_date: new Date(endsAt).toISOString(),
  }
  const reminder = getRequiredReminder(group, new Map(), NOW)
  expect(reminder?.count ?? null).toBe(expected)
  if (expected) expect(reminder?.endsAt).toBe(endsAt)
  const done = toStatusMap([status(2), status(3)])
  expect(getRequiredReminder(group, done, NOW)).toBeNull()
})

test('tasks of an exam are not suggested without a running attempt, except to administrators', () => {
  const exam = { ...getGroup(task(1, important), task(2)), is_exam: true }
  const of = (state: string) => ({ ...exam, attempts: [{ id: 1, status: state }] }) as unknown as Group
  expect(getNextTask(of('exam_started'), new Map())?.id).toBe(1)
  for (const ended of ['need_pay', 'time_left', 'need_report', 'completed'])
    expect([ended, getNextTask(of(ended), new Map())]).toEqual([ended, null])
  expect(getNextTask(exam, new Map())).toBeNull()
  expect(getNextTask({ ...exam, is_admin: true }, new Map())?.id).toBe(1)
  const rest = toStatusMap([status(2)])
  expect(getRequiredReminder(of('exam_started'), rest, NOW)?.count).toBe(1)
  expect(getRequiredReminder(of('checking'), rest, NOW)).toBeNull()
})

test.each<Partial<TaskSummary>>([{ status: 'hidden' }, { visible: false }])(
  'G18 %j alone hides a task from students',
  fields => {
    const group = getGroup(task(1, fields))
    expect(getTasksInOrder(group)).toEqual([])
    expect(getTasksInOrder({ ...group, is_admin: true })).toHaveLength(1)
  },
)

describe('tasks found by filters', () => {
  const { categories } = getGroup(
    task(1, { ...important, title: 'Чёрный ход' }),
    task(2, { difficulty: 'hard' }),
    task(3, { status: 'hidden', visible: false }),
    task(4, { ...important, difficulty: 'medium', flags_total: 3 }),
    task(5, { status: 'disabled' }),
  )
  const statuses = toStatusMap([status(1), status(4, 2, false)])
  const find = (filters: TaskFilters, isAdmin = false) =>
    findTasks({ categories, statuses, isAdmin, later: new Set([4]) }, filters)
  const ids = (filters: TaskFilters, isAdmin = false) =>
    find(filters, isAdmin).categories.flatMap(({ tasks }) => tasks.map(({ id }) => id))

  test('administrators find hidden tasks', () => {
    expect(ids({ hidden: true }, true)).toEqual([3])
    expect(find({}, true).counts.hidden).toBe(1)
  })

  test.each<[string, TaskFilters, number[]]>([
    ['none', {}, [1, 2, 4, 5]],
    ['solved', { status: 'solved' }, [1]],
    ['in progress', { status: 'progress' }, [4]],
    ['not solved', { status: 'todo' }, [2]],
    ['hidden, which students have none of', { hidden: true }, [1, 2, 4, 5]],
    ['for later', { later: true }, [4]],
    ['easiest first', { sort: 'easiest' }, [1, 5, 4, 2]],
    ['hardest first', { sort: 'hardest' }, [2, 4, 1, 5]],
    ['recently solved first', { sort: 'recent' }, [1, 2, 4, 5]],
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

  test('only administrators see hidden tasks; empty categories are left out', () => {
    expect(ids({}, true)).toEqual([1, 2, 3, 4, 5])
    expect(find({}).total).toBe(4)
    expect(find({ difficulty: 'hard' }).categories.map(({ id }) => id)).toEqual([11])
  })

  test('every count is the number of tasks with that value, given the other filters', () => {
    const base: TaskFilters = { required: true, status: 'solved', q: 'е' }
    const { counts } = find(base)
    const count = (filters: TaskFilters) => find({ ...base, ...filters }).found
    expect(counts.status).toEqual({ todo: 0, progress: 1, solved: 1, locked: 0 })
    for (const one of stateFilters) expect([one, counts.status[one]]).toEqual([one, count({ status: one })])
    for (const one of ['easy', 'medium', 'hard'] as const)
      expect([one, counts.difficulty[one]]).toEqual([one, count({ difficulty: one })])
    for (const { id } of categories)
      expect([id, counts.category.get(id) ?? 0]).toEqual([id, count({ category: id })])
    expect(counts.required).toBe(1)
  })

  test('X15 tasks with unknown values are shown as unsolved, without a difficulty', () => {
    const tasks = ['__proto__', 'constructor', 'toString'].map((value, at) =>
      task(at + 1, { difficulty: value as never, status: value as never }),
    )
    const source = { categories: [{ id: 11, name: 'Веб', tasks }], statuses, isAdmin: false }
    const { found, counts } = findTasks(source, {})
    expect(found).toBe(3)
    expect(counts.status).toEqual({ todo: 2, progress: 0, solved: 1, locked: 0 })
    expect(counts.difficulty).toEqual({ easy: 0, medium: 0, hard: 0 })
    expect(Object.getPrototypeOf(counts.difficulty)).toBe(Object.prototype)
    for (const difficulty of ['easy', 'medium', 'hard'] as const)
      expect(findTasks(source, { difficulty }).found).toBe(0)
  })
})

describe('groups found by the search', () => {
  const now = Date.UTC(2026, 9, 5)
  const groups = [
    summary(1, { name: 'Ёмкий курс' }),
    summary(2, { start_date: '2026-12-01T00:00:00Z' }),
    summary(3, { end_date: '2026-10-05T00:00:00Z' }),
    summary(4, { is_exam: true, end_date: '2026-10-06T00:00:00Z' }),
  ]
  const ids = (found: readonly GroupSummary[]) => found.map(({ id }) => id)

  test.each([
    ['all, and a group ends at the exact second', {}, [1, 4], [2], [3]],
    ['running', { state: 'running' }, [1, 4], [], []],
    ['upcoming', { state: 'upcoming' }, [], [2], []],
    ['ended', { state: 'ended' }, [], [], [3]],
    ['a text, in which ё matches е', { q: 'емкий' }, [1], [], []],
  ] as const)('%s', (_, search, running, upcoming, ended) => {
    const { shown } = findGroups(groups, search, now)
    expect([ids(shown.running), ids(shown.upcoming), ids(shown.ended)]).toEqual([running, upcoming, ended])
  })

  test('the text applies to every count, the filter to none', () => {
    const { named, counts } = findGroups(groups, { q: 'емкий', state: 'ended' }, now)
    expect([named, counts]).toEqual([1, { running: 1, upcoming: 0, ended: 0 }])
  })
})

test.each<[Record<string, unknown>, object]>([
  [
    { state: 'ended', q: 'веб' },
    { state: 'ended', q: 'веб' },
  ],
  [{ state: 'all', other: 1 }, {}],
  [{ state: ['ended'], q: { a: 1 } }, {}],
])('search parameters of the groups: %j', (raw, expected) => expect(parseGroupSearch(raw)).toEqual(expected))

test.each<[Record<string, unknown>, object]>([
  [{ tab: 'exam' }, { tab: 'exam' }],
  [{ status: 'all', difficulty: 'toString', required: false, category: '1e1', q: '' }, {}],
  [
    { status: 'solved', difficulty: 'easy', required: 'true' },
    { status: 'solved', difficulty: 'easy', required: true },
  ],
  [
    { category: '11', q: '42' },
    { category: 11, q: '42' },
  ],
  [JSON.parse('{"category":1e300,"__proto__":{"tab":"exam"}}'), {}],
])('search parameters of a group: %j', (raw, expected) => expect(parseGroupViewSearch(raw)).toEqual(expected))

describe('saved task filters', () => {
  const key = 'flagship.taskFilters'
  beforeEach(() => storage.remove(key))

  test.each<[TaskFilters]>([
    [{ status: 'todo' }],
    [{ difficulty: 'hard', required: true, category: 12 }],
    [{ q: 'чёрный ход & 42?' }],
    [{ q: '42' }],
  ])('restores %j', filters => {
    saveTaskFilters(1, filters)
    expect(readTaskFilters(1)).toEqual(filters)
    expect(readTaskFilters(2)).toEqual({})
  })

  test('empty filters remove only that group', () => {
    saveTaskFilters(1, { status: 'todo' })
    saveTaskFilters(2, { required: true })
    saveTaskFilters(1, {})
    expect(readTaskFilters(1)).toEqual({})
    expect(readTaskFilters(2)).toEqual({ required: true })
    saveTaskFilters(2, {})
    expect(storage.get(key)).toBeNull()
  })

  test('stores the 20 most recently used groups', () => {
    for (let id = 100; id > 75; id -= 1) saveTaskFilters(id, { status: 'todo' })
    saveTaskFilters(95, { status: 'solved' })
    saveTaskFilters(1, { status: 'todo' })
    const savedIds = [1, 76, 93, 94, 95, 96, 100].filter(id => readTaskFilters(id).status)
    expect(savedIds).toEqual([1, 76, 93, 95])
    expect(JSON.parse(storage.get(key) ?? '')).toHaveLength(20)
  })

  test('long queries never exceed the storage limit', () => {
    for (let id = 1; id <= 20; id += 1) saveTaskFilters(id, { q: 'ё'.repeat(100) })
    expect(readTaskFilters(20).q).toHaveLength(100)
    expect(readTaskFilters(1)).toEqual({})
  })

  test.each([
    'nonsense',
    '{}',
    'null',
    '[1]',
    '[[1]]',
    '[["1","?status=todo"]]',
    '[[1,{"status":"todo"}]]',
    '[[1,"?status=constructor&difficulty=__proto__&tab=exam"]]',
  ])('X15 ignores the stored value %s', raw => {
    storage.set(key, raw)
    expect(readTaskFilters(1)).toEqual({})
  })
})

test.each<[string, number, TaskFilters, [number | undefined, number | undefined, boolean]]>([
  ['no filters: the whole group', 2, {}, [1, 3, false]],
  ['the whole group leaves out what is hidden', 3, {}, [2, 5, false]],
  ['within the filters, over the border of a category', 3, { required: true }, [1, 6, true]],
  ['first of the filters', 1, { required: true }, [undefined, 3, true]],
  ['last of the filters', 6, { required: true }, [3, undefined, true]],
  ['outside of the filters: the whole group', 5, { required: true }, [3, 6, false]],
  ['by state', 2, { status: 'todo' }, [1, 3, true]],
  ['by text', 6, { q: 'сети' }, [5, undefined, true]],
  ['of a category that is gone', 2, { category: 99 }, [1, 3, false]],
  ['a task that the group does not have', 99, { required: true }, [undefined, undefined, false]],
])('neighbours: %s', (_, taskId, filters, expected) => {
  const group = getGroup(
    task(1, important),
    task(2),
    task(3, important),
    task(4, { visible: false }),
    task(5),
    task(6, important),
  )
  const found = getTaskNeighbours(group, toStatusMap([status(5)]), taskId, filters)
  expect([found.previous?.id, found.next?.id, found.isFiltered]).toEqual(expected)
})

test.each([
  ['AUTUMN-2026', 'AUTUMN-2026'],
  ['  «AUTUMN-2026».\n', 'AUTUMN-2026'],
  ['https://flagship.example/invite/AUTUMN-2026/?utm=1#top', 'AUTUMN-2026'],
  ['<https://flagship.example/invite/AUTUMN-2026>,', 'AUTUMN-2026'],
  ['/invite/a_b', 'a_b'],
  ['https://flagship.example/registration?x=1&invite=AUTUMN-2026#top', 'AUTUMN-2026'],
  ['https://flagship.example/invite/', ''],
  ['https://flagship.example/login?invite=%2219E3%22', '19E3'],
  ['Код приглашения: AUTUMN-2026', 'AUTUMN-2026'],
  ['«AUTUMN\u20112026»\u200b', 'AUTUMN-2026'],
  ['   ', ''],
])('X14 extracts from %j the invite code %j', (text, code) => expect(extractInviteCode(text)).toBe(code))

test.each(['не код', 'javascript:alert(1)', 'https://flagship.example/'])(
  '%j contains no invite code',
  text => expect(extractInviteCode(text)).not.toMatch(/^[A-Za-z0-9_-]+$/),
)
