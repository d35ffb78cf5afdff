import { describe, expect, test } from 'vitest'
import type { GroupSummary } from '../../queries/responses'
import { findGroups } from './find-groups'
import { parseGroupSearch } from './group-search'

const now = Date.UTC(2026, 9, 5)
const group = (id: number, fields: Partial<GroupSummary> = {}): GroupSummary => ({
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

const groups = [
  group(1, { name: 'Ёмкий курс' }),
  group(2, { start_date: '2026-12-01T00:00:00Z' }),
  group(3, { end_date: '2026-10-05T00:00:00Z' }),
  group(4, { is_exam: true, end_date: '2026-10-06T00:00:00Z' }),
]

const ids = (found: readonly GroupSummary[]) => found.map(({ id }) => id)

test('upcoming groups are current; a group ends at the exact second', () => {
  const { current, ended } = findGroups(groups, {}, now)
  expect([ids(current), ids(ended)]).toEqual([[1, 2, 4], [3]])
})

test.each([
  ['active', [1, 2, 4], []],
  ['ended', [], [3]],
  ['exam', [4], []],
] as const)('state %s', (state, current, ended) => {
  const found = findGroups(groups, { state }, now)
  expect([ids(found.current), ids(found.ended)]).toEqual([current, ended])
})

test('the text applies to every count, and ё matches е', () => {
  const found = findGroups(groups, { q: 'емкий' }, now)
  expect(ids(found.current)).toEqual([1])
  expect(found.counts).toEqual({ active: 1, ended: 0, exam: 0 })
})

describe('parses the search parameters', () => {
  test.each([
    [{}, {}],
    [{ state: 'all' }, {}],
    [
      { state: 'ended', q: 'веб' },
      { state: 'ended', q: 'веб' },
    ],
    [{ state: ['ended'], q: { a: 1 } }, {}],
    [{ state: '__proto__' }, {}],
  ])('%j', (raw, expected) => expect(parseGroupSearch(raw)).toEqual(expected))
})
