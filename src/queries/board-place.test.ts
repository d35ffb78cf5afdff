import { expect, test } from 'vitest'
import type { Leaderboard, LeaderboardRow } from './answers'
import { ownRowId, placeOf, rowsOf } from './board-place'

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
])('the place of %s', (_, userId, expected) => {
  const place = placeOf(plain, userId)
  const above = place?.above
  expect(place).toMatchObject({ rank: expected.rank, isShared: expected.isShared, index: expected.index })
  expect(place?.total).toBe(5)
  expect(above ? [above.row.user_id, above.gap] : null).toEqual(expected.above)
})

test.each<[string, ReturnType<typeof board>, unknown]>([
  ['nobody', board(), null],
  ['others alone', board(row(1, 1, 5)), null],
  ['a row without a rank', board(row(1, 1, 9), row(7, undefined, 5)), null],
  ['a rank that is a text', board(row(7, '2', 5)), null],
  ['a rank that is no number', board(row(7, Number.NaN, 5)), null],
  ['a rank of zero', board(row(7, 0, 5)), null],
  ['an id that is a text', board(row('7', 1, 5)), null],
  ['empty rows around', board(null, row(1, 1, 9), null, row(7, 2, 5), null), [2, 2, 4, 1]],
  ['somebody twice', board(row(1, 1, 9), row(7, 2, 5), row(7, 3, 4)), [2, 3, 4, 1]],
  ['a better row that is a text', board(row(1, 1, 9), row(2, 2, 'many'), row(7, 3, 5)), [3, 3, 4, 1]],
  ['own points that are a text', board(row(1, 1, 9), row(7, 2, 'few')), [2, 2, null, null]],
  ['equal points under another rank', board(row(1, 1, 9), row(7, 2, 9)), [2, 2, null, null]],
  ['a worse rank above with more points', board(row(1, 9, 90), row(7, 2, 5)), [2, 2, null, null]],
])('a board with %s', (_, drifted, expected) => {
  const place = placeOf(drifted, 7)
  const { gap = null, row: next } = place?.above ?? {}
  expect(place && [place.rank, place.total, gap, next?.user_id ?? null]).toEqual(expected)
})

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'board'],
  ['without rows', {}],
  ['whose rows are a text', { rows: 'rows' }],
  ['whose rows are null', { rows: null }],
])('N02 a board that is %s has no places', (_, drifted) => {
  expect(placeOf(drifted as Leaderboard, 7)).toBeNull()
  expect(rowsOf(drifted as Leaderboard)).toEqual([])
})

test('two rows of one rank far apart are a tie all the same', () => {
  expect(placeOf(board(row(7, 2, 5), row(1, 1, 9), row(8, 2, 5)), 7)?.isShared).toBe(true)
})

test('a person who stands twice does not share the place with themselves', () => {
  expect(placeOf(board(row(7, 2, 5), row(7, 2, 5)), 7)?.isShared).toBe(false)
})

test('the next answer is read anew, the same one is not', () => {
  expect(placeOf(plain, 4)).toBe(placeOf({ ...plain }, 4))
  expect(placeOf(board(row(4, 1, 10)), 4)?.rank).toBe(1)
})

test.each([10_000, 100_000])('M01 %d rows are read once, whoever asks', size => {
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
  expect(placeOf({ rows }, size)).toMatchObject({ rank: size, total: size, isShared: false })
  const once = reads
  expect(once).toBeLessThan(size * 1.5)
  for (let count = 0; count < 100; count += 1) placeOf({ rows }, size)
  expect(reads).toBe(once)
})

test('the own row is found by the id, or by the username where either side has none', () => {
  const row = (user_id: number, username: string) => ({ user_id, username, rank: 1, points: 1, solved: 1 })
  const rows = [row(4, 'ann'), row(-2, 'bob')]
  expect(ownRowId({ rows }, { id: 4, username: 'renamed' })).toBe(4)
  expect(ownRowId({ rows }, { username: 'ann' })).toBe(4)
  expect(ownRowId({ rows }, { id: 9, username: 'bob' })).toBe(-2)
  expect(ownRowId({ rows }, { username: 'nobody' })).toBe(0)
  expect(ownRowId({ rows }, null)).toBe(0)
})
