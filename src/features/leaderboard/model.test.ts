import { beforeEach, describe, expect, test } from 'vitest'
import type { LeaderboardRow } from '../../api/responses'
import { storage } from '../../lib/storage'
import { installFakeClock } from '../../test/fake-clock'
import { getImageRows } from './board-image'
import { getOwnRowId, getPosition, getTieRule } from './model'
import {
  endVisit,
  getNextVisit,
  getRankChange,
  type RankVisit,
  recordVisit,
  VISIT_GAP_MS,
} from './rank-change'
import { filterRows, getRowLabels, sortRows } from './rows'
import { type BoardSearch, parseBoardSearch, readSort, toggleSort } from './search'
import { getMedianShift, getMountedRows, type MountedRows } from './use-row-window'

const row = (user_id: number, rank = user_id, points = 0): LeaderboardRow => ({
  user_id,
  rank,
  points,
  username: `user_${user_id}`,
  solved: 1,
})
const createRows = (...ids: number[]) => ids.map(id => row(id))

describe('a position', () => {
  const board = { rows: [row(1, 1, 90), row(2, 2, 50), row(3, 2, 50), row(4, 4, 10), row(5, 4, 10)] }

  test.each([
    ['the leader', 1, { rank: 1, isShared: false, index: 0 }, null],
    ['the first of a tie', 2, { rank: 2, isShared: true, index: 1 }, [1, 40]],
    ['the second of a tie passes over the first', 3, { rank: 2, isShared: true, index: 2 }, [1, 40]],
    ['the one below a tie', 4, { rank: 4, isShared: true, index: 3 }, [3, 40]],
    ['the last', 5, { rank: 4, isShared: true, index: 4 }, [3, 40]],
  ])('of %s', (_, userId, expected, next) => {
    const position = getPosition(board, userId)
    const above = position?.above
    expect(position).toMatchObject({ ...expected, total: 5 })
    expect(above ? [above.row.user_id, above.gap] : null).toEqual(next)
  })

  test.each<[string, LeaderboardRow[], unknown]>([
    ['without users', [], null],
    ['of others', [row(1)], null],
    ['with a row without a rank', [row(1, 1, 9), row(7, Number.NaN, 5)], null],
    ['with a rank of zero', [row(7, 0, 5)], null],
    ['with a better row without points', [row(1, 1, 9), row(2, 2, Number.NaN), row(7, 3, 5)], [3, 4, 1]],
    ['with own points unknown', [row(1, 1, 9), row(7, 2, Number.NaN)], [2, null, null]],
    ['with equal points under another rank', [row(1, 1, 9), row(7, 2, 9)], [2, null, null]],
    ['with a worse rank above that has more points', [row(1, 9, 90), row(7, 2, 5)], [2, null, null]],
  ])('on a leaderboard %s', (_, rows, expected) => {
    const position = getPosition({ rows }, 7)
    const { gap = null, row: next } = position?.above ?? {}
    expect(position && [position.rank, gap, next?.user_id ?? null]).toEqual(expected)
  })

  test('rows far apart with the same rank are shared', () =>
    expect(getPosition({ rows: [row(7, 2, 5), row(1, 1, 9), row(8, 2, 5)] }, 7)?.isShared).toBe(true))

  test('M01 of 100,000 rows is computed once per response', () => {
    const size = 100_000
    let reads = 0
    class CountedRow {
      username = 'other-user'
      solved = 1
      rank: number
      points: number
      constructor(rank: number) {
        this.rank = rank
        this.points = size - rank
      }
      get user_id() {
        reads += 1
        return this.rank
      }
    }
    const rows = Array.from({ length: size }, (_, index) => new CountedRow(index + 1))
    expect(getPosition({ rows }, size)).toMatchObject({ rank: size, total: size, isShared: false })
    const once = reads
    expect(once).toBeLessThan(size * 1.5)
    for (let count = 0; count < 100; count += 1) getPosition({ rows }, size)
    expect(reads).toBe(once)
    expect(getPosition({ rows: [row(size, 1)] }, size)?.rank).toBe(1)
  })

  test('finds the own row by id, or by username without ids', () => {
    const rows = [row(4), row(-2)]
    expect(getOwnRowId({ rows }, { id: 4, username: 'renamed' })).toBe(4)
    expect(getOwnRowId({ rows }, { username: 'user_4' })).toBe(4)
    expect(getOwnRowId({ rows }, { id: 9, username: 'user_-2' })).toBe(-2)
    expect(getOwnRowId({ rows }, { username: 'nobody' })).toBe(0)
    expect(getOwnRowId({ rows }, null)).toBe(0)
  })
})

describe('search and sort', () => {
  const rows: LeaderboardRow[] = [
    {
      ...row(1, 1, 300),
      username: 'zoya',
      first_name: 'Зоя',
      last_name: 'Ёлкина',
      solved: 3,
      last_solved_at: '2026-10-02T10:00:00Z',
    },
    {
      ...row(2, 1, 300),
      username: 'anna',
      first_name: 'Анна',
      last_name: 'Белова',
      solved: 2,
      last_solved_at: '2026-10-03T10:00:00Z',
    },
    { ...row(3, 3, 100), username: 'boris' },
  ]

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
    [{ q: '  Белова\u00a0 АННА ' }, [2]],
    [{ q: 'ёлк zoy' }, [1]],
    [{ q: ' ' }, [1, 2, 3]],
    [{ q: 'нет' }, []],
  ])('rows for %j', ({ q = '', sort }, expected) => {
    const found = filterRows(sortRows(rows, readSort(sort), 'ru'), q)
    expect(found.map(({ user_id }) => user_id)).toEqual(expected)
  })

  test('a solve of today is one of yesterday after midnight', () => {
    const noon = new Date(2026, 9, 5, 12).getTime()
    const { advance } = installFakeClock(noon)
    const solved = { ...row(1), last_solved_at: new Date(noon).toISOString() }
    expect(getRowLabels(solved, 'ru').last).toBe('сегодня, 12:00')
    advance(86_400_000)
    expect(getRowLabels(solved, 'ru').last).toBe('вчера, 12:00')
  })

  test('M01 sorts a name of a million characters', () => {
    const endless = { ...row(4), first_name: 'я'.repeat(1_000_000) }
    const sorted = sortRows([endless, ...rows], readSort('name'), 'ru')
    expect(sorted.map(({ user_id }) => user_id)).toEqual([2, 1, 3, 4])
  })

  test.each<[Record<string, unknown>, object]>([
    [{ sort: 'rank' }, {}],
    [
      { sort: '-points', q: 'a' },
      { sort: '-points', q: 'a' },
    ],
    [{ sort: '--points' }, {}],
    [{ sort: 'constructor', view: 'x' }, {}],
    [{ sort: 7 }, {}],
    [{ view: 'presenter' }, { view: 'presenter' }],
  ])('search parameters: %j', (raw, expected) => expect(parseBoardSearch(raw)).toEqual(expected))

  test('the first click on a column header sorts best first, the second reverses the order', () => {
    const first = toggleSort(undefined, 'points')
    expect(first).toBe('-points')
    expect(toggleSort(first, 'points')).toBe('points')
    expect(toggleSort(first, 'rank')).toBeUndefined()
  })
})

describe('mounted rows', () => {
  const indexes = ({ rows }: MountedRows) => rows.map(({ index }) => index)
  const counted = ({ rows, trailing }: MountedRows) =>
    rows.reduce((sum, { skippedBefore }) => sum + skippedBefore + 1, trailing)

  test.each([
    ['above', 3],
    ['inside', 5010],
    ['below', 9999],
    ['nowhere', -1],
  ])('M01 are those near the viewport and the own row, which is %s', (_, own) => {
    const mounted = getMountedRows(10_000, own, { first: 5000, end: 5032 }, false)
    expect(mounted.rows.length).toBeLessThan(60)
    expect(counted(mounted)).toBe(10_000)
    expect(indexes(mounted).includes(own)).toBe(own >= 0)
    expect(indexes(mounted)).toEqual(indexes(mounted).toSorted((a, b) => a - b))
  })

  test('are all rows of a short board, and none for a window past the end', () => {
    expect(indexes(getMountedRows(150, 7, null, false))).toHaveLength(150)
    expect(indexes(getMountedRows(150, 7, null, true))).toHaveLength(150)
    expect(counted(getMountedRows(160, -1, { first: 500, end: 530 }, false))).toBe(160)
  })

  test('when printing are the first 150 and the own row, without spacers', () => {
    const mounted = getMountedRows(10_000, 2878, { first: 5000, end: 5032 }, true)
    expect(mounted.rows).toHaveLength(151)
    expect(indexes(mounted).at(-1)).toBe(2878)
    expect(counted(mounted)).toBe(151)
  })

  test.each([
    ['two new rows above', [1, 2, 3, 4, 5], [8, 9, 1, 2, 3, 4, 5], 2, 2],
    ['a single row that jumped up, ignored', [1, 2, 3, 4, 5], [4, 1, 2, 3, 5], 3, 0],
    ['removed rows', [1, 2], [3], 0, 0],
  ])('shift by %s', (_, before, after, first, shift) => {
    expect(getMedianShift(createRows(...before), createRows(...after), first, before.length)).toBe(shift)
  })
})

test.each([
  [3, null],
  [10, null],
  [11, 11],
  [12, 12],
  [99, null],
])('the image has the first ten rows, and the own row of user %d if it is not among them', (userId, own) => {
  const { top, own: found } = getImageRows(createRows(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), userId)
  expect(top).toHaveLength(10)
  expect(found?.user_id ?? null).toBe(own)
})

describe('rank visits', () => {
  const minute = 60_000
  const noon = 1_763_999_000_000
  const first: RankVisit = { rank: 12, at: noon, previousRank: null }
  const second: RankVisit = { rank: 10, at: noon, previousRank: 12 }

  test.each<[string, RankVisit | null, [rank: number, later: number], number | null, number | null]>([
    ['the very first visit', null, [12, 0], null, null],
    ['a reload in the first visit', first, [12, minute], null, null],
    ['the next day, two ranks higher', first, [10, 1440 * minute], 12, 2],
    ['a reload after that keeps the change', second, [10, 9 * minute], 12, 2],
    ['a drop while the board is open', second, [13, minute], 12, -1],
    ['back at the previous rank', second, [12, minute], 12, 0],
    ['the next visit starts from the last seen rank', { ...second, rank: 13 }, [13, VISIT_GAP_MS], 13, 0],
    ['a clock that was set back', second, [10, -1440 * minute], 12, 2],
  ])('%s', (_, stored, [rank, later], previousRank, change) => {
    const visit = getNextVisit(stored, rank, noon + later)
    expect(visit).toEqual({ rank, at: noon + later, previousRank })
    expect(getRankChange(visit)).toBe(change)
  })

  beforeEach(() => storage.remove('flagship.places'))
  const stored = () => storage.get('flagship.places')

  test('are stored as one record per group, most recent last', () => {
    recordVisit(1, 12, noon)
    recordVisit(2, 4, noon)
    recordVisit(1, 10, noon + 60 * minute)
    expect(stored()).toBe(`2 4 ${noon}, 1 10 ${noon + 60 * minute} 12`)
  })

  test('end when the board was last visible', () => {
    recordVisit(1, 12, noon)
    endVisit(1, noon + 120 * minute)
    expect(recordVisit(1, 10, noon + 125 * minute)?.previousRank).toBeNull()
    endVisit(1, noon + 125 * minute)
    expect(recordVisit(1, 9, noon + 200 * minute)?.previousRank).toBe(10)
  })

  test('write nothing after the storage was cleared for another user', () => {
    recordVisit(1, 12, noon)
    storage.clear('otherUser')
    endVisit(1, noon + minute)
    expect(stored()).toBeNull()
  })

  test.each([0, -1, 1.5, Number.NaN, 1e10])('do not store the invalid rank %d', rank => {
    recordVisit(1, 12, noon)
    expect(recordVisit(1, rank, noon)).toBeNull()
    expect(stored()).toBe(`1 12 ${noon}`)
  })

  test.each(['junk', '1 12', '0 1 5', '1 12 5 6 7', '1 12 5,2 3 4', `${'1 1 1, '.repeat(200)}1 1 1`])(
    'S03 ignore the invalid stored value %.20j',
    text => {
      storage.set('flagship.places', text)
      expect(recordVisit(1, 3, noon)?.previousRank).toBeNull()
    },
  )

  test('are kept for at most a hundred groups', () => {
    for (let group = 1; group <= 130; group += 1) recordVisit(group, 1, noon)
    const groups = stored()?.split(', ') ?? []
    expect(groups).toHaveLength(100)
    expect(groups[0]).toBe(`31 1 ${noon}`)
  })
})

test.each<[rows: [rank: number, points: number, time: string | null][], rule: string | null]>([
  [
    [
      [1, 9, '2026-11-01T00:00:00Z'],
      [2, 5, null],
    ],
    null,
  ],
  [
    [
      [1, 9, '2026-11-01T00:00:00Z'],
      [1, 9, '2026-11-01T00:00:00Z'],
    ],
    null,
  ],
  [
    [
      [1, 9, '2026-11-01T00:00:00Z'],
      [1, 9, '2026-11-02T00:00:00Z'],
    ],
    'shared',
  ],
  [
    [
      [1, 9, '2026-11-01T00:00:00Z'],
      [2, 9, '2026-11-02T00:00:00Z'],
    ],
    'earlier',
  ],
  [
    [
      [1, 9, '2026-11-02T00:00:00Z'],
      [2, 9, '2026-11-01T00:00:00Z'],
    ],
    null,
  ],
  [
    [
      [1, 9, null],
      [2, 9, '2026-11-01T00:00:00Z'],
      [3, 9, '2026-11-02T00:00:00Z'],
    ],
    'earlier',
  ],
])('the rule for equal points is read from the ranks: %j', (rows, rule) => {
  const board = rows.map(([rank, points, last_solved_at], user_id) => ({
    rank,
    points,
    last_solved_at,
    user_id,
  }))
  expect(getTieRule(board as LeaderboardRow[])).toBe(rule)
})
