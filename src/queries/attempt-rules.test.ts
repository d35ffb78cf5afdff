import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Attempt, AttemptStatus } from '../api/schema.gen'
import {
  type AttemptAction,
  type AttemptRule,
  EXAM_STEPS,
  getAttemptRule,
  toKnownStatus,
} from './attempt-rules'
import { replaceAttempt } from './exam'
import { canRequestAttempt, getCurrentAttempt, getRunningAttempt, toAttemptView } from './exam-view'
import { groupQuery } from './groups'
import type { Group } from './responses'

type Row = [AttemptRule['step'], AttemptRule['stepState'], AttemptRule['tone'], ...AttemptAction[]]

/** An independent copy of the table, to verify it. */
const table: Record<AttemptStatus, Row> = {
  need_pay: ['access', 'current', 'warning', 'pay', 'checkPayment'],
  payment_rejected: ['access', 'error', 'danger', 'pay', 'checkPayment'],
  payed: ['start', 'current', 'info', 'start', 'refresh'],
  get_access: ['start', 'current', 'info', 'start'],
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
  0,
  5,
  Number.NaN,
  true,
  '',
  ' payed',
  'PAYED',
  'paid',
  'frozen',
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  ['payed'],
  { status: 'payed' },
  new String('payed'),
]

const rowOf = (status: unknown): Row => {
  const { step, stepState, tone, actions } = getAttemptRule(status)
  return [step, stepState, tone, ...actions]
}

const attempt = (status: unknown, id = 1): Attempt => ({
  id,
  status: status as AttemptStatus,
  hours: 24,
  created_at: '2026-12-01T09:00:00Z',
})
const groupOf = (...attempts: Attempt[]) => ({ id: 5, is_exam: true, attempts }) as unknown as Group

/** Actions changed by optional fields; here there is no payment URL. */
const withoutPage: Partial<Record<AttemptStatus, Row>> = {
  payment_rejected: ['access', 'error', 'danger', 'checkPayment', 'newAttempt'],
}

/** The attempt may have ended; another can be requested, and the server decides. */
const ends: unknown[] = ['completed', 'report_rejected', 'time_left', 'payment_rejected']

/** Invariants of a group whose only attempt has this status. */
const check = (group: Group, status: unknown): void => {
  const known =
    typeof status === 'string' && Object.hasOwn(table, status) ? (status as AttemptStatus) : 'unknown'
  const current = getCurrentAttempt(group)
  expect(current?.id).toBe(1)
  const view = current && toAttemptView(current, Date.UTC(2026, 11, 1, 10))
  expect(view?.status).toBe(known)
  expect(view && [view.rule.step, view.rule.stepState, view.rule.tone, ...view.rule.actions]).toEqual(
    withoutPage[known] ?? table[known],
  )
  expect(canRequestAttempt(group)).toBe(ends.includes(known))
  expect(getRunningAttempt(group)?.id ?? null).toBe(known === 'exam_started' ? 1 : null)
}

describe('E10 the table of rules', () => {
  test('defines all statuses', () => {
    expect(statuses).toHaveLength(11)
    for (const status of statuses) {
      expect([status, ...rowOf(status)]).toEqual([status, ...table[status]])
      expect([status, toKnownStatus(status)]).toEqual([status, status])
    }
  })

  test.each(strangers.map(value => [value]))('treats %o as an unknown status', value => {
    expect(toKnownStatus(value)).toBe('unknown')
    expect(rowOf(value)).toEqual(table.unknown)
  })

  test('offers costly actions in their own states only', () => {
    const having = (action: AttemptAction) =>
      [...statuses, ...strangers].filter(status => getAttemptRule(status).actions.includes(action))
    expect(having('pay')).toEqual(['need_pay', 'payment_rejected'])
    expect(having('start')).toEqual(['payed', 'get_access'])
    expect(having('newAttempt')).toEqual(['time_left', 'completed', 'report_rejected'])
  })

  test('every state has an action, and every step a state', () => {
    for (const status of statuses)
      expect([status, getAttemptRule(status).actions.length > 0]).toEqual([status, true])
    const shown = new Set(statuses.map(status => getAttemptRule(status).step))
    expect(EXAM_STEPS.filter(step => !shown.has(step))).toEqual([])
  })
})

describe('E10 no attempt is a dead end, whatever its optional fields', () => {
  const now = Date.UTC(2026, 11, 3)
  const extras: Partial<Attempt>[] = [
    {},
    { price: 990_000, currency: 'RUB' },
    { payment_url: 'https://pay.example/1' },
    { report_deadline: '2026-12-04T00:00:00Z' },
    { report_deadline: '2026-12-02T00:00:00Z' },
    {
      price: 990_000,
      currency: 'RUB',
      payment_url: 'https://pay.example/1',
      ends_at: '2026-12-02T00:00:00Z',
    },
  ]
  /** Except the bank's page, which needs a URL. */
  const canDo = (action: AttemptAction, fields: Partial<Attempt>) =>
    action !== 'pay' || fields.payment_url !== undefined

  test.each([...statuses, ...strangers].map(status => [status]))('%o', status => {
    for (const fields of extras) {
      const one = { ...attempt(status), ...fields }
      const { rule } = toAttemptView(one, now)
      expect([fields, rule.actions.some(action => canDo(action, fields))]).toEqual([fields, true])
      // The table and `canRequestAttempt` agree.
      expect(canRequestAttempt(groupOf(one), now)).toBe(rule.actions.includes('newAttempt'))
    }
  })

  test.each<[string, AttemptStatus, Partial<Attempt>, AttemptAction[]]>([
    ['a rejected payment without a bill', 'payment_rejected', {}, ['checkPayment', 'newAttempt']],
    [
      'a blank payment URL does not count',
      'payment_rejected',
      { payment_url: ' ' },
      ['checkPayment', 'newAttempt'],
    ],
    ['time over, report due', 'time_left', { report_deadline: '2026-12-04' }, ['sendReport', 'refresh']],
    ['time over, deadline missed', 'time_left', { report_deadline: '2026-12-02' }, ['refresh', 'newAttempt']],
    ['time over, nothing known', 'time_left', {}, ['refresh', 'newAttempt']],
  ])('%s', (_, status, fields, actions) => {
    expect(toAttemptView({ ...attempt(status), ...fields }, now).rule.actions).toEqual(actions)
  })
})

describe('E10 statuses may follow each other in any order', () => {
  const values: unknown[] = [...statuses, ...strangers]

  test("uses a group's response whatever came before", () => {
    for (const before of values) {
      check(groupOf(attempt(before)), before)
      for (const after of values) check(groupOf(attempt(after)), after)
    }
  })

  test('a payment check changes the attempt of its id and no other', () => {
    const walk = fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 12 })
    const property = fc.property(walk, fc.integer({ min: 2, max: 9 }), (steps, other) => {
      const client = new QueryClient()
      const { queryKey } = groupQuery(5)
      client.setQueryData(queryKey, groupOf(attempt('need_pay')))
      for (const status of steps) {
        replaceAttempt(client, 5, { id: 1, status: status as AttemptStatus })
        replaceAttempt(client, 5, { id: other, status: 'exam_started' })
        const group = client.getQueryData(queryKey)
        if (!group) throw new Error('The group is gone.')
        check(group, status)
      }
    })
    fc.assert(property, { seed: 10, numRuns: 200 })
  })
})

describe('the current attempt', () => {
  const named = (...all: [id: number, status: unknown][]) =>
    groupOf(...all.map(([id, status]) => attempt(status, id)))

  test.each<[string, Group, current: number | null, mayRequest: boolean]>([
    ['no attempt', named(), null, true],
    ['an ended and an open one', named([1, 'report_rejected'], [2, 'need_pay']), 2, false],
    ['an open one before an ended one', named([1, 'need_report'], [2, 'report_rejected']), 1, false],
    ['two rejected ones, the older first', named([1, 'report_rejected'], [2, 'report_rejected']), 2, true],
    ['two rejected ones, the newer first', named([2, 'report_rejected'], [1, 'report_rejected']), 2, true],
    ['a passed one after a rejected one', named([1, 'report_rejected'], [2, 'completed']), 2, true],
    ['a passed one after one whose time is over', named([1, 'time_left'], [2, 'completed']), 2, true],
    ['a passed one after a rejected payment', named([1, 'payment_rejected'], [2, 'completed']), 2, true],
    ['an unknown one after a rejected one', named([1, 'report_rejected'], [2, 'frozen']), 2, false],
  ])('%s', (_, group, current, mayRequest) => {
    expect(getCurrentAttempt(group)?.id ?? null).toBe(current)
    expect(canRequestAttempt(group)).toBe(mayRequest)
  })

  test.each([
    ['no group', undefined],
    ['no list', { attempts: undefined }],
    ['null', { attempts: null }],
    ['a text', { attempts: 'none' }],
    [
      'things that are no attempts',
      { attempts: [null, 5, 'x', {}, { id: '7', status: 'payed' }, { id: 0.5 }] },
    ],
  ])('is null for %s', (_, group) => {
    expect(getCurrentAttempt(group as unknown as Group)).toBeNull()
    expect(getRunningAttempt(group as unknown as Group)).toBeNull()
  })

  test('no attempt can be requested in a group that is not an exam', () => {
    expect(canRequestAttempt({ is_exam: false, attempts: [] })).toBe(false)
    expect(canRequestAttempt({ is_exam: 'yes', attempts: [] } as unknown as Group)).toBe(false)
  })
})
