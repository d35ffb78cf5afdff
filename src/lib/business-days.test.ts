import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBusinessDays, type BusinessCalendar, getDateInZone } from './business-days'
import { formatDay } from './format'

const moscow: BusinessCalendar = { timeZone: 'Europe/Moscow', holidays: [], workingDays: [] }
const dayAfter = (moment: string, count: number, calendar: Partial<BusinessCalendar> = {}) =>
  addBusinessDays(Date.parse(moment), count, { ...moscow, ...calendar })

/** Moved holidays around a Russian new year. */
const newYear = [
  '2026-12-31',
  '2027-01-01',
  '2027-01-04',
  '2027-01-05',
  '2027-01-06',
  '2027-01-07',
  '2027-01-08',
]

describe('three business days for a report', () => {
  test.each<[string, string, string, Partial<BusinessCalendar>?]>([
    ['a Monday', '2026-11-23T12:00:00+03:00', '2026-11-26'],
    ['a Tuesday', '2026-11-24T12:00:00+03:00', '2026-11-27'],
    ['over a weekend, from a Wednesday', '2026-11-25T12:00:00+03:00', '2026-11-30'],
    ['over a weekend, from a Friday', '2026-11-27T12:00:00+03:00', '2026-12-02'],
    ['from a Saturday', '2026-11-28T12:00:00+03:00', '2026-12-02'],
    ['from a Sunday', '2026-11-29T23:59:59+03:00', '2026-12-02'],
    ['from the first second of a Monday', '2026-11-30T00:00:00+03:00', '2026-12-03'],
    ['over a holiday', '2026-11-02T12:00:00+03:00', '2026-11-06', { holidays: ['2026-11-04'] }],
    ['over a holiday at a weekend', '2026-11-06T12:00:00+03:00', '2026-11-11', { holidays: ['2026-11-07'] }],
    ['from a holiday', '2026-11-04T12:00:00+03:00', '2026-11-09', { holidays: ['2026-11-04'] }],
    ['over a working Saturday', '2026-10-30T12:00:00+03:00', '2026-11-03', { workingDays: ['2026-10-31'] }],
    ['to a working Saturday', '2026-10-28T12:00:00+03:00', '2026-10-31', { workingDays: ['2026-10-31'] }],
    [
      'over a Saturday that is called both',
      '2026-10-30T12:00:00+03:00',
      '2026-11-04',
      { holidays: ['2026-10-31'], workingDays: ['2026-10-31'] },
    ],
    ['over a new year without holidays', '2026-12-30T12:00:00+03:00', '2027-01-04'],
    ['over a new year with them', '2026-12-30T12:00:00+03:00', '2027-01-13', { holidays: newYear }],
    ['over the end of a February', '2027-02-25T12:00:00+03:00', '2027-03-02'],
    ['over a 29th of February', '2028-02-28T12:00:00+03:00', '2028-03-02'],
  ])('%s', (_, moment, day, calendar) => {
    expect(dayAfter(moment, 3, calendar)).toBe(day)
  })

  test.each([
    ['Europe/Moscow', '2026-12-02'],
    ['UTC', '2026-12-01'],
    ['America/New_York', '2026-12-01'],
    ['Asia/Vladivostok', '2026-12-02'],
    ['Pacific/Chatham', '2026-12-02'],
  ])('a deadline late in the evening counts by the date in %s', (timeZone, day) => {
    // Thursday 21:30 UTC, which is Friday from Moscow eastwards.
    expect(dayAfter('2026-11-26T21:30:00Z', 3, { timeZone })).toBe(day)
  })

  test.each([
    ['2026-10-30T12:00:00-04:00', '2026-11-04'],
    ['2027-03-12T23:30:00-05:00', '2027-03-17'],
  ])('across a daylight saving change in New York: %s', (moment, day) => {
    expect(dayAfter(moment, 3, { timeZone: 'America/New_York' })).toBe(day)
  })
})

test.each([
  [0, '2026-11-27'],
  [1, '2026-11-30'],
  [5, '2026-12-04'],
  [10, '2026-12-11'],
  [260, '2027-11-26'],
])('%i business days after a Friday', (count, day) => {
  expect(dayAfter('2026-11-27T12:00:00+03:00', count)).toBe(day)
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('returns null for %d days', count => {
  expect(dayAfter('2026-11-27T12:00:00+03:00', count)).toBeNull()
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('returns null for the moment %d', moment => {
  expect(addBusinessDays(moment, 3, moscow)).toBeNull()
  expect(getDateInZone(moment, 'UTC')).toBeNull()
})

describe('extreme configurations', () => {
  const free = (days: number) =>
    Array.from({ length: days }, (_, index) =>
      new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
    )

  test('skips ten years of holidays', () => {
    expect(dayAfter('2026-11-27T12:00:00Z', 3, { holidays: free(3653) })).toBe('2036-11-05')
  })

  test('returns null when every day is a holiday', () => {
    const begin = performance.now()
    expect(dayAfter('2026-11-27T12:00:00Z', 3, { holidays: free(20_000) })).toBeNull()
    expect(dayAfter('2026-11-27T12:00:00Z', Number.MAX_SAFE_INTEGER)).toBeNull()
    expect(performance.now() - begin).toBeLessThan(2000)
  })

  test('ignores invalid dates in the list of holidays', () => {
    expect(dayAfter('2026-11-27T12:00:00+03:00', 3, { holidays: ['', 'Monday', '2026-11-3'] })).toBe(
      '2026-12-02',
    )
  })
})

test('the result is always a later business day, and the next one is later still', () => {
  const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) })
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Moscow',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Chatham',
  )
  const property = fc.property(moments, fc.integer({ min: 1, max: 15 }), zones, (moment, count, timeZone) => {
    const calendar = { timeZone, holidays: newYear, workingDays: ['2026-11-28'] }
    const day = addBusinessDays(moment, count, calendar) ?? ''
    const isWeekend = new Date(day).getUTCDay() % 6 === 0
    expect(!newYear.includes(day) && (!isWeekend || day === '2026-11-28')).toBe(true)
    expect(day > (getDateInZone(moment, timeZone) ?? '')).toBe(true)
    expect((addBusinessDays(moment, count + 1, calendar) ?? '') > day).toBe(true)
  })
  fc.assert(property, { seed: 9, numRuns: 300 })
})

describe('formatting a date', () => {
  test('in both languages', () => {
    expect(formatDay('2026-12-01', 'en')).toBe('December 1, 2026')
    expect(formatDay('2026-12-01', 'ru').replaceAll('\u00a0', ' ')).toBe('1 декабря 2026 г.')
    expect(formatDay('2028-02-29', 'en')).toBe('February 29, 2028')
  })

  test.each([
    undefined,
    null,
    '',
    'soon',
    '2026-12',
    '2026-12-1',
    '2026-02-30',
    '2026-13-01',
    '2026-12-01T00:00:00Z',
  ])('%o gives a dash', day => {
    expect(formatDay(day, 'ru')).toBe('–')
  })
})
