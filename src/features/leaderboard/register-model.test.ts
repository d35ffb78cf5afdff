import { describe, expect, test } from 'vitest'
import type { Group, LeaderboardRow, TaskSummary } from '../../api/responses'
import { countPeople, filterPeople, findUnsolvedTasks, getRegisterPeople, sortPeople } from './register-model'
import { getProfileSolves, getRowSolves, getSolveOrder, getTaskStats, type SolvePerson } from './solves'

const DAY = 86_400_000
const now = Date.parse('2026-10-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * DAY).toISOString()

const task = (id: number, more: Partial<TaskSummary> = {}): TaskSummary => ({
  id,
  title: `Task ${id}`,
  difficulty: 'easy',
  points: 100,
  important: false,
  status: 'active',
  visible: true,
  ...more,
})
const tasks = [
  task(1, { important: true }),
  task(2),
  task(3, { important: true }),
  task(4, { status: 'disabled' }),
]
const group: Pick<Group, 'categories' | 'end_date'> = { categories: [{ id: 1, name: 'Веб', tasks }] }

const row = (user_id: number, solved: number, more: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  user_id,
  rank: 1,
  username: `user_${user_id}`,
  points: solved * 100,
  solved,
  ...more,
})
const person = (one: LeaderboardRow): SolvePerson => ({
  row: one,
  name: one.username,
  solves: getRowSolves(one),
})
const solves = (...ids: number[]) => ids.map(task_id => ({ task_id, solved_at: daysAgo(task_id) }))
const names = (people: readonly SolvePerson[]) => people.map(({ name }) => name)

describe('who needs help', () => {
  const rows = [
    row(1, 2, { last_solved_at: daysAgo(1), solved_tasks: solves(1, 2) }),
    row(2, 1, { last_solved_at: daysAgo(9), solved_tasks: solves(2) }),
    row(3, 1, { last_solved_at: daysAgo(23), solved_tasks: solves(1) }),
    row(4, 0),
    // All required tasks are solved.
    row(5, 2, { last_solved_at: daysAgo(40), solved_tasks: solves(1, 3) }),
    // Nobody knows since when.
    row(6, 1),
  ]
  const get = (days = 7, more = {}) => getRegisterPeople(rows.map(person), { ...group, ...more }, now, days)

  test('the longest stalled come first, then who has not begun, then the others', () => {
    expect(names(sortPeople(get(), undefined, 'ru'))).toEqual([
      'user_3',
      'user_2',
      'user_4',
      'user_5',
      'user_1',
      'user_6',
    ])
  })

  test('the number of days is chosen', () => {
    expect(names(filterPeople(get(14), 'stalled', ''))).toEqual(['user_3'])
    expect(countPeople(get(1), 'stalled')).toBe(3)
  })

  test('after the end of a group nobody goes on stalling', () => {
    expect(names(filterPeople(get(14, { end_date: daysAgo(15) }), 'stalled', ''))).toEqual([])
  })

  test('required tasks are missing only where the solves are known', () => {
    expect(names(filterPeople(get(), 'required', ''))).toEqual(['user_1', 'user_2', 'user_3'])
  })
})

describe('what is not known is not "none"', () => {
  test('a profile that lists fewer tasks than were solved', () => {
    const profile = {
      competencies: [
        {
          tasks: [
            { id: 1, group_id: 7, solved_at: daysAgo(1) },
            { id: 2, group_id: 8, solved_at: daysAgo(1) },
            { id: 99, solved_at: daysAgo(1) },
          ],
        },
        { tasks: [{ id: 1, group_id: 7, solved_at: daysAgo(1) }] },
      ],
    }
    const of = { id: 7, categories: group.categories }
    expect(getProfileSolves(profile, of, row(1, 1)).isComplete).toBe(true)
    const fewer = getProfileSolves(profile, of, row(1, 3))
    expect([fewer.at.size, fewer.isComplete]).toEqual([1, false])
  })

  test('a task counts as solved by nobody only when the solves of all are known, or the server says so', () => {
    const known = person(row(1, 1, { solved_tasks: solves(1) }))
    const unknown = person(row(2, 1))
    const categories = group.categories
    const find = (people: SolvePerson[], of = tasks) => [
      ...findUnsolvedTasks(of, getTaskStats(categories, people), people.length),
    ]
    expect(find([known])).toEqual([2, 3])
    expect(find([known, unknown])).toEqual([])
    expect(find([known, unknown], [task(2, { solved_by: 0 }), task(3, { solved_by: 1 })])).toEqual([2])
    expect(getSolveOrder([known, unknown]).size).toBe(0)
    expect(getSolveOrder([known]).get(1)).toEqual([now - DAY])
  })

  test.each([
    ['no list', 'abc'],
    ['entries that are none', [null, 5, {}, { task_id: '1' }]],
  ])('%s', (_, solved_tasks) => {
    const broken = getRowSolves(row(1, 1, { solved_tasks: solved_tasks as never }))
    expect(broken?.at.size ?? 0).toBe(0)
  })
})
