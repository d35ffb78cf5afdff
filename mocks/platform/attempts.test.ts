import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/api/schema.gen'
import {
  advance,
  check,
  createExam,
  decline,
  declined,
  ended,
  examEvent,
  hour,
  paid,
  pay,
  reportSent,
  request,
  runSteps,
  type Step,
  settle,
  start,
} from '../test-exam'
import type { SettingsRow } from './rows'

describe('a paid attempt', () => {
  it.each<[what: string, steps: Step[], status: Attempt['status'], fields: (keyof Attempt)[]]>([
    ['was requested', [request], 'need_pay', ['payment_url', 'price', 'currency']],
    ['stays unpaid', [request, advance(9 * 24 * hour), check], 'need_pay', ['payment_url']],
    ['was paid and has not settled', [request, pay, advance(19_999), check], 'need_pay', ['payment_url']],
    ['was paid and not checked', [request, pay, settle], 'need_pay', ['payment_url']],
    ['was paid and checked', paid, 'payed', []],
    ['was declined and checked', declined, 'payment_rejected', ['rejection_reason']],
    ['was paid again', [...declined, pay], 'need_pay', ['payment_url']],
    ['was paid again and checked', [...declined, pay, settle, check], 'payed', []],
    ['was admitted without payment', [request, examEvent({ admit: true })], 'get_access', []],
    ['was declined, then admitted', [...declined, examEvent({ admit: true })], 'get_access', []],
    ['was started', [...paid, start], 'exam_started', ['started_at', 'ends_at', 'report_deadline']],
    ['is nearly over', [...paid, start, advance(24 * hour - 1)], 'exam_started', ['ends_at']],
    ['is over', ended, 'time_left', ['ends_at', 'report_deadline']],
    [
      'was extended',
      [...paid, start, examEvent({ extend: 30 }), advance(24 * hour)],
      'exam_started',
      ['ends_at'],
    ],
    [
      'was cut short',
      [...paid, start, examEvent({ extend: -60 }), advance(23 * hour)],
      'time_left',
      ['ends_at'],
    ],
    ['needs its report', [...ended, advance(60_000)], 'need_report', ['report_deadline']],
    ['still does past the deadline', [...ended, advance(99 * hour)], 'need_report', ['report_deadline']],
    ['has a report', reportSent, 'checking', ['review_due']],
    ['has a report at once', [...ended, examEvent({ sendReport: true })], 'checking', ['review_due']],
    ['was passed', [...reportSent, examEvent({ accept: 91 })], 'completed', ['score']],
    ['was failed', [...reportSent, examEvent({ reject: 'Мало' })], 'report_rejected', ['rejection_reason']],
    [
      'was failed and requested again',
      [...reportSent, examEvent({ reject: 'Мало' }), request],
      'need_pay',
      ['payment_url'],
    ],
  ])('that %s', async (_, steps, status, fields) => {
    const { newest, violations } = await runSteps(steps)
    const attempt = await newest()
    expect(attempt.status).toBe(status)
    const sometimes = ['payment_url', 'started_at', 'review_due', 'rejection_reason', 'score'] as const
    for (const field of fields) expect(attempt).toHaveProperty(field)
    const mayPay = status === 'need_pay' || status === 'payment_rejected'
    const allowed = [...fields, 'started_at', ...(mayPay ? ['payment_url'] : [])]
    for (const field of sometimes) if (!allowed.includes(field)) expect(attempt).not.toHaveProperty(field)
    expect(violations).toEqual([])
  })

  it('has the reason of a rejection, in the check and in the group', async () => {
    const rejected = await runSteps([request, pay, settle], { settings: { isBankRejecting: true } })
    const { status, reason } = await rejected.check()
    expect([status, reason]).toEqual(['payment_rejected', expect.stringContaining('недостаточно средств')])
    expect(await rejected.newest()).toMatchObject({ status, rejection_reason: reason })
    const declined = await runSteps([request, decline, settle])
    expect((await declined.check()).reason).toContain('не подтверждён')
  })

  it('moves its report deadline with its end', async () => {
    const { newest, examEvent: play } = await runSteps([...paid, start])
    const before = await newest()
    play({ extend: 45 })
    const after = await newest()
    for (const field of ['ends_at', 'report_deadline'] as const) {
      expect(Date.parse(after[field] ?? '') - Date.parse(before[field] ?? '')).toBe(45 * 60_000)
    }
  })

  it('is private', async () => {
    const { check, call } = createExam()
    expect(await check(77)).toEqual({ detail: 'attempt not found' })
    const otherUser = await call('checkPayment', { as: 'student', query: { attempt_id: 1 } })
    expect([otherUser.status, otherUser.body]).toEqual([404, { detail: 'attempt not found' }])
  })
})

describe('an attempt by admission', () => {
  it.each<[what: string, steps: Step[], status: Attempt['status'], settings?: Partial<SettingsRow>]>([
    ['waits for an administrator', [request, advance(9 * 24 * hour), check], 'need_pay'],
    ['was admitted', [request, examEvent({ admit: true })], 'get_access'],
    ['is nearly admitted automatically', [request, advance(29_999)], 'need_pay', { admitsAfterSeconds: 30 }],
    [
      'was admitted automatically',
      [request, advance(30_000), check],
      'get_access',
      { admitsAfterSeconds: 30 },
    ],
    ['was started', [request, examEvent({ admit: true }), start], 'exam_started'],
    ['is over', [request, examEvent({ admit: true }), start, advance(6 * hour)], 'time_left'],
    ['needs no report', [request, examEvent({ admit: true }), start, advance(6 * hour + 60_000)], 'checking'],
    [
      'was passed',
      [request, examEvent({ admit: true }), start, advance(7 * hour), examEvent({ accept: 60 })],
      'completed',
    ],
  ])('that %s', async (_, steps, status, settings = {}) => {
    const { newest, violations } = await runSteps(steps, { groupId: 8, settings })
    const attempt = await newest()
    expect(attempt.status).toBe(status)
    for (const field of ['price', 'payment_url', 'report_deadline']) expect(attempt).not.toHaveProperty(field)
    expect(violations).toEqual([])
  })

  it('of a paid exam is not admitted automatically', async () => {
    const { newest } = await runSteps([request, advance(hour)], { settings: { admitsAfterSeconds: 30 } })
    expect((await newest()).status).toBe('need_pay')
  })
})

describe('the URL of the bank’s page', () => {
  it.each([
    [null, 'http://localhost'],
    ['https://bank.example', 'https://bank.example'],
  ])('with bankOrigin %s is on %s and returns to the site', async (bankOrigin, origin) => {
    const { newest } = await runSteps([request], { settings: { bankOrigin } })
    const { id, payment_url } = await newest()
    const back = encodeURIComponent('http://localhost')
    expect(payment_url).toBe(`${origin}/mock-bank/order?attempt=${id}&return=${back}`)
  })
})
