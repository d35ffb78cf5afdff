import { expect, test } from 'vitest'
import { nextMark, passedMark } from './exam-marks'

const hour = 3600

test.each([
  [3 * hour, 4 * hour, null],
  [2 * hour + 1, 4 * hour, null],
  [2 * hour, 4 * hour, 2 * hour],
  [1801, 4 * hour, 2 * hour],
  [1800, 4 * hour, 1800],
  [600, 4 * hour, 600],
  [299, 4 * hour, 300],
  [60, 4 * hour, 60],
  [0, 4 * hour, 60],
  // An exam of 20 minutes: its half is the mark of 10 minutes, and it never had 30.
  [1200, 1200, null],
  [600, 1200, 600],
  // One of 40 minutes has its half after the mark of 30.
  [1700, 2400, 1800],
  [1200, 2400, 1200],
  [1800, null, 1800],
  [7200, null, null],
  [null, 4 * hour, null],
])('%s s left of %s: the last mark is %s', (left, total, mark) => {
  expect(passedMark(left, total)).toBe(mark)
})

/** What is said while the time goes through these seconds. */
const saidOver = (lefts: number[], total = 4 * hour, end = 'e') => {
  let said: ReturnType<typeof nextMark>['said'] | null = null
  const spoken: string[] = []
  for (const left of lefts) {
    const next = nextMark(said, { end, left, total })
    said = next.said
    if (next.isDue) spoken.push(next.isHalf ? `half ${left}` : String(left))
  }
  return spoken
}

test('each mark once while every second is seen', () => {
  const seconds = Array.from({ length: 4 * hour + 1 }, (_, spent) => 4 * hour - spent)
  expect(saidOver(seconds)).toEqual(['half 7200', '1800', '600', '300', '60'])
})

test.each([
  ['a reload after a mark says nothing of it', [1700, 1699], []],
  ['the next one is said', [1700, 1699, 600], ['600']],
  ['of several slept through only the latest', [3 * hour, 290], ['290']],
  ['a half long gone is not called a half', [3 * hour, 2 * hour - 120], [String(2 * hour - 120)]],
  ['a second that comes twice is said once', [1801, 1800, 1800], ['1800']],
  ['a clock that goes back over a mark does not say it again', [1801, 1800, 1801, 1800], ['1800']],
  ['slept through to the end: the server has the word', [hour, 0], []],
])('%s', (_, lefts, expected) => {
  expect(saidOver(lefts)).toEqual(expected)
})

test('an end that was moved has marks of its own, and what it has passed is no news', () => {
  const { said } = nextMark(null, { end: '14:00', left: 2000, total: 4 * hour })
  const moved = nextMark(said, { end: '13:40', left: 800, total: 4 * hour })
  expect(moved.isDue).toBe(false)
  expect(nextMark(moved.said, { end: '13:40', left: 600, total: 4 * hour }).isDue).toBe(true)
})
