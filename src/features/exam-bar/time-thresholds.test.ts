import { expect, test } from 'vitest'
import { getLastThreshold, getNextAnnouncement } from './time-thresholds'

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
  // A 20-minute exam: half is the 10-minute threshold, and it never had 30 minutes left.
  [1200, 1200, null],
  [600, 1200, 600],
  // A 40-minute exam: half comes after the 30-minute threshold.
  [1700, 2400, 1800],
  [1200, 2400, 1200],
  [1800, null, 1800],
  [7200, null, null],
  [null, 4 * hour, null],
])('%s s left of %s: the last threshold is %s', (left, total, mark) => {
  expect(getLastThreshold(left, total)).toBe(mark)
})

/** Announcements while the time left goes through these values. */
const getAnnouncements = (lefts: number[], total = 4 * hour, end = 'e') => {
  let announced: ReturnType<typeof getNextAnnouncement>['announced'] | null = null
  const announcements: string[] = []
  for (const left of lefts) {
    const next = getNextAnnouncement(announced, { end, left, total })
    announced = next.announced
    if (next.isDue) announcements.push(next.isHalf ? `half ${left}` : String(left))
  }
  return announcements
}

test('announces each threshold once', () => {
  const seconds = Array.from({ length: 4 * hour + 1 }, (_, spent) => 4 * hour - spent)
  expect(getAnnouncements(seconds)).toEqual(['half 7200', '1800', '600', '300', '60'])
})

test.each([
  ['a reload after a threshold is silent', [1700, 1699], []],
  ['the next threshold is announced', [1700, 1699, 600], ['600']],
  ['after sleep only the latest is announced', [3 * hour, 290], ['290']],
  ['a half long past is not announced as half', [3 * hour, 2 * hour - 120], [String(2 * hour - 120)]],
  ['a repeated second is announced once', [1801, 1800, 1800], ['1800']],
  ['a clock that goes back does not repeat it', [1801, 1800, 1801, 1800], ['1800']],
  ['sleep until the end announces nothing', [hour, 0], []],
])('%s', (_, lefts, expected) => {
  expect(getAnnouncements(lefts)).toEqual(expected)
})

test('a moved end has its own thresholds; passed ones are not announced', () => {
  const { announced } = getNextAnnouncement(null, { end: '14:00', left: 2000, total: 4 * hour })
  const moved = getNextAnnouncement(announced, { end: '13:40', left: 800, total: 4 * hour })
  expect(moved.isDue).toBe(false)
  expect(getNextAnnouncement(moved.announced, { end: '13:40', left: 600, total: 4 * hour }).isDue).toBe(true)
})
