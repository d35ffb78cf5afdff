import { expect, test } from 'vitest'
import { getOwnRowId, getPosition, getRows } from './leaderboard-position'
import type { Leaderboard, LeaderboardRow } from './responses'

type Drifted = Partial<Record<keyof LeaderboardRow, unknown>> | null

const board = (...rows: Drifted[]) => ({ rows: rows as LeaderboardRow[] })
const row = (user_id: unknown, rank: unknown, points: unknown): Drifted => ({
  user_id,
  rank,
  points,
  username: `user_${user_id}`,
  solved: 1,
})

const plain = board(row(1, 1, 90), row(2, 2, 50), row(3, 2, 50), row(4, 4, 10), row(5, 4, 10))

test.each([
  ['the leader', 1, { rank: 1, isShared: false, above: null, index: 0 }],
  ['the first of a tie', 2, { rank: 2, isShared: true, above: [1, 40], index: 1 }],
  ['the second of a tie passes over the first', 3, { rank: 2, isShared: true, above: [1, 40], index: 2 }],
  ['the one below a tie', 4, { rank: 4, isShared: true, above: [3, 40], index: 3 }],
  ['the last', 5, { rank: 4, isShared: true, above: [3, 40], index: 4 }],
])('the position of %s', (_, userId, expected) => {
  const position = getPosition(plain, userId)
  const above = position?.above
  expect(position).toMatchObject({ rank: expected.rank, isShared: expected.isShared, index: expected.index })
  expect(position?.total).toBe(5)
  expect(above ? [above.row.user_id, above.gap] : null).toEqual(expected.above)
})

test.each<[string, ReturnType<typeof board>, unknown]>([
  ['no user', board(), null],
  ['others alone', board(row(1, 1, 5)), null],
  ['a row without a rank', board(row(1, 1, 9), row(7, undefined, 5)), null],
  ['a rank that is a text', board(row(7, '2', 5)), null],
  ['a rank that is no number', board(row(7, Number.NaN, 5)), null],
  ['a rank of zero', board(row(7, 0, 5)), null],
  ['an id that is a text', board(row('7', 1, 5)), null],
  ['empty rows around', board(null, row(1, 1, 9), null, row(7, 2, 5), null), [2, 2, 4, 1]],
  ['a duplicate user', board(row(1, 1, 9), row(7, 2, 5), row(7, 3, 4)), [2, 3, 4, 1]],
  ['a better row that is a text', board(row(1, 1, 9), row(2, 2, 'many'), row(7, 3, 5)), [3, 3, 4, 1]],
  ['own points that are a text', board(row(1, 1, 9), row(7, 2, 'few')), [2, 2, null, null]],
  ['equal points under another rank', board(row(1, 1, 9), row(7, 2, 9)), [2, 2, null, null]],
  ['a worse rank above with more points', board(row(1, 9, 90), row(7, 2, 5)), [2, 2, null, null]],
])('a leaderboard with %s', (_, malformed, expected) => {
  const position = getPosition(malformed, 7)
  const { gap = null, row: next } = position?.above ?? {}
  expect(position && [position.rank, position.total, gap, next?.user_id ?? null]).toEqual(expected)
})

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'board'],
  ['without rows', {}],
  ['whose rows are a text', { rows: 'rows' }],
  ['whose rows are null', { rows: null }],
])('N02 a leaderboard that is %s has no positions', (_, malformed) => {
  expect(getPosition(malformed as Leaderboard, 7)).toBeNull()
  expect(getRows(malformed as Leaderboard)).toEqual([])
})

test('rows far apart with the same rank are shared', () => {
  expect(getPosition(board(row(7, 2, 5), row(1, 1, 9), row(8, 2, 5)), 7)?.isShared).toBe(true)
})

test('a duplicate user does not share the rank with themselves', () => {
  expect(getPosition(board(row(7, 2, 5), row(7, 2, 5)), 7)?.isShared).toBe(false)
})

test('reads the next response again, and the same one not', () => {
  expect(getPosition(plain, 4)).toBe(getPosition({ ...plain }, 4))
  expect(getPosition(board(row(4, 1, 10)), 4)?.rank).toBe(1)
})

test.each([10_000, 100_000])('M01 reads %d rows once', size => {
  let reads = 0
  class CountedRow {
    username = 'somebody'
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
})

test('finds the own row by id, or by username without ids', () => {
  const row = (user_id: number, username: string) => ({ user_id, username, rank: 1, points: 1, solved: 1 })
  const rows = [row(4, 'ann'), row(-2, 'bob')]
  expect(getOwnRowId({ rows }, { id: 4, username: 'renamed' })).toBe(4)
  expect(getOwnRowId({ rows }, { username: 'ann' })).toBe(4)
  expect(getOwnRowId({ rows }, { id: 9, username: 'bob' })).toBe(-2)
  expect(getOwnRowId({ rows }, { username: 'nobody' })).toBe(0)
  expect(getOwnRowId({ rows }, null)).toBe(0)
})
