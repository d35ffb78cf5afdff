import { describe, expect, test, vi } from 'vitest'
import * as format from './format'

/** Shows no-break spaces as `_`. */
const shown = (text: string) => text.replaceAll('\u00a0', '_')
const both = (make: (language: string) => string) => [shown(make('ru')), shown(make('en'))]

const noon = '2026-12-12T12:05:00Z'

describe('LANG-07 keeps numbers and units on one line', () => {
  test.each<[string, (language: string) => string, [string, string]]>([
    ['a number', one => format.formatNumber(1234567.5, one), ['1_234_567,5', '1,234,567.5']],
    ['a share', one => format.formatPercent(0.5, one), ['50_%', '50%']],
    ['bytes', one => format.formatSize(512, one), ['512_Б', '512_byte']],
    ['5 MB in units of 1024', one => format.formatSize(5 * 1024 * 1024, one), ['5_МБ', '5_MB']],
    ['a byte more', one => format.formatSize(5 * 1024 * 1024 + 1, one), ['5,1_МБ', '5.1_MB']],
    ['no byte', one => format.formatSize(0, one), ['0_Б', '0_byte']],
    ['1 kB', one => format.formatSize(1024, one), ['1_кБ', '1_kB']],
    ['5 GB', one => format.formatSize(5 * 1024 ** 3, one), ['5_ГБ', '5_GB']],
    ['more than anybody has', one => format.formatSize(5 * 1024 ** 5, one), ['5_242_880_ГБ', '5,242,880_GB']],
    ['one byte less', one => format.formatSize(1024 * 1024 - 1, one), ['1_024_кБ', '1,024_kB']],
    ['roubles', one => format.formatMoney(150_000, 'RUB', one), ['1_500_₽', '₽1,500']],
    ['kopecks', one => format.formatMoney(150_050, 'RUB', one), ['1_500,50_₽', '₽1,500.50']],
    ['yen, which have no hundredths', one => format.formatMoney(1500, 'JPY', one), ['1_500_¥', '¥1,500']],
    ['a currency with a tail', one => format.formatMoney(1500, 'RUBX', one), ['15_RUBX', '15_RUBX']],
    ['an unknown currency', one => format.formatMoney(1500, '€uro', one), ['15_€uro', '15_€uro']],
    ['one and a half hours', one => format.formatDuration(5400, one), ['1_ч_30_мин', '1_hr_30_min']],
    ['more than a day', one => format.formatDuration(90_061, one), ['1_дн._1_ч', '1_day_1_hr']],
    ['two units at most', one => format.formatDuration(93_784, one), ['1_дн._2_ч', '1_day_2_hr']],
    ['an hour and a second', one => format.formatDuration(3601, one), ['1_ч', '1_hr']],
    ['a day sharp', one => format.formatDuration(86_400, one), ['1_дн.', '1_day']],
    ['a moment', one => format.formatDuration(0.4, one), ['0_с', '0_sec']],
    ['a second less than a day', one => format.formatMinutes(86_399, one), ['23_ч_59_мин', '23_hr_59_min']],
    ['the last minute', one => format.formatMinutes(59, one), ['59_с', '59_sec']],
    ['less than nothing', one => format.formatDuration(-60, one), ['0_с', '0_sec']],
  ])('%s', (_, make, expected) => {
    expect(both(make)).toEqual(expected)
  })
})

test('a countdown rounds up and is never negative', () => {
  expect([3723, 309, 0.2, 0, -5].map(format.formatCountdown)).toEqual([
    '1:02:03',
    '05:09',
    '00:01',
    '00:00',
    '00:00',
  ])
})

describe('dates', () => {
  const zone = process.env.TZ

  test.each([
    ['UTC', '12 декабря 2026_г. в 12:05', '12 декабря 2026_г. в 12:05 UTC'],
    ['Asia/Vladivostok', '12 декабря 2026_г. в 22:05', '12 декабря 2026_г. в 22:05 GMT+10'],
    ['Europe/Moscow', '12 декабря 2026_г. в 15:05', '12 декабря 2026_г. в 15:05 МСК'],
    ['America/New_York', '12 декабря 2026_г. в 07:05', '12 декабря 2026_г. в 07:05 GMT-5'],
  ])(
    'LANG-07 in %s uses the local time and names the zone of deadlines',
    async (name, dateTime, deadline) => {
      process.env.TZ = name
      try {
        // Intl objects are cached, so another zone needs a fresh module.
        vi.resetModules()
        const { formatDateTime, formatDeadline } = await import('./format')
        expect(shown(formatDateTime(noon, 'ru'))).toBe(dateTime)
        expect(shown(formatDeadline(noon, 'ru'))).toBe(deadline)
      } finally {
        if (zone === undefined) delete process.env.TZ
        else process.env.TZ = zone
      }
    },
  )

  test('long form with 24 hours', () => {
    expect(shown(format.formatDate('2026-12-12', 'ru'))).toMatch(/^12 декабря 2026_г\.$/)
    expect(format.formatDate('2026-12-12', 'en')).toBe('December 12, 2026')
    expect(format.formatTime(new Date(2026, 0, 1, 0, 7).getTime(), 'en')).toBe('00:07')
  })

  test('short forms', () => {
    const moment = new Date(2026, 11, 2, 4, 5, 6).getTime()
    expect(both(one => format.formatShortDate(moment, one))).toEqual(['2 дек.', 'Dec 2'])
    expect(both(one => format.formatMonth(moment, one))).toEqual(['12.2026', '12/2026'])
    expect(both(one => format.formatDayTime(moment, one))).toEqual(['02.12, 04:05', '12/2, 04:05'])
    expect(both(one => format.formatSecond(moment, one))).toEqual(['04:05:06', '04:05:06'])
    const midnight = new Date(2026, 11, 2).getTime()
    expect(format.formatDayTime(midnight, 'en')).toBe('12/2, 00:00')
    expect(format.formatSecond(midnight, 'en')).toBe('00:00:00')
  })

  test.each(['2026-12-12T00:00:00Z', 'x2026-12-12', '2026-12-12x', '2026-02-30', '2026-12', ''])(
    '%j is not a calendar day',
    day => expect(format.formatDay(day, 'en')).toBe('–'),
  )

  test('a calendar day is the same in every time zone', () => {
    expect(format.formatDay('2026-12-01', 'en')).toBe('December 1, 2026')
  })

  test('E04 parses every form of offset; rejects times without one', () => {
    const time = Date.parse(noon)
    for (const text of [
      noon,
      '2026-12-12T12:05Z',
      '2026-12-12t12:05:00z',
      '2026-12-12 12:05:00+00',
      '2026-12-12 15:05:00+03',
      '2026-12-12 15:05:00 +0300',
      '2026-12-12T15:05+0300',
      '2026-12-12T15:05:00+03:00',
      '2026-12-12T12:05:00.000Z',
    ]) {
      expect(format.parseMoment(text)).toBe(time)
    }
    for (const text of ['2026-12-12 12:05:00.000000', '2026-12-12T12:05:00', '2026-12-12T12:05']) {
      expect(format.parseMoment(text)).toBeNull()
      expect(format.formatDateTime(text, 'ru')).toBe('–')
    }
    expect(format.parseMoment(time)).toBe(time)
    expect(format.parseMoment('2026-12-12')).toBe(Date.parse('2026-12-12T00:00:00Z'))
  })

  test('warns once about a time without an offset', async () => {
    vi.resetModules()
    const { parseMoment } = await import('./format')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const text of [noon, '2026-12-12', '2026-12-12T15:05:00+03:00', 'soon']) parseMoment(text)
    expect(warn).not.toHaveBeenCalled()
    for (const text of ['2026-12-12T12:05:00', '2026-12-12T12:06:00']) parseMoment(text)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('2026-12-12T12:05:00')]])
    warn.mockRestore()
  })
})

test('E11 invalid numbers and times become a dash', () => {
  const none = [
    undefined,
    null,
    '',
    'soon',
    '2026',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    '2026-13-45T00:00:00Z',
    ['2026-12-12'],
    'on 2026-12-12T00:00:00Z',
    '2026-12-12T00:00:00Z or later',
  ]
  for (const value of none as never[]) {
    const texts = [format.formatDate, format.formatTime, format.formatDateTime, format.formatDeadline].map(
      one => one(value, 'ru'),
    )
    const numbers = [format.formatNumber, format.formatPercent, format.formatDuration, format.formatSize].map(
      one => one(value, 'en'),
    )
    expect([
      ...texts,
      ...numbers,
      format.formatMoney(value, 'RUB', 'ru'),
      format.formatCountdown(value),
    ]).toEqual(Array(10).fill('–'))
  }
  expect(format.formatSize(-1, 'ru')).toBe('–')
})
