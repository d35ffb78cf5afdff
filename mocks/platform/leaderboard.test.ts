import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPausedDb, createPlatform } from '../test-platform'
import { hugeCounts, hugeIds } from './data/huge-groups'
import { type Board, type BoardRow, getBoard } from './leaderboard'
import { findParticipant } from './participants'
import { personas } from './personas'

/** Ranks by definition: one more than the number of users with a better result. */
function getRanks(rows: readonly BoardRow[], getResult: (row: BoardRow) => string): number[] {
  const first = new Map<string, number>()
  for (const [index, row] of rows.entries())
    if (!first.has(getResult(row))) first.set(getResult(row), index + 1)
  return rows.map(row => first.get(getResult(row)) ?? 0)
}

const byPoints = ({ points }: BoardRow) => String(points)
const byTime = ({ points, last_solved_at }: BoardRow) => `${points} ${last_solved_at}`

describe.each([
  [1, 60, byPoints],
  [7, 10_000, byTime],
])('the board of group %i', (groupId, count, getResult) => {
  const { rows, series } = getBoard(createPausedDb(), groupId)

  it(`has ${count} users, each once`, () => {
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map(row => row.user_id)).size).toBe(count)
    expect(new Set(rows.map(row => row.username)).size).toBe(count)
  })

  it('shares ranks among ties', () => {
    expect(rows.map(row => row.rank)).toEqual(getRanks(rows, getResult))
    expect(new Set(rows.map(row => row.rank)).size).toBeLessThan(count)
  })

  it('puts the earlier last solve first within a tie', () => {
    const misplaced = rows.filter((row, index) => {
      const before = rows[index - 1]
      return before?.points === row.points && (before.last_solved_at ?? '') > (row.last_solved_at ?? '')
    })
    expect(misplaced).toEqual([])
  })

  it('has the series of the top ten, up to their points', () => {
    const ends = series.map(({ user_id, points }) => [user_id, points.at(-1)?.points])
    expect(ends).toEqual(rows.slice(0, 10).map(row => [row.user_id, row.points]))
  })
})

it('the cup has one winner although several have all points', () => {
  const [first, second, third] = getBoard(createPausedDb(), 7).rows
  expect([first?.rank, second?.rank, third?.rank]).toEqual([1, 2, 3])
  expect(first?.points).toBe(third?.points)
})

it('the user’s own series is included once, whatever their rank', async () => {
  const { call, db } = createPlatform()
  const { rows, series } = (await call('getLeaderboard', { as: 'student', params: { id: 1 } })).body as Board
  const index = rows.findIndex(row => row.user_id === 1)
  expect(index).toBeGreaterThan(9)
  expect(series).toHaveLength(11)
  const own = series.filter(({ user_id }) => user_id === 1)
  expect(own.map(({ points }) => points.at(-1)?.points)).toEqual([rows[index]?.points])
  const admin = await call('getLeaderboard', { as: 'admin', params: { id: 1 } })
  const { rows: adminRows, ...rest } = admin.body as Board
  const withoutSolves = adminRows.map(({ solved_tasks: _, ...row }) => row)
  expect({ ...rest, rows: withoutSolves }).toEqual(getBoard(db, 1))
})

it('the board of a group that has not begun is empty', () => {
  expect(getBoard(createPausedDb(), 3).rows).toEqual([])
})

it('some names have ё, and some users have none', () => {
  const { rows } = getBoard(createPausedDb(), 7)
  expect(rows.some(row => /ё/i.test(row.last_name ?? ''))).toBe(true)
  expect(rows.some(row => row.last_name === undefined)).toBe(true)
})

describe('a solved task', () => {
  it('moves the student up at once, and nothing else rebuilds the board', async () => {
    const { call, db, getToken, sendFlags } = createPlatform()
    const token = getToken('student')
    const read = async () =>
      (await call('getLeaderboard', { token, params: { id: 1 } })).body.rows as BoardRow[]
    const own = (rows: BoardRow[]) => rows.find(row => row.user_id === 1)
    const before = own(await read())
    const board = getBoard(db, 1)
    await call('getTask', { token, params: { group: 1, task: 101 } })
    expect(getBoard(db, 1)).toBe(board)
    const flags = db.getFlags(1, 1, 102)
    await sendFlags(102, flags, { token })
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
  const response = await call('getLeaderboard', { as, params: { id } })
  expect([response.status, response.body.detail]).toEqual([status, detail])
})

it('M01 the scenario with huge data keeps the contract: 500 groups in 5 MB, 1,000 tasks, a description of 1 MB', async () => {
  const { send, call, violations, getToken } = createPlatform({ scenario: 'huge' })
  const token = getToken('student')
  const list = await (await send('listGroups', { token })).text()
  expect(JSON.parse(list)).toHaveLength(hugeCounts.groups)
  expect(new TextEncoder().encode(list).length).toBeGreaterThan(5_000_000)

  const { group, longest, parsed } = hugeIds
  const { body } = await call('getGroup', { token, params: { id: group } })
  expect(body.categories.flatMap(({ tasks }) => tasks)).toHaveLength(hugeCounts.tasks)
  const describe = async (task: number) =>
    (await call('getTask', { token, params: { group, task } })).body.description
  expect(await describe(longest)).toHaveLength(1_000_000)
  // The client formats 400,000 characters of plain paragraphs; these have lists, tables and links.
  expect((await describe(parsed)).length).toBeGreaterThan(120_000)
  expect(violations).toEqual([])
})

it('the largest board has 100,000 users including the student, each once and found by id', () => {
  const db = createPausedDb({ scenario: 'hugeBoard' })
  const { rows } = getBoard(db, 7)
  expect(rows).toHaveLength(100_000)
  expect(new Set(rows.map(row => row.user_id)).size).toBe(100_000)
  const others = rows.filter(({ user_id, username }) => {
    const found = findParticipant(db, user_id)
    return found?.groupId !== 7 || found.participant.username !== username
  })
  expect(others.map(row => row.username)).toEqual(['student'])
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the list of groups', () => {
  const list = async (as: 'student' | 'candidate' | 'admin', scenario?: 'examRunning' | 'needPay') => {
    const platform = createPlatform(scenario && { scenario })
    const { body } = await platform.call('listGroups', { as })
    expect(platform.violations).toEqual([])
    return { platform, find: (id: number) => body.find(group => group.id === id) }
  }

  it('has the place of the leaderboard, where there is one to see', async () => {
    const { platform, find } = await list('student')
    const { rows = [] } = (await platform.call('getLeaderboard', { as: 'student', params: { id: 1 } })).body
    const own = rows?.find(row => row.user_id === personas.student.id)
    expect([find(1)?.rank, find(1)?.ranked_total]).toEqual([own?.rank, rows?.length])
    // Hidden, and too large to count.
    for (const id of [6, 7]) expect(find(id)).not.toHaveProperty('rank')
  })

  it('has the progress by category, where the tasks may be read', async () => {
    const { platform, find } = await list('student')
    const group = (await platform.call('getGroup', { as: 'student', params: { id: 1 } })).body
    expect(find(1)?.categories?.map(({ name, tasks_total }) => [name, tasks_total])).toEqual(
      group.categories?.map(({ name, tasks }) => [name, tasks?.length]),
    )
    expect(find(3)).not.toHaveProperty('categories')
    expect((await list('candidate', 'needPay')).find(5)).not.toHaveProperty('categories')
    expect((await list('candidate', 'examRunning')).find(5)?.categories).not.toEqual([])
  })
})
