import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { formatBarTime, formatTitleTime, roundForSpeech } from './exam-time'

const t = ((key: string, { hours, minutes }: { hours?: number; minutes: number }) =>
  key === 'title.hours' ? `${hours}h ${minutes}m` : `${minutes}m`) as unknown as TFunction<'examBar'>

test.each([
  [0, '0:00:00', '0m'],
  [1, '0:00:01', '1m'],
  [60, '0:01:00', '1m'],
  [61, '0:01:01', '2m'],
  [309, '0:05:09', '6m'],
  [3723, '1:02:03', '1h 3m'],
  [86_400, '24:00:00', '24h 0m'],
  [259_199, '71:59:59', '72h 0m'],
])('%i s are %s in the bar and %s in the title', (left, bar, title) => {
  expect(formatBarTime(left)).toBe(bar)
  expect(formatTitleTime(left, t)).toBe(title)
})

test('E11 an unknown time is a dash in the bar and absent from the title', () => {
  expect(formatBarTime(null)).toBe('–')
  expect(formatTitleTime(null, t)).toBeNull()
})

test('the title changes once a minute', () => {
  const titles = Array.from({ length: 3600 }, (_, left) => formatTitleTime(left, t))
  expect(new Set(titles).size).toBe(61)
})

test.each([
  [59, 59],
  [60, 60],
  [61, 120],
  [1800, 1800],
  [5041, 5100],
])('%i s are announced as %i s', (left, expected) => {
  expect(roundForSpeech(left)).toBe(expected)
})
