import { expect, test } from 'vitest'
import { formatInDays } from './format'
import { formatNearDate } from './near-dates'

const now = Date.parse('2026-11-29T12:00:00Z')

test.each([
  ['2027-01-12T12:00:00Z', '12 января', 'January 12'],
  ['2026-10-01T12:00:00Z', '1 октября', 'October 1'],
  ['2027-09-01T12:00:00Z', '1 сентября 2027\u00a0г.', 'September 1, 2027'],
  ['2025-12-31T12:00:00Z', '31 декабря 2025\u00a0г.', 'December 31, 2025'],
])('%s has a year only where another one could be meant', (moment, ru, en) => {
  const at = Date.parse(moment)
  expect([formatNearDate(at, now, 'ru'), formatNearDate(at, now, 'en')]).toEqual([ru, en])
})

test('a number of days to come', () => {
  expect([formatInDays(10, 'ru'), formatInDays(1, 'ru'), formatInDays(10, 'en')]).toEqual([
    'через\u00a010\u00a0дней',
    'завтра',
    'in\u00a010\u00a0days',
  ])
})
