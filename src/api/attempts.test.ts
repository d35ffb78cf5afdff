import { describe, expect, test } from 'vitest'
import type { Attempt, AttemptStatus } from '../../packages/contract/schema.gen'
import {
  type AttemptAction,
  type AttemptRule,
  canRequestAttempt,
  getAttemptRule,
  getCurrentAttempt,
  hasStateChanged,
  toAttemptView,
  toKnownStatus,
} from './attempts'
import type { Group } from './responses'

type Row = [AttemptRule['step'], AttemptRule['stepState'], AttemptRule['tone'], ...AttemptAction[]]

/** An independent copy of the table, to verify it. */
const table: Record<AttemptStatus, Row> = {
  need_pay: ['access', 'current', 'warning', 'pay', 'checkPayment'],
  payment_rejected: ['access', 'error', 'danger', 'pay', 'checkPayment'],
  payed: ['start', 'current', 'success', 'start', 'refresh'],
  get_access: ['start', 'current', 'success', 'start'],
  exam_started: ['exam', 'current', 'accent', 'openTasks'],
  time_left: ['exam', 'done', 'warning', 'refresh', 'newAttempt'],
  need_report: ['report', 'current', 'warning', 'sendReport', 'refresh'],
  checking: ['review', 'current', 'info', 'refresh'],
  completed: ['review', 'done', 'success', 'competencies', 'leaderboard', 'newAttempt'],
  report_rejected: ['review', 'error', 'danger', 'newAttempt'],
  unknown: [null, 'current', 'neutral', 'refresh', 'feedback'],
}
const statuses = Object.keys(table) as AttemptStatus[]

/** Values that a newer or faulty server might send. */
const strangers: unknown[] = [
  undefined,
  null,
  5,
  '',
  ' payed',
  'PAYED',
  'frozen',
  'toString',
  '__proto__',
  ['payed'],
  { status: 'payed' },
  new String('payed'),
]

const toRow = ({ step, stepState, tone, actions }: AttemptRule): Row => [step, stepState, tone, ...actions]

const attempt = (status: unknown, id = 1, fields: Partial<Attempt> = {}): Attempt => ({
  id,
  status: status as AttemptStatus,
  hours: 24,
  created_at: '2026-12-01T09:00:00Z',
  ...fields,
})
const getGroup = (...attempts: Attempt[]) => ({ id: 5, is_exam: true, attempts }) as unknown as Group

describe('E10 the table of rules', () => {
  test.each(statuses)('%s', status => {
    expect(toKnownStatus(status)).toBe(status)
    expect(toRow(getAttemptRule(status))).toEqual(table[status])
  })

  test.each(strangers.map(value => [value]))('treats %o as an unknown status', value => {
    expect(toKnownStatus(value)).toBe('unknown')
    expect(toRow(getAttemptRule(value))).toEqual(table.unknown)
  })

  const now = Date.UTC(2026, 11, 3)
  const bill = { price: 990_000, currency: 'RUB', payment_url: 'https://pay.example/1' }

  test.each([...statuses, ...strangers].map(status => [status]))(
    'no attempt is a dead end, whatever its optional fields: %o',
    status => {
      for (const fields of [{}, bill, { report_deadline: '2026-12-04' }, { report_deadline: '2026-12-02' }]) {
        const one = attempt(status, 1, fields)
        const { actions } = toAttemptView(one, now).rule
        // The page of the bank needs a URL.
        const possible = actions.filter(action => action !== 'pay' || 'payment_url' in fields)
        expect([fields, possible]).not.toEqual([fields, []])
        expect(canRequestAttempt(getGroup(one), now)).toBe(actions.includes('newAttempt'))
      }
    },
  )

  test.each<[string, AttemptStatus, Partial<Attempt>, AttemptAction[]]>([
    ['a rejected payment without a bill', 'payment_rejected', {}, ['checkPayment', 'newAttempt']],
    ['a blank payment URL', 'payment_rejected', { payment_url: ' ' }, ['checkPayment', 'newAttempt']],
    ['time over, report due', 'time_left', { report_deadline: '2026-12-04' }, ['sendReport', 'refresh']],
    ['time over, deadline missed', 'time_left', { report_deadline: '2026-12-02' }, ['refresh', 'newAttempt']],
  ])('%s', (_, status, fields, actions) => {
    expect(toAttemptView(attempt(status, 1, fields), now).rule.actions).toEqual(actions)
  })

  test('a report whose deadline is over is still the current step', () => {
    const late = { report_deadline: '2026-12-02' }
    for (const status of ['time_left', 'need_report'] as const)
      expect(toAttemptView(attempt(status, 1, late), now).rule).toMatchObject({
        step: 'report',
        stepState: 'current',
      })
  })
})

describe('the current attempt', () => {
  const named = (...all: [id: number, status: unknown][]) =>
    getGroup(...all.map(([id, status]) => attempt(status, id)))

  test.each<[string, Group, current: number | null, mayRequest: boolean]>([
    ['no attempt', named(), null, true],
    ['an ended and an open one', named([1, 'report_rejected'], [2, 'need_pay']), 2, false],
    ['an open one before an ended one', named([1, 'need_report'], [2, 'report_rejected']), 1, false],
    ['two rejected ones', named([2, 'report_rejected'], [1, 'report_rejected']), 2, true],
    ['a passed one after one whose time is over', named([1, 'time_left'], [2, 'completed']), 2, true],
    ['a passed one after a rejected payment', named([1, 'payment_rejected'], [2, 'completed']), 2, true],
    ['an unknown one after a rejected one', named([1, 'report_rejected'], [2, 'frozen']), 2, false],
    ['no list', { is_exam: true, attempts: null } as unknown as Group, null, true],
    ['no attempts', getGroup(...([null, 5, {}, { id: '7' }, { id: 0.5 }] as never[])), null, true],
    ['no exam', { is_exam: false, attempts: [] } as unknown as Group, null, false],
  ])('%s', (_, group, current, mayRequest) => {
    expect(getCurrentAttempt(group)?.id ?? null).toBe(current)
    expect(canRequestAttempt(group)).toBe(mayRequest)
  })
})

const start = Date.parse('2026-12-01T09:00:00Z')
const hour = 3_600_000
const day = 24 * hour
const iso = (time: number) => new Date(time).toISOString()

const running = (fields: Record<string, unknown> = {}): Attempt =>
  attempt('exam_started', 7, { started_at: iso(start), ends_at: iso(start + day), ...fields })

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

  test.each(statuses.filter(status => status !== 'exam_started'))('is stopped in %s', status => {
    expect(leftAt(start, { status })).toBeNull()
  })

  test.each([
    [0.123, day - 0.123, 86_400],
    [999, day - 999, 86_400],
    [0, day - 2000, 86_400],
    [0, day - 3000, 86_397],
    [499, day + hour - 499, 90_000],
  ])('a start %i ms past its second and %i ms until the end are %s whole seconds', (past, length, total) => {
    const fields = { started_at: iso(start + past), ends_at: iso(start + past + length) }
    const view = toAttemptView(running(fields), start + past)
    expect([view.total, Number.isInteger(view.left)]).toEqual([total, true])
  })

  test('counts to a moved end, beyond the hours of the exam', () => {
    expect(leftAt(start + day, { ends_at: iso(start + day + hour) })).toBe(3600)
  })

  test('E05 counts to an end ten years ahead', () => {
    expect(leftAt(start, { ends_at: iso(start + 3652 * day) })).toBe(3652 * 86_400)
  })

  test('E01 E06 a wrong clock before the start shows at most the whole exam', () => {
    expect(leftAt(start - 3652 * day)).toBe(86_400)
    expect(leftAt(start - 3652 * day, { started_at: undefined })).toBe(86_400)
  })

  test.each(['2026-12-02T12:00:00+03:00', '2026-12-02 12:00:00+03', '2026-12-02T14:45:00+05:45'])(
    'E04 reads %s',
    ends_at => {
      expect(leftAt(start + hour, { ends_at })).toBe(23 * 3600)
    },
  )
})

describe('E11 malformed fields', () => {
  const absurd: unknown[] = [
    undefined,
    null,
    '',
    'soon',
    '2026-12-02T09:00:00',
    '2026-13-45T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    Number.NaN,
    0,
    start + day,
    true,
    {},
    ['2026-12-02T09:00:00Z'],
  ]

  test.each(absurd.map(value => [value]))('the time %o is unknown', value => {
    const view = toAttemptView(
      running({ ends_at: value, report_deadline: value, review_due: value, started_at: value }),
      start,
    )
    const { startedAt, endsAt, left, reportDeadline, reviewDue } = view
    expect([startedAt, endsAt, left, reportDeadline, reviewDue]).toEqual(Array(5).fill(null))
    expect([view.clockTone, view.isReportOverdue]).toEqual(['normal', false])
  })

  test.each([0, -hour])('an end %i ms after the start is ignored', length => {
    expect(leftAt(start, { ends_at: iso(start + length) })).toBeNull()
  })

  test.each([undefined, null, '24', Number.NaN, -24, 0, 721, Number.POSITIVE_INFINITY])(
    'hours of %o are ignored: only the end counts',
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
