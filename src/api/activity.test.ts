import { afterEach, describe, expect, test } from 'vitest'
import {
  getMonday,
  getMonthLabels,
  monthAndYear,
  parseActivity,
  parseDay,
  shortMonth,
  shortWeekday,
  toDay,
  toIsoDate,
} from './activity'

const own = process.env.TZ
afterEach(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

describe('the activity', () => {
  const now = Date.parse('2026-10-05T12:00:00Z')
  const read = (activity: unknown, at = now) => {
    const view = parseActivity(activity, at)
    if (!view) throw new Error('There is no activity.')
    return view
  }
  const solvedDays = (activity: unknown, at = now) =>
    read(activity, at)
      .days.filter(({ solved }) => solved > 0)
      .map(({ day, solved }) => [toIsoDate(day), solved])

  describe.each(['UTC', 'Asia/Vladivostok', 'America/New_York'])('in %s', zone => {
    test('covers 52 weeks from a Monday to today, with the server’s dates', () => {
      process.env.TZ = zone
      const view = read([
        { date: '2025-10-13', solved: 2 },
        { date: '2026-10-05', solved: 1 },
        { date: '2026-03-08', solved: 3 },
      ])
      expect(view.days).toHaveLength(51 * 7 + 1)
      const [first, last] = [view.days[0], view.days.at(-1)]
      expect([first, last].map(day => day && toIsoDate(day.day))).toEqual(['2025-10-13', '2026-10-05'])
      expect(solvedDays([{ date: '2026-03-08', solved: 3 }])).toEqual([['2026-03-08', 3]])
      expect([first?.solved, last?.solved, view.solved, view.activeDays]).toEqual([2, 1, 6, 3])
      // One second before midnight UTC, and midnight.
      const midnight = Date.parse('2026-10-06T00:00:00Z')
      const end = (at: number) => toIsoDate(read([], at).days.at(-1)?.day ?? 0)
      expect([end(midnight - 1000), end(midnight)]).toEqual(['2026-10-05', '2026-10-06'])
    })
  })

  test('starts in the week of the first solve', () => {
    const get = (...dates: string[]) => read(dates.map(date => ({ date, solved: 1 })))
    const today = get('2026-10-05')
    expect([today.weeks, today.days.length, today.since]).toEqual([1, 1, parseDay('2026-10-05')])
    const { weeks, days, since } = get('2026-10-02', '2026-09-16')
    expect([weeks, toIsoDate(days[0]?.day ?? 0), since]).toEqual([4, '2026-09-14', parseDay('2026-09-16')])
    expect(get('2024-01-01', '2026-10-05').weeks).toBe(52)
  })

  test('the first solve is unknown without one, or if the list may be cut', () => {
    expect(read([]).since).toBeNull()
    expect(read([{ date: '2026-10-09', solved: 1 }]).since).toBeNull()
    const many = Array.from({ length: 400 }, (_, at) => ({ date: toIsoDate(20_000 + at), solved: 1 }))
    expect([read(many).since, read(many.slice(1)).since]).toEqual([null, 20_001])
  })

  test('a complete week has seven days', () => {
    const sunday = Date.parse('2026-10-11T12:00:00Z')
    expect(read([], sunday).days).toHaveLength(52 * 7)
  })

  test('accepts server dates one day ahead, not more', () => {
    expect(solvedDays([{ date: '2026-10-06', solved: 1 }])).toEqual([['2026-10-06', 1]])
    expect(solvedDays([{ date: '2026-10-07', solved: 1 }])).toEqual([])
  })

  test.each<[string, unknown[], [string, number][]]>([
    [
      'a day that came twice',
      [
        ['2026-10-01', 1],
        ['2026-10-01', 2],
      ],
      [['2026-10-01', 3]],
    ],
    ['a number as text', [['2026-10-01', '2']], [['2026-10-01', 2]]],
    ['a time of a day', [['2026-10-01T23:59:00-11:00', 2]], [['2026-10-01', 2]]],
    ['a day that no month has', [['2026-09-31', 2]], []],
    ['a day of long ago', [['2001-10-01', 2]], []],
  ])('N02 %s', (_, rows, expected) => {
    const activity = (rows as [unknown, unknown][]).map(([date, solved]) => ({ date, solved }))
    expect(solvedDays(activity)).toEqual(expected)
  })

  test('N02 ignores invalid entries; null without a list', () => {
    expect(solvedDays([null, 7, 'x', [], {}])).toEqual([])
    for (const activity of [undefined, null, 'x', 7, {}]) expect(parseActivity(activity, now)).toBeNull()
  })

  test('levels have fixed thresholds', () => {
    const activity = [1, 2, 3, 4, 5, 6].map(solved => ({ date: `2026-09-0${solved}`, solved }))
    const levels = read(activity).days.filter(({ solved }) => solved > 0)
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 3, 4, 4])
  })

  test('the longest streak counts consecutive days across months', () => {
    const days = ['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-03']
    expect(read(days.map(date => ({ date, solved: 1 }))).longestStreak).toBe(3)
    expect(read([]).longestStreak).toBe(0)
  })

  test('months are listed newest first, also incomplete ones', () => {
    const { months } = read([
      { date: '2025-10-13', solved: 1 },
      { date: '2026-10-01', solved: 2 },
      { date: '2026-10-02', solved: 1 },
    ])
    expect(months).toHaveLength(13)
    expect(months[0]).toMatchObject({ activeDays: 2, solved: 3 })
    expect(toIsoDate(months[0]?.day ?? 0)).toBe('2026-10-01')
    expect(toIsoDate(months.at(-1)?.day ?? 0)).toBe('2025-10-13')
  })

  test('month labels are at the week in which the month begins', () => {
    const { days } = read([])
    const marks = getMonthLabels(days, day => toIsoDate(day).slice(0, 7))
    expect([...marks].slice(0, 2)).toEqual([
      [2, '2025-11'],
      [7, '2025-12'],
    ])
    expect(marks.size).toBe(12)
    const later = read([], Date.parse('2026-10-26T12:00:00Z')).days
    expect(getMonthLabels(later, day => toIsoDate(day)).get(0)).toBe('2025-11-03')
  })
})

describe('calendar days', () => {
  describe.each(['UTC', 'Asia/Vladivostok', 'America/New_York'])('LANG-07 in %s', zone => {
    test('a day is the one that the server named', () => {
      process.env.TZ = zone
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      // The first days have a daylight saving change in New York, the last is a leap day.
      for (const day of ['2026-11-01', '2026-03-08', '2026-10-05', '2026-01-01', '2028-02-29'])
        expect(toIsoDate(parseDay(day) ?? 0)).toBe(day)
      const monday = parseDay('2026-10-05') ?? 0
      expect([monthAndYear(monday, 'ru'), shortMonth(monday, 'en'), shortWeekday(monday, 'ru')]).toEqual([
        'октябрь 2026\u00a0г.',
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
    ['2026-10-05x', null],
    [['2026-10-05'], null],
    ['', null],
    [7, null],
    [undefined, null],
  ])('%j is the day %j', (text, day) => {
    const found = parseDay(text)
    expect(found === null ? null : toIsoDate(found)).toBe(day)
  })
})
