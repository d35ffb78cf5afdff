import { afterEach, describe, expect, test } from 'vitest'
import {
  getMonday,
  monthAndYear,
  parseDay,
  shortMonth,
  shortWeekday,
  toDay,
  toIsoDate,
} from './calendar-days'

const own = process.env.TZ

afterEach(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

describe.each(['UTC', 'Asia/Vladivostok', 'America/New_York'])('LANG-07 in %s', zone => {
  test('a day is the one that the server named', () => {
    process.env.TZ = zone
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    // The first days have a daylight saving change in New York, the last is a leap day.
    for (const day of ['2026-11-01', '2026-03-08', '2026-10-05', '2026-01-01', '2028-02-29'])
      expect(toIsoDate(parseDay(day) ?? 0)).toBe(day)
    const monday = parseDay('2026-10-05') ?? 0
    expect([monthAndYear(monday, 'ru'), shortMonth(monday, 'en'), shortWeekday(monday, 'ru')]).toEqual([
      'октябрь 2026 г.',
      'Oct',
      'пн',
    ])
    expect(toDay(Date.parse('2026-10-05T23:59:59Z'))).toBe(monday)
  })
})

test('a week starts on Monday', () => {
  const monday = parseDay('2026-10-05') ?? 0
  for (let day = 0; day < 7; day++) expect(getMonday(monday + day)).toBe(monday)
  expect(toIsoDate(getMonday(monday - 1))).toBe('2026-09-28')
  // Also before 1970.
  expect(toIsoDate(getMonday(parseDay('1969-12-28') ?? 0))).toBe('1969-12-22')
})

test.each<[unknown, string | null]>([
  ['2026-10-05', '2026-10-05'],
  ['2026-10-05T23:30:00-05:00', '2026-10-05'],
  ['2026-10-05 01:00:00', '2026-10-05'],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['2026-1-1', null],
  ['05.10.2026', null],
  ['2026-10-05x', null],
  ['on 2026-10-05', null],
  [['2026-10-05'], null],
  ['', null],
  [7, null],
  [null, null],
  [undefined, null],
  [{}, null],
])('%j is the day %j', (text, day) => {
  const found = parseDay(text)
  expect(found === null ? null : toIsoDate(found)).toBe(day)
})
