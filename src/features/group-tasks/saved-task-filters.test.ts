import { beforeEach, expect, test } from 'vitest'
import { storage } from '../../lib/storage'
import type { Group, TaskStatus, TaskSummary } from '../../queries/responses'
import { toStatusMap } from '../../queries/task-progress'
import type { TaskFilters } from './group-view-search'
import { readTaskFilters, saveTaskFilters } from './saved-task-filters'
import { getTaskNeighbours } from './use-task-neighbours'

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

const group: Group = {
  id: 1,
  name: 'Группа',
  is_exam: false,
  is_admin: false,
  hide_leaderboard: false,
  tasks_total: 6,
  tasks_solved: 0,
  important_left: 0,
  points_total: 0,
  points_earned: 0,
  categories: [
    { id: 11, name: 'Веб', tasks: [task(1, { important: true }), task(2), task(3, { important: true })] },
    { id: 12, name: 'Сети', tasks: [task(4, { visible: false }), task(5), task(6, { important: true })] },
  ],
}

const solved = (task_id: number): TaskStatus => ({
  task_id,
  solved: true,
  flags_solved: 1,
  points_earned: 100,
  lab_status: 'off',
})

test.each<[string, number, TaskFilters, [number | undefined, number | undefined, boolean]]>([
  ['no filters: the whole group', 2, {}, [1, 3, false]],
  ['the whole group leaves out what is hidden', 3, {}, [2, 5, false]],
  ['within the filters, over the border of a category', 3, { required: true }, [1, 6, true]],
  ['first of the filters', 1, { required: true }, [undefined, 3, true]],
  ['last of the filters', 6, { required: true }, [3, undefined, true]],
  ['outside of the filters: the whole group', 5, { required: true }, [3, 6, false]],
  ['by state', 2, { status: 'todo' }, [1, 3, true]],
  ['a solved one is outside of "not solved"', 5, { status: 'todo' }, [3, 6, false]],
  ['by text', 6, { q: 'сети' }, [5, undefined, true]],
  ['the only one', 6, { required: true, category: 12 }, [undefined, undefined, true]],
  ['of a category that is gone', 2, { category: 99 }, [1, 3, false]],
  ['a task that the group does not have', 99, { required: true }, [undefined, undefined, false]],
])('neighbours: %s', (_, taskId, filters, expected) => {
  const walk = getTaskNeighbours(group, toStatusMap([solved(5)]), taskId, filters)
  expect([walk.previous?.id, walk.next?.id, walk.isFiltered]).toEqual(expected)
})
