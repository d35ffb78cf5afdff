import { describe, expect, test } from 'vitest'
import type { LeaderboardRow } from '../../queries/responses'
import { filterRows, sortRows } from './board-order'
import { type BoardSearch, parseBoardSearch, readSort, toggleSort } from './board-search'

const rows: LeaderboardRow[] = [
  {
    user_id: 1,
    rank: 1,
    username: 'zoya',
    first_name: 'Зоя',
    last_name: 'Ёлкина',
    points: 300,
    solved: 3,
    last_solved_at: '2026-10-02T10:00:00Z',
  },
  {
    user_id: 2,
    rank: 1,
    username: 'anna',
    first_name: 'Анна',
    last_name: 'Белова',
    points: 300,
    solved: 2,
    last_solved_at: '2026-10-03T10:00:00Z',
  },
  { user_id: 3, rank: 3, username: 'boris', points: 100, solved: 1 },
]

const found = ({ q = '', sort }: BoardSearch) => filterRows(sortRows(rows, readSort(sort), 'ru'), q)
const ids = (search: BoardSearch) => found(search).map(({ user_id }) => user_id)

test.each<[BoardSearch, number[]]>([
  [{}, [1, 2, 3]],
  [{ sort: '-rank' }, [3, 1, 2]],
  [{ sort: 'name' }, [2, 1, 3]],
  [{ sort: '-points' }, [1, 2, 3]],
  [{ sort: 'points' }, [3, 1, 2]],
  [{ sort: 'solved' }, [3, 2, 1]],
  [{ sort: '-last' }, [2, 1, 3]],
  [{ q: 'елкина' }, [1]],
  [{ q: 'BORIS' }, [3]],
  [{ q: 'белова анна' }, [2]],
  [{ q: '  Белова\u00a0 АННА ' }, [2]],
  [{ q: 'ёлк zoy' }, [1]],
  [{ q: ' ' }, [1, 2, 3]],
  [{ q: 'нет' }, []],
])('rows for %j', (search, expected) => expect(ids(search)).toEqual(expected))

test('M01 sorts a name of a million characters', () => {
  const endless = {
    ...rows[0],
    user_id: 4,
    first_name: 'я'.repeat(1_000_000),
    last_name: '',
  } as LeaderboardRow
  const sorted = sortRows([endless, ...rows], readSort('name'), 'ru')
  expect(sorted.map(({ user_id }) => user_id)).toEqual([2, 1, 3, 4])
})

test('tied users keep the server’s order', () => {
  expect(found({}).map(({ rank }) => rank)).toEqual([1, 1, 3])
})

describe('search parameters', () => {
  test.each([
    [{}, {}],
    [{ sort: 'rank' }, {}],
    [
      { sort: '-points', q: 'a' },
      { sort: '-points', q: 'a' },
    ],
    [{ sort: '--points' }, {}],
    [{ sort: 'constructor' }, {}],
    [{ sort: 7 }, {}],
    [{ view: 'presenter' }, { view: 'presenter' }],
    [{ view: 'x' }, {}],
  ])('%j', (raw, expected) => expect(parseBoardSearch(raw)).toEqual(expected))

  test('the first click on a column header sorts best first, the second reverses the order', () => {
    const first = toggleSort({ q: 'a' }, 'points')
    expect(first).toEqual({ q: 'a', sort: '-points' })
    expect(toggleSort(first, 'points')).toEqual({ q: 'a', sort: 'points' })
    expect(toggleSort(first, 'rank')).toEqual({ q: 'a' })
  })
})
