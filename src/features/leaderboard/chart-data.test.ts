import { expect, test } from 'vitest'
import type { Leaderboard } from '../../queries/responses'
import { getChartData, getTimeAxis } from './chart-data'

const at = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString()
const line = (user_id: unknown, ...points: unknown[]) => ({ user_id, points })

const board = (userCount: number, series: unknown, updated_at: unknown = at(31)) =>
  ({
    group_id: 1,
    updated_at,
    rows: Array.from({ length: userCount }, (_, index) => ({
      user_id: index + 1,
      rank: index + 1,
      username: `user_${index + 1}`,
      points: 100,
      solved: 1,
    })),
    series,
  }) as Leaderboard

const point = { at: at(2), points: 10 }
const many = (size: number) => Array.from({ length: size }, (_, index) => line(size - index, point))
const ids = (data: ReturnType<typeof getChartData>) => data?.lines.map(({ row }) => row.user_id)

test.each<[string, unknown]>([
  ['no series', undefined],
  ['null', null],
  ['a string', 'series'],
  ['an empty list', []],
  ['nulls', [null, null]],
  ['no user of the board', [line(99, point)]],
  ['ids that are strings', [line('1', point)]],
  ['no points', [line(1), { user_id: 2 }, line(3, null, {})]],
  ['only invalid dates', [line(1, { at: 'soon', points: 1 })]],
])('%s: there is no chart', (_, series) => expect(getChartData(board(3, series), 1)).toBeNull())

test('lines are in board order, one per user', () => {
  const series = [line(3, point), line(1, point), line(3, { at: at(3), points: 99 })]
  const data = getChartData(board(3, series), 3)
  expect(ids(data)).toEqual([1, 3])
  expect(data?.lines.map(({ isOwn }) => isOwn)).toEqual([false, true])
})

test.each([
  [3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [40, [1, 2, 3, 4, 5, 6, 7, 8, 9, 40]],
  [999, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
])('draws ten of a hundred lines, including the line of user %d', (userId, expected) => {
  const data = getChartData(board(100, many(100)), userId)
  expect(ids(data)).toEqual(expected)
  expect(data?.total).toBe(100)
})

test('a single point gets a time span', () => {
  const data = getChartData(board(1, [line(1, point)]), 1)
  expect((data?.to ?? 0) - (data?.from ?? 0)).toBeGreaterThan(0)
})

test.each([
  ['the board’s own time', at(31), [2, 3]],
  ['no readable time', 'soon', [2, 30]],
])('N02 with %s a point of the year 2099 does not stretch the time axis', (_, updated, [from, to]) => {
  const far = updated === 'soon' ? { at: at(30), points: 20 } : { at: '2099-01-01T00:00:00Z', points: 20 }
  const data = getChartData(board(1, [line(1, point, { at: at(3), points: 15 }, far)], updated), 1)
  expect([data?.from, data?.to]).toEqual([Date.parse(at(from ?? 0)), Date.parse(at(to ?? 0))])
})

test('M01 parses and draws few of 100 lines with 5,000 points on a board of 10,000', () => {
  let reads = 0
  class CountedPoint {
    points: number
    constructor(index: number) {
      this.points = index
    }
    get at() {
      reads += 1
      return new Date(Date.UTC(2026, 9, 1) + this.points * 1000).toISOString()
    }
  }
  const points = Array.from({ length: 5000 }, (_, index) => new CountedPoint(index))
  const series = Array.from({ length: 100 }, (_, index) => ({ user_id: index + 1, points }))
  const data = getChartData(board(10_000, series), 5000)
  expect(data?.lines).toHaveLength(10)
  expect(reads).toBeLessThanOrEqual(10 * 2001)
  for (const { steps } of data?.lines ?? []) {
    expect(steps.length).toBeLessThanOrEqual(480)
    expect(steps.at(-1)?.value).toBe(4999)
  }
})

const hour = 3_600_000
test.each([
  ['hours', 24 * hour, 5],
  ['a day and a half', 36 * hour, 3],
  ['weeks', 24 * 30 * hour, 5],
  ['years', 24 * 1500 * hour, 5],
])('axis labels over %s are distinct', (_, span, count) => {
  const from = Date.UTC(2026, 9, 1, 0, 30)
  const labels = getTimeAxis({ from, to: from + span - 1 }, 5, 'ru').map(({ text }) => text)
  expect(labels).toHaveLength(count)
  expect(new Set(labels).size).toBe(count)
})
