import { describe, expect, test } from 'vitest'
import { readSteps } from '../lib/step-lines'
import { parseLeaderboard, reuseUnchangedRows } from './leaderboard-response'

const row = (user_id: number, more: object = {}) => ({
  user_id,
  rank: user_id,
  username: `user_${user_id}`,
  points: 100 - user_id,
  solved: 1,
  last_solved_at: '2026-10-02T10:00:00Z',
  ...more,
})
const answer = (...rows: unknown[]) => ({ group_id: 1, updated_at: '2026-10-02T10:00:00Z', rows })
const read = (...rows: unknown[]) => parseLeaderboard(answer(...rows)) ?? { rows: [] }

describe('not a leaderboard', () => {
  test.each([null, undefined, '', 'text', 7, [], {}, { rows: null }, { rows: {} }])('N05 %j', body =>
    expect(parseLeaderboard(body)).toBeNull(),
  )
  test('accepts an empty one', () => expect(parseLeaderboard(answer())?.rows).toEqual([]))
  test('accepts a plain list of rows', () => expect(parseLeaderboard([row(1)])?.rows).toHaveLength(1))
})

describe('malformed rows', () => {
  test('drops items that are not rows', () => {
    expect(read(null, row(1), 'x', 7, row(2)).rows.map(one => one.user_id)).toEqual([1, 2])
  })

  test('parses numbers in strings; invalid ones come last', () => {
    const { rows } = read(
      row(1, { rank: 'seven' }),
      row(2, { rank: '2', points: '50' }),
      row(3, { rank: null }),
    )
    expect(rows.map(({ user_id, rank, points }) => [user_id, rank, points])).toEqual([
      [2, 2, 50],
      [1, Number.NaN, 99],
      [3, Number.NaN, 97],
    ])
  })

  test('every row gets a unique id', () => {
    const ids = read(row(1), row(1, { rank: 2 }), row(3, { user_id: 'x' })).rows.map(one => one.user_id)
    expect(ids[0]).toBe(1)
    expect(new Set(ids).size).toBe(3)
  })

  test.each([
    ['nothing', {}],
    ['spaces', { username: ' \u00a0 ' }],
    ['marks of direction', { username: '\u202e\u200f' }],
    ['letters without a body', { username: '\u3164\u115f' }],
    ['a list', { username: [] }],
  ])('X04 a user whose names are %s is shown by id', (_, names) => {
    const { username: _name, ...rest } = row(7)
    expect(read({ ...rest, ...names }).rows[0]?.username).toBe('#7')
  })

  test('X04 keeps lookalikes, other directions and 300 characters, sorted by rank', () => {
    const names = ['Аdmin', 'admin', '\u202eadmin', 'أحمد', 'x'.repeat(300)]
    const { rows } = read(...names.map((username, at) => row(at + 1, { username })))
    expect(rows.map(one => one.username)).toEqual(names)
  })
})

describe('a refetch', () => {
  const before = parseLeaderboard(answer(row(1), row(2), row(3)))
  const share = (...rows: unknown[]) => {
    const fresh = parseLeaderboard(answer(...rows))
    if (!before || !fresh) throw new Error('no board')
    return { before, after: reuseUnchangedRows(before, fresh) }
  }

  test('without changes keeps the object', () => {
    const { before, after } = share(row(1), row(2), row(3))
    expect(after).toBe(before)
  })

  test('that moves and changes rows keeps the others', () => {
    const { before, after } = share(row(1), row(3, { rank: 2 }), row(2, { rank: 3 }), row(4))
    expect(after.rows[0]).toBe(before.rows[0])
    expect(after.rows.map(({ user_id, rank }) => [user_id, rank])).toEqual([
      [1, 1],
      [3, 2],
      [2, 3],
      [4, 4],
    ])
  })
})

test('parses series whose numbers are strings', () => {
  const points = [{ at: '2026-10-02T10:00:00Z', points: '10' }]
  const board = parseLeaderboard({ ...answer(row(1)), series: [{ user_id: '1', points }] })
  expect(board?.series?.map(({ user_id }) => user_id)).toEqual([1])
  expect(readSteps(board?.series?.[0]?.points).map(({ value }) => value)).toEqual([10])
})
