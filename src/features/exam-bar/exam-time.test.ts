import { expect, test } from 'vitest'
import { barTime, saidSeconds, titleTime } from './exam-time'

test.each([
  [0, '0:00:00', '0:00'],
  [1, '0:00:01', '0:01'],
  [60, '0:01:00', '0:01'],
  [61, '0:01:01', '0:02'],
  [309, '0:05:09', '0:06'],
  [3723, '1:02:03', '1:03'],
  [86_400, '24:00:00', '24:00'],
  [259_199, '71:59:59', '72:00'],
])('%i s are %s in the bar and %s in the title', (left, bar, title) => {
  expect(barTime(left)).toBe(bar)
  expect(titleTime(left)).toBe(title)
})

test('E11 a time that nobody knows is a dash in the bar, and nothing in the title', () => {
  expect(barTime(null)).toBe('–')
  expect(titleTime(null)).toBeNull()
})

test('the title changes once a minute', () => {
  const titles = Array.from({ length: 3600 }, (_, left) => titleTime(left))
  expect(new Set(titles).size).toBe(61)
})

test.each([
  [59, 59],
  [60, 60],
  [61, 120],
  [1800, 1800],
  [5041, 5100],
])('%i s are said as %i', (left, said) => {
  expect(saidSeconds(left)).toBe(said)
})
