import { describe, expect, test } from 'vitest'
import type { Leaderboard } from '../../api/responses'
import {
  getChartData,
  getTimeAxis,
  readSteps,
  roundTicks,
  spreadLabels,
  thinSteps,
  timeTicks,
  valueAt,
} from './chart-data'

describe('step lines', () => {
  const at = (day: number) => `2026-10-${String(day).padStart(2, '0')}T10:00:00Z`
  const time = (day: number) => Date.parse(at(day))

  describe('steps of arbitrary points', () => {
    const point = (at: unknown, points: unknown) => ({ at, points })
    const step = (day: number, value: number) => ({ at: time(day), value })

    test.each<[string, object[], object[]]>([
      ['in order', [point(at(1), 10), point(at(2), 30)], [step(1, 10), step(2, 30)]],
      ['descending times', [point(at(2), 30), point(at(1), 10)], [step(1, 10), step(2, 30)]],
      ['one moment twice', [point(at(1), 10), point(at(1), 20)], [step(1, 10), step(1, 20)]],
      ['points below zero', [point(at(1), -10)], [step(1, -10)]],
      ['broken dates', [point('soon', 1), point(null, 2), {}, point(at(1), 4)], [step(1, 4)]],
      ['numbers as texts', [point(at(1), '5')], [step(1, 5)]],
      ['no numbers', [point(at(1), 'five'), point(at(1), ' '), point(at(1), Number.NaN), { at: at(1) }], []],
      ['the zero of a database', [point('0001-01-01T00:00:00Z', 1), point('1970-01-01T00:00:00Z', 1)], []],
      ['a date far ahead', [point(at(1), 1), point('9999-12-31T00:00:00Z', 2)], [step(1, 1)]],
    ])('%s', (_, raw, expected) => expect(readSteps(raw, time(31))).toEqual(expected))

    test('M01 sampling keeps the first and last point', () => {
      const begin = time(1)
      const raw = Array.from({ length: 50_001 }, (_, index) => ({
        at: new Date(begin + index * 1000).toISOString(),
        points: index,
      }))
      const steps = readSteps(raw)
      expect(steps.length).toBeLessThanOrEqual(2001)
      expect([steps[0]?.value, steps.at(-1)?.value]).toEqual([0, 50_000])
    })
  })

  test('M01 thinning keeps both ends and the shape', () => {
    const steps = Array.from({ length: 2000 }, (_, index) => ({ at: index, value: index * 2 }))
    const thin = thinSteps(steps, 0, 1999, 100)
    expect(thin.length).toBeLessThanOrEqual(200)
    expect([thin[0], thin.at(-1)]).toEqual([steps[0], steps.at(-1)])
    for (const moment of [0, 500, 1234, 1999]) {
      expect(Math.abs(valueAt(thin, moment) - moment * 2)).toBeLessThanOrEqual(2 * 20)
    }
    expect(thinSteps(steps.slice(0, 50), 0, 49, 100)).toHaveLength(50)
  })

  test.each([
    [0, 0],
    [1, 10],
    [1.5, 10],
    [2, 30],
    [9, 30],
  ])('the value at %d is %d', (moment, expected) => {
    const steps = [
      { at: 1, value: 10 },
      { at: 2, value: 30 },
    ]
    expect(valueAt(steps, moment)).toBe(expected)
  })

  test.each([
    [0, 0, [0, 1]],
    [0, 1, [0, 1]],
    [0, 3, [0, 1, 2, 3]],
    [0, 340, [0, 100, 200, 300, 400]],
    [0, 1000, [0, 500, 1000]],
    [50, 90, [0, 50, 100]],
    [-30, 100, [-50, 0, 50, 100]],
    [-30, -10, [-30, -20, -10, 0]],
  ])('ticks for %d to %d', (least, most, expected) => {
    expect(roundTicks(least, most)).toEqual(expected)
  })

  test.each([1, 9, 37, 12_345, 1e9, 9e15])('ticks up to %d are few and cover it', most => {
    const ticks = roundTicks(0, most)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
  })

  test('equidistant moments', () => expect(timeTicks(0, 100, 5)).toEqual([0, 25, 50, 75, 100]))

  test.each<[string, number[], number[]]>([
    ['far apart', [0.1, 0.9], [0.1, 0.9]],
    ['on one spot', [0.5, 0.5], [0.45, 0.55]],
    ['at the end', [1, 1], [0.9, 1]],
    ['at the beginning', [0, 0], [0, 0.1]],
    ['out of order', [0.5, 0.2], [0.5, 0.2]],
    ['two blocks', [0.2, 0.8, 0.2, 0.8], [0.15, 0.75, 0.25, 0.85]],
    ['alone', [0.3], [0.3]],
    ['of no one', [], []],
  ])('labels %s', (_, wanted, expected) => {
    expect(spreadLabels(wanted, 0.1)).toEqual(expected.map(one => expect.closeTo(one)))
  })
})

describe('chart data', () => {
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
    ['an empty list', []],
    ['no user of the board', [line(99, point)]],
    ['no points', [line(1), line(3, {})]],
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
    [11, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]],
    [40, [1, 2, 3, 4, 5, 6, 7, 8, 9, 40]],
    [100, [1, 2, 3, 4, 5, 6, 7, 8, 9, 100]],
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
})
