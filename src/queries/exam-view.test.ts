import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Attempt } from '../api/schema.gen'
import { clock, setClock } from '../lib/clock'
import { formatCountdown, formatDeadline } from '../lib/format'
import { createServerClock } from '../lib/server-clock'
import { hasStateChanged, toAttemptView } from './exam-view'

const start = Date.parse('2026-12-01T09:00:00Z')
const hour = 3_600_000
const day = 24 * hour
const iso = (time: number) => new Date(time).toISOString()

const running = (fields: Record<string, unknown> = {}): Attempt =>
  ({
    id: 7,
    status: 'exam_started',
    hours: 24,
    created_at: iso(start - day),
    started_at: iso(start),
    ends_at: iso(start + day),
    ...fields,
  }) as Attempt

const leftAt = (now: number, fields?: Record<string, unknown>) => toAttemptView(running(fields), now).left

describe('the clock of an attempt', () => {
  test.each([
    [0, 86_400, 'normal'],
    [1, 86_400, 'normal'],
    [1000, 86_399, 'normal'],
    [day * 0.8, 17_280, 'normal'],
    [day * 0.8 + 1000, 17_279, 'warning'],
    [day * 0.95, 4320, 'warning'],
    [day * 0.95 + 1000, 4319, 'danger'],
    [day - 1, 1, 'danger'],
    [day, 0, 'danger'],
    [day + hour, 0, 'danger'],
  ])('%i ms after the start %i s are left, with the tone %s', (spent, left, tone) => {
    const view = toAttemptView(running(), start + spent)
    expect([view.left, view.clockTone]).toEqual([left, tone])
  })

  test.each(['need_pay', 'payed', 'time_left', 'need_report', 'checking', 'frozen'])(
    'is stopped in %s',
    status => {
      expect(leftAt(start, { status })).toBeNull()
    },
  )

  test.each([
    [0.123, day - 0.123, 86_400],
    [999, day - 999, 86_400],
    [0, day - 2000, 86_400],
    [0, day - 3000, 86_397],
    [499, day + hour - 499, 90_000],
  ])('a start %i ms past its second and %i ms until the end are %s whole seconds', (past, length, total) => {
    const started_at = new Date(start + past).toISOString()
    const fields = { started_at, ends_at: new Date(start + past + length).toISOString() }
    const view = toAttemptView(running(fields), start + past)
    expect([view.total, Number.isInteger(view.left)]).toEqual([total, true])
  })

  test('counts to a moved end, beyond the hours of the exam', () => {
    expect(leftAt(start + day, { ends_at: iso(start + day + hour) })).toBe(3600)
  })
})

describe('E04 one moment in any notation', () => {
  test.each([
    '2026-12-02T09:00:00Z',
    '2026-12-02T09:00:00.000Z',
    '2026-12-02T09:00:00.000000Z',
    '2026-12-02t09:00:00z',
    '2026-12-02T12:00:00+03:00',
    '2026-12-02T12:00:00+0300',
    '2026-12-02T12:00:00+03',
    '2026-12-02 12:00:00+03',
    '2026-12-02T14:45:00+05:45',
    '2026-12-02T22:45:00+13:45',
    '2026-12-02T04:00:00-05:00',
  ])('%s', ends_at => {
    expect(leftAt(start + hour, { ends_at })).toBe(23 * 3600)
  })

  test.each(['2026-12-02T09:00:00', '2026-12-02 09:00:00', '2026-12-02T09:00'])(
    '%s has no offset, so the time left is unknown',
    ends_at => {
      expect(leftAt(start + hour, { ends_at })).toBeNull()
    },
  )
})

describe('E05 far ends', () => {
  afterEach(() => {
    vi.useRealTimers()
    setClock(null)
  })

  test.each([
    ['25 days', 25],
    ['10 years', 3652],
  ])('%s ahead: counted to the second, without an early timer', (_, days) => {
    vi.useFakeTimers()
    const left = leftAt(start, { ends_at: iso(start + days * day) })
    expect(left).toBe(days * 86_400)
    const ask = vi.fn()
    clock.after((left ?? 0) * 1000, ask)
    vi.advanceTimersByTime(days * day - 1)
    expect(ask).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

/** A device with a wrong clock and a correct server. */
const makeDevice = (error: number) => {
  let elapsed = 1234
  let wrong = error
  const truth = () => start + elapsed
  const server = createServerClock({
    now: () => truth() + wrong,
    elapsed: () => elapsed,
    after: () => () => {},
    every: () => () => {},
  })
  const ask = () => {
    const sentAt = server.mark()
    elapsed += 120
    const header = new Date(truth()).toUTCString()
    elapsed += 180
    server.observe(header, sentAt)
  }
  return {
    ask,
    pass: (milliseconds: number) => {
      elapsed += milliseconds
    },
    set: (by: number) => {
      wrong += by
    },
    trueLeft: () => (start + day - truth()) / 1000,
    left: () => leftAt(server.now()) ?? Number.NaN,
  }
}

const both = [1000, 300_000, day, 3652 * day].flatMap(error => [error, -error])

describe('E01 a wrong device clock', () => {
  test.each([0, ...both])('by %i ms: the time left is within 2 s of the truth', error => {
    const device = makeDevice(error)
    device.ask()
    for (let round = 0; round < 24; round += 1) {
      expect(Math.abs(device.left() - device.trueLeft())).toBeLessThan(2)
      device.pass(0.99 * hour)
      if (round % 5 === 0) device.ask()
    }
  })
})

describe('E06 a device clock that is set during the exam', () => {
  test.each(both.map(by => [by] as const))(
    'by %i ms: gains no time, and never more than the exam has',
    by => {
      const device = makeDevice(0)
      device.ask()
      let before = device.left()
      for (let round = 0; round < 20; round += 1) {
        device.set(round % 2 === 0 ? by : -by)
        device.pass(60_000)
        const left = device.left()
        expect(left).toBeLessThanOrEqual(before)
        expect(left).toBeLessThanOrEqual(86_400)
        before = left
      }
      device.ask()
      // A clock set forward counts as sleep until the next response corrects it.
      expect(Math.abs(device.left() - device.trueLeft())).toBeLessThan(2)
    },
  )

  test('a wrong clock before the start shows at most the whole exam', () => {
    expect(leftAt(start - 3652 * day)).toBe(86_400)
    expect(leftAt(start - 3652 * day, { started_at: undefined })).toBe(86_400)
  })
})

describe('E11 invalid ends', () => {
  const absurd: unknown[] = [
    undefined,
    null,
    '',
    'soon',
    'tomorrow 12:00',
    '2026',
    '2026-13-45T00:00:00Z',
    '2026-12-02T25:00:00Z',
    '2026-12-02T09:00:00Z and a half',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00.001Z',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    0,
    start + day,
    9e99,
    true,
    {},
    ['2026-12-02T09:00:00Z'],
  ]

  test.each(absurd.map(value => [value]))('%o is a dash', value => {
    const view = toAttemptView(
      running({ ends_at: value, report_deadline: value, review_due: value, started_at: value }),
      start,
    )
    expect([view.startedAt, view.endsAt, view.left, view.reportDeadline, view.reviewDue]).toEqual(
      Array(5).fill(null),
    )
    expect([view.clockTone, view.isReportOverdue]).toEqual(['normal', false])
    expect(formatCountdown(view.left ?? Number.NaN)).toBe('–')
    expect(formatDeadline(view.endsAt, 'ru')).toBe('–')
  })

  test('ignores an end before the start', () => {
    expect(leftAt(start, { ends_at: iso(start) })).toBeNull()
    expect(leftAt(start, { ends_at: iso(start - hour) })).toBeNull()
  })

  test.each([undefined, null, '24', Number.NaN, -24, 0, 721, 1e308, Number.POSITIVE_INFINITY])(
    'ignores hours of %o: only the end counts',
    hours => {
      const view = toAttemptView(running({ hours, started_at: undefined }), start + day - 1000)
      expect([view.total, view.left, view.clockTone]).toEqual([null, 1, 'normal'])
    },
  )

  test.each<[string, Record<string, unknown>]>([
    ['a price without a currency', { price: 1000 }],
    ['a price that is a text', { price: '1000', currency: 'RUB' }],
    ['a negative price', { price: -1, currency: 'RUB' }],
    ['a reason that is not a string', { rejection_reason: { text: 'no' } }],
    ['a reason of spaces', { rejection_reason: ' \n ' }],
    ['a score that is no number', { score: '90' }],
  ])('%s affects only itself', (_, fields) => {
    const { price, reason, score, left } = toAttemptView(running(fields), start)
    expect({ price, reason, score, left }).toEqual({ price: null, reason: null, score: null, left: 86_400 })
  })
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['the same', {}, false],
  ['another signature of the payment URL', { payment_url: 'https://bank.example/order?sign=2' }, false],
  ['another status', { status: 'time_left' }, true],
  ['an end that was moved', { ends_at: iso(start + 2 * day) }, true],
  ['a day for the review', { review_due: iso(start + 3 * day) }, true],
  ['a reason', { rejection_reason: 'no' }, true],
  ['a score', { score: 0 }, true],
])('%s: whether the state has changed', (_, fields, isOther) => {
  const before = running({ payment_url: 'https://bank.example/order?sign=1' })
  // The order of keys doesn't matter.
  const after = Object.fromEntries(Object.entries({ ...before, ...fields }).reverse()) as Attempt
  expect(hasStateChanged(before, after)).toBe(isOther)
})

test('a report is overdue by server time, and only while it is required', () => {
  const fields = { status: 'need_report', report_deadline: iso(start) }
  expect(toAttemptView(running(fields), start - 1).isReportOverdue).toBe(false)
  expect(toAttemptView(running(fields), start).isReportOverdue).toBe(true)
  expect(toAttemptView(running({ ...fields, status: 'checking' }), start + day).isReportOverdue).toBe(false)
})
