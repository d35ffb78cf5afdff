import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Attempt } from '../../../packages/contract/schema.gen'
import { toAttemptView } from '../../api/attempts'
import { type CalendarEvent, createCalendarFile } from '../../lib/calendar-file'
import { formatZonedTime } from '../../lib/zoned-time'
import { examEvents } from './calendar-button'
import { addBusinessDays, type BusinessCalendar, getDateInZone, getReportFacts } from './exam-dates'
import { getReportMailto } from './report-section'

const hour = 3_600_000
const moscow: BusinessCalendar = { timeZone: 'Europe/Moscow', holidays: ['2026-11-04'], workingDays: [] }

describe('business days', () => {
  const dayAfter = (moment: string, count: number, calendar: Partial<BusinessCalendar> = {}) =>
    addBusinessDays(Date.parse(moment), count, { ...moscow, ...calendar })

  /** Moved holidays around a Russian new year. */
  const newYear = ['2026-12-31', ...[1, 4, 5, 6, 7, 8].map(day => `2027-01-0${day}`)]

  test.each<[string, string, string, Partial<BusinessCalendar>?]>([
    ['a Monday', '2026-11-23T12:00:00+03:00', '2026-11-26'],
    ['over a weekend, from a Wednesday', '2026-11-25T12:00:00+03:00', '2026-11-30'],
    ['from a Saturday', '2026-11-28T12:00:00+03:00', '2026-12-02'],
    ['from the last second of a Sunday', '2026-11-29T23:59:59+03:00', '2026-12-02'],
    ['from the first second of a Monday', '2026-11-30T00:00:00+03:00', '2026-12-03'],
    ['over a holiday', '2026-11-02T12:00:00+03:00', '2026-11-06'],
    ['over a holiday at a weekend', '2026-11-06T12:00:00+03:00', '2026-11-11', { holidays: ['2026-11-07'] }],
    ['from a holiday', '2026-11-04T12:00:00+03:00', '2026-11-09'],
    ['over a working Saturday', '2026-10-30T12:00:00+03:00', '2026-11-03', { workingDays: ['2026-10-31'] }],
    ['to a working Saturday', '2026-10-28T12:00:00+03:00', '2026-10-31', { workingDays: ['2026-10-31'] }],
    [
      'over a Saturday that is both',
      '2026-11-03T12:00:00+03:00',
      '2026-11-09',
      { workingDays: ['2026-11-04'] },
    ],
    ['over a new year with holidays', '2026-12-30T12:00:00+03:00', '2027-01-13', { holidays: newYear }],
    ['over a 29th of February', '2028-02-28T12:00:00+03:00', '2028-03-02'],
    ['ten years of holidays later', '2026-11-27T12:00:00Z', '2036-11-05', { holidays: days(3653) }],
    ['invalid holidays', '2026-11-27T12:00:00Z', '2026-12-02', { holidays: ['', 'Monday', '2026-11-3'] }],
    // Thursday 21:30 UTC is Friday from Moscow eastwards.
    ['late in the evening in Moscow', '2026-11-26T21:30:00Z', '2026-12-02'],
    ['in New York', '2026-11-26T21:30:00Z', '2026-12-01', { timeZone: 'America/New_York' }],
    ['over the start of DST', '2027-03-12T23:30:00-05:00', '2027-03-17', { timeZone: 'America/New_York' }],
    ['over its end', '2026-10-30T12:00:00-04:00', '2026-11-05', { timeZone: 'America/New_York' }],
  ])('three after %s', (_, moment, day, calendar) => {
    expect(dayAfter(moment, 3, calendar)).toBe(day)
  })

  test.each([
    [0, '2026-11-27'],
    [1, '2026-11-30'],
    [5, '2026-12-04'],
    [260, '2027-11-26'],
    [-1, null],
    [0.5, null],
    [Number.NaN, null],
    [Number.MAX_SAFE_INTEGER, null],
  ])('%d after a Friday', (count, day) => {
    expect(dayAfter('2026-11-27T12:00:00+03:00', count, { holidays: [] })).toBe(day)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('none for the moment %d', moment => {
    expect(addBusinessDays(moment, 3, moscow)).toBeNull()
    expect(getDateInZone(moment, 'UTC')).toBeNull()
  })

  test('none when every day is a holiday', () => {
    expect(dayAfter('2026-11-27T12:00:00Z', 3, { holidays: days(20_000) })).toBeNull()
  })
})

/** Days from November 2026 on. */
function days(count: number) {
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10),
  )
}

describe('E04 a time in a zone', () => {
  const at = '2026-11-21T10:00:00Z'

  test.each([
    ['Europe/Moscow', at, '2026-11-21 13:00:00 +03:00'],
    ['UTC', at, '2026-11-21 10:00:00 +00:00'],
    ['Asia/Kathmandu', at, '2026-11-21 15:45:00 +05:45'],
    ['Pacific/Honolulu', at, '2026-11-21 00:00:00 -10:00'],
    // The repeated hour at the end of DST.
    ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01 01:30:00 -04:00'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01 01:30:00 -05:00'],
  ])('in %s at %s', (zone, moment, text) => {
    expect(formatZonedTime(Date.parse(moment), zone)).toBe(text)
  })
})

/** A Friday evening in Moscow. */
const deadline = Date.parse('2026-11-27T20:00:00+03:00')
const end = Date.parse('2026-11-25T20:00:00+03:00')
const iso = (time: number) => new Date(time).toISOString()

const view = (status: string, now: number, fields: Record<string, unknown> = {}) =>
  toAttemptView(
    {
      id: 7,
      status,
      hours: 24,
      created_at: iso(end - 48 * hour),
      started_at: iso(end - 24 * hour),
      ends_at: iso(end),
      report_deadline: iso(deadline),
      ...fields,
    } as Attempt,
    now,
  )

describe('the report', () => {
  const facts = (status: string, now: number, fields?: Record<string, unknown>, calendar = moscow) =>
    getReportFacts(view(status, now, fields), now, calendar)

  test.each([
    ['need_pay', null],
    ['payed', null],
    ['exam_started', 'ahead'],
    ['time_left', 'due'],
    ['need_report', 'due'],
    ['checking', 'review'],
    ['completed', null],
    ['report_rejected', 'rejected'],
    ['unknown', null],
  ])('in %s: %s', (status, phase) => {
    expect(facts(status, end - hour)?.phase ?? null).toBe(phase)
  })

  test.each([
    [-1, 'due'],
    [0, 'overdue'],
  ])('%i ms from the deadline it is %s', (from, phase) => {
    expect(facts('need_report', deadline + from)).toMatchObject({ phase, deadline })
  })

  test('without a deadline it is due, never overdue', () => {
    const none = { phase: 'due', deadline: null, reviewDay: null }
    for (const report_deadline of [undefined, 'soon', '0001-01-01T00:00:00Z'])
      expect(facts('need_report', deadline + 900 * hour, { report_deadline })).toEqual(none)
  })

  test('is reviewed on the server’s date, in the platform’s time zone', () => {
    expect(facts('checking', deadline, { review_due: '2026-11-30T22:30:00Z' })?.reviewDay).toBe('2026-12-01')
  })

  test('otherwise three business days after the deadline, which does not move', () => {
    for (const now of [end, deadline - 1, deadline + 48 * hour])
      expect(facts('checking', now)?.reviewDay).toBe('2026-12-02')
    const holidays = ['2026-11-30', '2026-12-01']
    expect(facts('checking', end, {}, { ...moscow, holidays })?.reviewDay).toBe('2026-12-04')
    expect(getReportFacts(view('need_report', end), end, null)?.reviewDay).toBeNull()
  })

  test('the review is late from midnight in the platform’s time zone', () => {
    const midnight = Date.parse('2026-12-03T00:00:00+03:00')
    expect(facts('checking', midnight - 1)?.phase).toBe('review')
    expect(facts('checking', midnight)?.phase).toBe('reviewOverdue')
    expect(facts('checking', midnight, { review_due: '2026-12-04T12:00:00Z' })?.phase).toBe('review')
  })

  test.each([
    [
      'exam@sample.example',
      'a\r\nBcc: x@y.example & b=?#',
      'exam@sample.example',
      'a Bcc: x@y.example & b=?#',
    ],
    ['a&cc=b@sample.example', 'half \ud800 a character', 'a%26cc%3Db@sample.example', 'half a character'],
    ['a@b.example', '𝕏'.repeat(500), 'a@b.example', '𝕏'.repeat(120)],
  ])('the email link to %s with the subject %j', (email, subject, to, read) => {
    const [address, query = ''] = getReportMailto(email, subject).split('?')
    expect(address).toBe(`mailto:${to}`)
    expect([...new URLSearchParams(query)]).toEqual([['subject', read]])
  })
})

describe('calendar events', () => {
  const dates = (status: string, now: number, options = {}, fields?: Record<string, unknown>) =>
    examEvents(view(status, now, fields), {
      now,
      calendar: moscow,
      isReportRequired: true,
      host: 'flagship.example',
      title: date => date,
      ...options,
    }).map(({ uid, title, at, alarmMinutes }) => {
      expect(uid).toBe(`exam-attempt-7-${title}@flagship.example`)
      // All-day events have no alarm.
      expect(alarmMinutes).toBe(typeof at === 'number' ? 60 : undefined)
      return title
    })
  const review = Date.parse('2026-12-02T23:59:59+03:00')

  test.each<[string, string, number, string[], object?, Record<string, unknown>?]>([
    ['before the start', 'payed', end - hour, []],
    ['while it runs', 'exam_started', end - hour, ['end', 'report', 'review']],
    ['while it runs, without a report', 'exam_started', end - hour, ['end'], { isReportRequired: false }],
    ['while it runs, without a calendar', 'exam_started', end - hour, ['end', 'report'], { calendar: null }],
    ['after the end', 'time_left', end, ['report', 'review']],
    ['after the deadline', 'need_report', deadline, []],
    ['in review', 'checking', review, ['review']],
    ['after the day of the review', 'checking', review + 1000, []],
    ['when it is over', 'completed', end - hour, []],
    [
      'E11 with invalid dates',
      'exam_started',
      end - hour,
      [],
      {},
      { ends_at: 'soon', report_deadline: Number.NaN },
    ],
  ])('%s', (_, status, now, expected, options, fields) => {
    expect(dates(status, now, options, fields)).toEqual(expected)
  })
})

describe('the calendar file', () => {
  const now = Date.parse('2026-11-20T12:34:56.789Z')
  const event: CalendarEvent = {
    uid: 'exam-attempt-7-end@flagship.example',
    title: 'Конец экзамена: Веб, часть 1; «основы»',
    at: Date.parse('2026-12-01T21:00:00+03:00'),
    alarmMinutes: 60,
  }

  /** Unfolded lines (RFC 5545, section 3.1). */
  const getLines = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

  /** The unescaped title (RFC 5545, section 3.3.11). */
  const getTitle = (text: string) =>
    getLines(text)
      .find(line => line.startsWith('SUMMARY:'))
      ?.slice('SUMMARY:'.length)
      .replace(/\\([\\;,nN])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one))

  test('contains a moment with an alarm and a whole day', () => {
    const day: CalendarEvent = {
      uid: 'exam-attempt-7-review@flagship.example',
      title: 'Review',
      at: '2026-12-07',
    }
    expect(getLines(createCalendarFile([event, day], now))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Flagship//Deadlines//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:exam-attempt-7-end@flagship.example',
      'DTSTAMP:20261120T123456Z',
      'DTSTART:20261201T180000Z',
      'SUMMARY:Конец экзамена: Веб\\, часть 1\\; «основы»',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Конец экзамена: Веб\\, часть 1\\; «основы»',
      'TRIGGER:-PT60M',
      'END:VALARM',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:exam-attempt-7-review@flagship.example',
      'DTSTAMP:20261120T123456Z',
      'DTSTART;VALUE=DATE:20261207',
      'SUMMARY:Review',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test.each([
    [
      'a line break and a property',
      'x\r\nATTENDEE:mailto:evil@example.com',
      'x\nATTENDEE:mailto:evil@example.com',
    ],
    ['another event', 'x\nEND:VEVENT\nBEGIN:VEVENT', undefined],
    ['all kinds of line breaks', 'a\nb\r\nc\rd\u2028e', 'a\nb\nc\nd\ne'],
    ['backslashes', 'C:\\new\\table, \\; \\\\', undefined],
    ['control characters', 'a\u0000b\u0007c\ud800d\u007f', 'abcd'],
  ])('escapes a title with %s and adds no property', (_, title, expected) => {
    const text = createCalendarFile([{ ...event, title }], now)
    const added = getLines(text).filter(line => /^(?:BEGIN:VEVENT|END:VEVENT|ATTENDEE)/.test(line))
    expect(added).toHaveLength(2)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u2028\u2029]/)
    expect(getTitle(text)).toBe(expected ?? title)
  })

  test('folds lines to 75 octets without splitting characters, and the title survives', () => {
    const utf8 = new TextEncoder()
    const reader = new TextDecoder('utf-8', { fatal: true })
    const characters = fc.constantFrom('a', ' ', 'ж', '€', '👩‍💻', '𝕏', ',', ';', '\\', '\n', 'é', '中')
    const property = fc.property(fc.string({ unit: characters, maxLength: 300, size: 'max' }), title => {
      const text = createCalendarFile([{ ...event, title }], now)
      for (const line of text.split('\r\n')) {
        const bytes = utf8.encode(line)
        expect(bytes.length).toBeLessThanOrEqual(75)
        expect(reader.decode(bytes)).toBe(line)
      }
      expect(getTitle(text)).toBe(title)
    })
    fc.assert(property, { seed: 5545, numRuns: 100 })
  })
})
