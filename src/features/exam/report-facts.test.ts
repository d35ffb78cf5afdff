import { describe, expect, test } from 'vitest'
import type { Attempt } from '../../api/schema.gen'
import type { BusinessCalendar } from '../../lib/business-days'
import { toAttemptView } from '../../queries/exam-view'
import { examEvents } from './calendar-events'
import { getReportFacts } from './report-facts'
import { getReportMailto } from './report-mailto'

const moscow: BusinessCalendar = { timeZone: 'Europe/Moscow', holidays: ['2026-11-04'], workingDays: [] }

/** A Friday evening in Moscow. */
const deadline = Date.parse('2026-11-27T20:00:00+03:00')
const end = Date.parse('2026-11-25T20:00:00+03:00')
const hour = 3_600_000
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

const facts = (status: string, now: number, fields?: Record<string, unknown>, calendar = moscow) =>
  getReportFacts(view(status, now, fields), now, calendar)

describe('report stage', () => {
  test.each([
    ['need_pay', null],
    ['payment_rejected', null],
    ['payed', null],
    ['get_access', null],
    ['exam_started', 'ahead'],
    ['time_left', 'due'],
    ['need_report', 'due'],
    ['checking', 'review'],
    ['completed', null],
    ['report_rejected', 'rejected'],
    ['unknown', null],
    ['frozen', null],
  ])('in %s: %s', (status, stage) => {
    expect(facts(status, end - hour)?.stage ?? null).toBe(stage)
  })

  test.each([
    [-hour, 'due', 3600],
    [-1, 'due', 1],
    [0, 'overdue', 0],
    [72 * hour, 'overdue', 0],
  ])('%i ms from the deadline it is %s, and %i s are left', (from, stage, left) => {
    expect(facts('need_report', deadline + from)).toMatchObject({ stage, left, deadline })
  })

  test('without a deadline the report is due, never overdue', () => {
    for (const report_deadline of [undefined, null, 'soon', '0001-01-01T00:00:00Z'])
      expect(facts('need_report', deadline + 900 * hour, { report_deadline })).toEqual({
        stage: 'due',
        deadline: null,
        left: null,
        reviewDay: null,
      })
  })
})

describe('review date', () => {
  test('prefers the server’s date, in the platform’s time zone', () => {
    const review_due = '2026-11-30T22:30:00Z'
    expect(facts('checking', deadline, { review_due })?.reviewDay).toBe('2026-12-01')
    expect(getReportFacts(view('checking', deadline, { review_due }), deadline, null)?.reviewDay).toMatch(
      /^2026-(?:11-30|12-01)$/,
    )
  })

  test('otherwise is three business days after the deadline and does not move', () => {
    for (const now of [end, deadline - 1, deadline, deadline + 48 * hour])
      expect(facts('checking', now)?.reviewDay).toBe('2026-12-02')
    expect(facts('need_report', end)?.reviewDay).toBe('2026-12-02')
    expect(facts('exam_started', end - hour)?.reviewDay).toBe('2026-12-02')
    const holidays = ['2026-11-30', '2026-12-01']
    expect(facts('checking', end, {}, { ...moscow, holidays })?.reviewDay).toBe('2026-12-04')
  })

  test('is unknown without the configuration', () => {
    expect(getReportFacts(view('need_report', end), end, null)?.reviewDay).toBeNull()
  })

  test('the review is late from midnight in the platform’s time zone', () => {
    const midnight = Date.parse('2026-12-03T00:00:00+03:00')
    expect(facts('checking', midnight - 1)?.stage).toBe('review')
    expect(facts('checking', midnight)?.stage).toBe('late')
    expect(facts('checking', midnight, { review_due: '2026-12-04T12:00:00Z' })?.stage).toBe('review')
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
      return [title, at]
    })
  const [endEvent, reportEvent, reviewEvent] = [
    ['end', end],
    ['report', deadline],
    ['review', '2026-12-02'],
  ]

  test.each([
    ['need_pay', []],
    ['payed', []],
    ['exam_started', [endEvent, reportEvent, reviewEvent]],
    ['need_report', [reportEvent, reviewEvent]],
    ['checking', [reviewEvent]],
    ['completed', []],
    ['report_rejected', []],
    ['frozen', []],
  ])('in %s', (status, expected) => {
    expect(dates(status, end - hour)).toEqual(expected)
  })

  test('past dates are left out', () => {
    expect(dates('time_left', end)).toEqual([reportEvent, reviewEvent])
    expect(dates('need_report', deadline)).toEqual([])
    expect(dates('checking', Date.parse('2026-12-02T23:59:59+03:00'))).toEqual([reviewEvent])
    expect(dates('checking', Date.parse('2026-12-03T00:00:00+03:00'))).toEqual([])
  })

  test('an exam without a report has only its end', () => {
    expect(dates('exam_started', end - hour, { isReportRequired: false })).toEqual([endEvent])
  })

  test('E11 invalid dates are left out', () => {
    const none = { ends_at: 'soon', report_deadline: Number.NaN, review_due: -5 }
    expect(dates('exam_started', end - hour, {}, none)).toEqual([])
    expect(dates('exam_started', end - hour, { calendar: null })).toEqual([endEvent, reportEvent])
  })
})

describe('report email link', () => {
  test.each([
    ['exam@sample.example', 'Отчёт, попытка 7', 'exam@sample.example', 'Отчёт, попытка 7'],
    [
      'exam@sample.example',
      'a\r\nBcc: x@y.example & b=?#',
      'exam@sample.example',
      'a Bcc: x@y.example & b=?#',
    ],
    ['a&cc=b@sample.example', 'half \ud800 a character', 'a%26cc%3Db@sample.example', 'half a character'],
  ])('%s, %j', (email, subject, to, read) => {
    const [address, query = ''] = getReportMailto(email, subject).split('?')
    expect(address).toBe(`mailto:${to}`)
    expect([...new URLSearchParams(query)]).toEqual([['subject', read]])
  })

  test('truncates a long subject between characters', () => {
    const subject = new URLSearchParams(getReportMailto('a@b.example', '𝕏'.repeat(500)).split('?')[1]).get(
      'subject',
    )
    expect(subject).toBe('𝕏'.repeat(120))
  })
})
