import { describe, expect, test } from 'vitest'
import { readSteps, roundTicks, spreadLabels, thinSteps, timeTicks, valueAt } from './step-lines'

const at = (day: number) => `2026-10-${String(day).padStart(2, '0')}T10:00:00Z`
const time = (day: number) => Date.parse(at(day))

describe('steps of arbitrary points', () => {
  test.each<[string, unknown, [number, number][]]>([
    [
      'plain',
      [
        { at: at(1), points: 10 },
        { at: at(2), points: 30 },
      ],
      [
        [1, 10],
        [2, 30],
      ],
    ],
    [
      'descending times',
      [
        { at: at(2), points: 30 },
        { at: at(1), points: 10 },
      ],
      [
        [1, 10],
        [2, 30],
      ],
    ],
    [
      'one moment twice',
      [
        { at: at(1), points: 10 },
        { at: at(1), points: 20 },
      ],
      [
        [1, 10],
        [1, 20],
      ],
    ],
    ['one point', [{ at: at(3), points: 5 }], [[3, 5]]],
    ['points below zero', [{ at: at(1), points: -10 }], [[1, -10]]],
    [
      'broken dates',
      [{ at: 'soon', points: 1 }, { at: null, points: 2 }, { points: 3 }, { at: at(1), points: 4 }],
      [[1, 4]],
    ],
    ['numbers as texts', [{ at: at(1), points: '5' }], [[1, 5]]],
    [
      'no numbers',
      [
        { at: at(1), points: 'five' },
        { at: at(1), points: ' ' },
        { at: at(1), points: Number.NaN },
        { at: at(1) },
      ],
      [],
    ],
    [
      'the zero of a database',
      [
        { at: '0001-01-01T00:00:00Z', points: 1 },
        { at: '1970-01-01T00:00:00Z', points: 1 },
      ],
      [],
    ],
    [
      'a date far ahead',
      [
        { at: at(1), points: 1 },
        { at: '9999-12-31T00:00:00Z', points: 2 },
      ],
      [[1, 1]],
    ],
    ['nulls and texts', [null, 'x', 7, [], { at: at(1), points: 1 }], [[1, 1]]],
    ['no list', 'points', []],
    ['nothing', undefined, []],
  ])('%s', (_, raw, expected) => {
    const steps = readSteps(raw, time(31))
    expect(steps).toEqual(expected.map(([day, value]) => ({ at: time(day), value })))
  })

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
  expect(
    valueAt(
      [
        { at: 1, value: 10 },
        { at: 2, value: 30 },
      ],
      moment,
    ),
  ).toBe(expected)
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
