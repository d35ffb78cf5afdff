import { describe, expect, it } from 'vitest'
import { createPlatform, createStillDb } from '../test-platform'
import { type Board, type BoardRow, boardOf } from './leaderboard'

/** Places by definition: one more than the people with a better result, which is the first of equal ones. */
function placesOf(rows: readonly BoardRow[], resultOf: (row: BoardRow) => string): number[] {
  const first = new Map<string, number>()
  for (const [index, row] of rows.entries())
    if (!first.has(resultOf(row))) first.set(resultOf(row), index + 1)
  return rows.map(row => first.get(resultOf(row)) ?? 0)
}

const byPoints = ({ points }: BoardRow) => String(points)
const byTime = ({ points, last_solved_at }: BoardRow) => `${points} ${last_solved_at}`

describe.each([
  [1, 60, byPoints],
  [7, 10_000, byTime],
])('the board of group %i', (groupId, people, resultOf) => {
  const { rows, series } = boardOf(createStillDb(), groupId)

  it(`has ${people} people, each once`, () => {
    expect(rows).toHaveLength(people)
    expect(new Set(rows.map(row => row.user_id)).size).toBe(people)
    expect(new Set(rows.map(row => row.username)).size).toBe(people)
  })

  it('shares ranks among ties, and some tie', () => {
    expect(rows.map(row => row.rank)).toEqual(placesOf(rows, resultOf))
    expect(new Set(rows.map(row => row.rank)).size).toBeLessThan(people)
  })

  it('puts the earlier last solution first within a tie', () => {
    const late = rows.filter((row, index) => {
      const before = rows[index - 1]
      return before?.points === row.points && (before.last_solved_at ?? '') > (row.last_solved_at ?? '')
    })
    expect(late).toEqual([])
  })

  it('draws the growth of the ten best, up to their points', () => {
    const ends = series.map(({ user_id, points }) => [user_id, points.at(-1)?.points])
    expect(ends).toEqual(rows.slice(0, 10).map(row => [row.user_id, row.points]))
  })
})

it('the cup has one winner although many have all points, as its description promises', () => {
  const [first, second, third] = boardOf(createStillDb(), 7).rows
  expect([first?.rank, second?.rank, third?.rank]).toEqual([1, 2, 3])
  expect(first?.points).toBe(third?.points)
})

it('the reader’s own growth is in the answer wherever they stand, and comes once', async () => {
  const { call, db } = createPlatform()
  const { rows, series } = (await call('getLeaderboard', { as: 'student', params: { id: 1 } })).body as Board
  const place = rows.findIndex(row => row.user_id === 1)
  expect(place).toBeGreaterThan(9)
  expect(series).toHaveLength(11)
  const own = series.filter(({ user_id }) => user_id === 1)
  expect(own.map(({ points }) => points.at(-1)?.points)).toEqual([rows[place]?.points])
  const admin = await call('getLeaderboard', { as: 'admin', params: { id: 1 } })
  expect(admin.body).toEqual(boardOf(db, 1))
})

it('nobody stands on the board of a group that has not begun', () => {
  expect(boardOf(createStillDb(), 3).rows).toEqual([])
})

it('some names have ё, some people gave none', () => {
  const { rows } = boardOf(createStillDb(), 7)
  expect(rows.some(row => /ё/i.test(row.last_name ?? ''))).toBe(true)
  expect(rows.some(row => row.last_name === undefined)).toBe(true)
})

describe('a solved task', () => {
  it('moves the student up at once, and nothing else makes the board anew', async () => {
    const { call, db, tokenOf } = createPlatform()
    const token = tokenOf('student')
    const read = async () =>
      (await call('getLeaderboard', { token, params: { id: 1 } })).body.rows as BoardRow[]
    const own = (rows: BoardRow[]) => rows.find(row => row.user_id === 1)
    const before = own(await read())
    const board = boardOf(db, 1)
    await call('getTask', { token, params: { group: 1, task: 101 } })
    expect(boardOf(db, 1)).toBe(board)
    const flags = db.flagsOf(1, 1, 102)
    await call('submitFlags', { token, query: { task_id: 102, group_id: 1 }, body: { flags } })
    const after = own(await read())
    const points = db.content.tasks.get(102)?.task.points ?? 0
    expect(after?.points).toBe((before?.points ?? 0) + points)
    expect(after?.solved).toBe((before?.solved ?? 0) + 1)
    expect(after?.rank ?? 99).toBeLessThan(before?.rank ?? 0)
    expect(after?.last_solved_at).toBe('2026-10-05T09:00:00.000Z')
  })
})

it.each([
  ['student', 6, 403, 'leaderboard is hidden'],
  ['student', 3, 403, 'Training in this group will begin later'],
  ['student', 4, 200, undefined],
  ['admin', 6, 200, undefined],
  ['lms', 7, 403, 'you dont have access to this group'],
] as const)('%s reads the board of group %i: %i %s', async (as, id, status, detail) => {
  const { call } = createPlatform()
  const answer = await call('getLeaderboard', { as, params: { id } })
  expect([answer.status, answer.body.detail]).toEqual([status, detail])
})
