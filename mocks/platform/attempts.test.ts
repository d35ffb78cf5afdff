import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/api/schema.gen'
import {
  ask,
  begin,
  check,
  createExam,
  decline,
  hour,
  over,
  paid,
  pass,
  pay,
  play,
  type Step,
  sent,
  settle,
  walk,
} from '../test-exam'
import type { SettingsRow } from './rows'

describe('a paid attempt', () => {
  it.each<[what: string, steps: Step[], status: Attempt['status'], fields: (keyof Attempt)[]]>([
    ['has been asked for', [ask], 'need_pay', ['payment_url', 'price', 'currency']],
    ['waits for ever while nobody pays', [ask, pass(9 * 24 * hour), check], 'need_pay', ['payment_url']],
    ['was paid, and the bank still thinks', [ask, pay, pass(19_999), check], 'need_pay', ['payment_url']],
    ['was paid, and nobody has checked', [ask, pay, settle], 'need_pay', ['payment_url']],
    ['was paid and checked', paid, 'payed', []],
    ['was declined and checked', [ask, decline, settle, check], 'payment_rejected', ['rejection_reason']],
    ['was paid again', [ask, decline, settle, check, pay], 'need_pay', ['payment_url']],
    ['was paid again and checked', [ask, decline, settle, check, pay, settle, check], 'payed', []],
    ['was admitted without payment', [ask, play({ admit: true })], 'get_access', []],
    ['was declined, then admitted', [ask, decline, settle, check, play({ admit: true })], 'get_access', []],
    ['began', [...paid, begin], 'exam_started', ['started_at', 'ends_at', 'report_deadline']],
    ['is nearly over', [...paid, begin, pass(24 * hour - 1)], 'exam_started', ['ends_at']],
    ['is over', over, 'time_left', ['ends_at', 'report_deadline']],
    ['was extended', [...paid, begin, play({ extend: 30 }), pass(24 * hour)], 'exam_started', ['ends_at']],
    ['was cut short', [...paid, begin, play({ extend: -60 }), pass(23 * hour)], 'time_left', ['ends_at']],
    ['needs its report', [...over, pass(60_000)], 'need_report', ['report_deadline']],
    ['still does past the deadline', [...over, pass(99 * hour)], 'need_report', ['report_deadline']],
    ['has a report', sent, 'checking', ['review_due']],
    ['has a report at once', [...over, play({ sendReport: true })], 'checking', ['review_due']],
    ['was passed', [...sent, play({ accept: 91 })], 'completed', ['score']],
    ['was failed', [...sent, play({ reject: 'Мало' })], 'report_rejected', ['rejection_reason']],
    ['was failed and asked for anew', [...sent, play({ reject: 'Мало' }), ask], 'need_pay', ['payment_url']],
  ])('that %s', async (_, steps, status, fields) => {
    const { newest, violations } = await walk(steps)
    const attempt = await newest()
    expect(attempt.status).toBe(status)
    const sometimes = ['payment_url', 'started_at', 'review_due', 'rejection_reason', 'score'] as const
    for (const field of fields) expect(attempt).toHaveProperty(field)
    const mayPay = status === 'need_pay' || status === 'payment_rejected'
    const allowed = [...fields, 'started_at', ...(mayPay ? ['payment_url'] : [])]
    for (const field of sometimes) if (!allowed.includes(field)) expect(attempt).not.toHaveProperty(field)
    expect(violations).toEqual([])
  })

  it('tells the reason of a rejection, by the check and by the group', async () => {
    const refused = await walk([ask, pay, settle], { settings: { doesBankRefuse: true } })
    const { status, reason } = await refused.check()
    expect([status, reason]).toEqual(['payment_rejected', expect.stringContaining('недостаточно средств')])
    expect(await refused.newest()).toMatchObject({ status, rejection_reason: reason })
    const declined = await walk([ask, decline, settle])
    expect((await declined.check()).reason).toContain('не подтверждён')
  })

  it('moves its report deadline with its end', async () => {
    const { newest, play } = await walk([...paid, begin])
    const before = await newest()
    play({ extend: 45 })
    const after = await newest()
    for (const field of ['ends_at', 'report_deadline'] as const) {
      expect(Date.parse(after[field] ?? '') - Date.parse(before[field] ?? '')).toBe(45 * 60_000)
    }
  })

  it('is somebody’s own', async () => {
    const { check, call } = createExam()
    expect(await check(77)).toEqual({ detail: 'attempt not found' })
    const stranger = await call('checkPayment', { as: 'student', query: { attempt_id: 1 } })
    expect([stranger.status, stranger.body]).toEqual([404, { detail: 'attempt not found' }])
  })
})

describe('an attempt by admission', () => {
  it.each<[what: string, steps: Step[], status: Attempt['status'], settings?: Partial<SettingsRow>]>([
    ['waits for an administrator', [ask, pass(9 * 24 * hour), check], 'need_pay'],
    ['was admitted', [ask, play({ admit: true })], 'get_access'],
    ['is nearly admitted by itself', [ask, pass(29_999)], 'need_pay', { admitsAfterSeconds: 30 }],
    ['was admitted by itself', [ask, pass(30_000), check], 'get_access', { admitsAfterSeconds: 30 }],
    ['began', [ask, play({ admit: true }), begin], 'exam_started'],
    ['is over', [ask, play({ admit: true }), begin, pass(6 * hour)], 'time_left'],
    ['needs no report', [ask, play({ admit: true }), begin, pass(6 * hour + 60_000)], 'checking'],
    ['was passed', [ask, play({ admit: true }), begin, pass(7 * hour), play({ accept: 60 })], 'completed'],
  ])('that %s', async (_, steps, status, settings = {}) => {
    const { newest, violations } = await walk(steps, { groupId: 8, settings })
    const attempt = await newest()
    expect(attempt.status).toBe(status)
    for (const field of ['price', 'payment_url', 'report_deadline']) expect(attempt).not.toHaveProperty(field)
    expect(violations).toEqual([])
  })

  it('is not what the demonstration admits a paid exam to', async () => {
    const { newest } = await walk([ask, pass(hour)], { settings: { admitsAfterSeconds: 30 } })
    expect((await newest()).status).toBe('need_pay')
  })
})

describe('the address of the bank’s page', () => {
  it.each([
    [null, 'http://localhost'],
    ['https://bank.example', 'https://bank.example'],
  ])('with bankOrigin %s is on %s and leads back to the site', async (bankOrigin, origin) => {
    const { newest } = await walk([ask], { settings: { bankOrigin } })
    const { id, payment_url } = await newest()
    const back = encodeURIComponent('http://localhost')
    expect(payment_url).toBe(`${origin}/mock-bank/order?attempt=${id}&return=${back}`)
  })
})
