import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../packages/contract/schema.gen'
import { reviewDue } from '../handlers/views'
import type { OperationId } from '../operations.gen'
import { type Call, createPlatform } from '../test-platform'
import { TIME_OVER_SECONDS } from './attempts'
import { type ExamEvent, payAtBank, playExamEvent } from './exam-events'
import { SETTLE_SECONDS } from './payments'
import type { SettingsRow } from './rows'
import type { ScenarioName } from './scenario-names'

/** Steps of exam tests. */

const hour = 3_600_000
const settleMs = SETTLE_SECONDS * 1000
const timeOverMs = TIME_OVER_SECONDS * 1000

function getNewest({ attempts }: { attempts?: Attempt[] }): Attempt {
  const newest = attempts?.at(-1)
  if (!newest) throw new Error('There is no attempt.')
  return newest
}

interface ExamOptions {
  scenario?: ScenarioName
  groupId?: number
  settings?: Partial<SettingsRow>
}

/** The candidate in an exam, with the actions of everyone involved. */
function createExam({ scenario = 'default', groupId = 5, settings }: ExamOptions = {}) {
  const platform = createPlatform({ scenario, settings: { accessLifetimeSeconds: 864_000, ...settings } })
  const { db } = platform
  const token = platform.getToken('candidate')
  const params = { id: groupId }
  const group = async () => (await platform.call('getGroup', { token, params })).body
  return {
    ...platform,
    token,
    group,
    request: () => platform.call('requestAttempt', { token, params }),
    start: () => platform.call('startAttempt', { token, params }),
    newest: async () => getNewest(await group()),
    check: async (id?: number) => {
      const attempt_id = id ?? getNewest(await group()).id
      return (await platform.call('checkPayment', { token, query: { attempt_id } })).body
    },
    examEvent: (event: ExamEvent) => playExamEvent(db, 'candidate', groupId, event),
    pay: () => payAtBank(db, 'candidate', groupId, 'pay'),
    decline: () => payAtBank(db, 'candidate', groupId, 'decline'),
    advance: (milliseconds: number) => db.clock.advance(milliseconds),
  }
}

type Exam = ReturnType<typeof createExam>
type Step = (exam: Exam) => unknown

const request: Step = exam => exam.request()
const start: Step = exam => exam.start()
const settle: Step = exam => exam.advance(settleMs)
const check: Step = exam => exam.check()
const pay: Step = exam => exam.pay()
const decline: Step = exam => exam.decline()
const examEvent =
  (event: ExamEvent): Step =>
  exam =>
    exam.examEvent(event)
const advance =
  (milliseconds: number): Step =>
  exam =>
    exam.advance(milliseconds)

const paid = [request, pay, settle, check]
const declined = [request, decline, settle, check]
const ended = [...paid, start, advance(24 * hour)]
const reportSent = [...ended, advance(timeOverMs), examEvent({ sendReport: true })]

async function runSteps(steps: readonly Step[], options: ExamOptions = {}) {
  const exam = createExam(options)
  for (const step of steps) await step(exam)
  return exam
}

describe('a paid attempt', () => {
  it.each<[what: string, steps: Step[], status: Attempt['status'], fields: (keyof Attempt)[]]>([
    ['was requested', [request], 'need_pay', ['payment_url', 'price', 'currency']],
    ['stays unpaid', [request, advance(9 * 24 * hour), check], 'need_pay', ['payment_url']],
    [
      'was paid and has not settled',
      [request, pay, advance(settleMs - 1), check],
      'need_pay',
      ['payment_url'],
    ],
    ['was paid and not checked', [request, pay, settle], 'need_pay', ['payment_url']],
    ['was paid and checked', paid, 'payed', []],
    ['was declined and checked', declined, 'payment_rejected', ['rejection_reason', 'payment_url']],
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
    ['needs its report', [...ended, advance(timeOverMs)], 'need_report', ['report_deadline']],
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
    [
      'needs no report',
      [request, examEvent({ admit: true }), start, advance(6 * hour + timeOverMs)],
      'checking',
    ],
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

describe('the platform rejects', () => {
  it.each<[what: string, steps: Step[], call: 'request' | 'start', detail: string]>([
    ['a second attempt', [request], 'request', 'you already have active attempt'],
    ['another attempt during the review', reportSent, 'request', 'you already have active attempt'],
    ['a start without an attempt', [], 'start', 'attempt requires payment or admission'],
    ['a start before the payment', [request, pay, settle], 'start', 'attempt requires payment or admission'],
    ['a start after a rejection', declined, 'start', 'attempt requires payment or admission'],
    ['a second start', [...paid, start], 'start', 'tasks already exist in current attempt'],
    ['a start after the end', ended, 'start', 'tasks already exist in current attempt'],
  ])('%s', async (_, steps, call, detail) => {
    const exam = await runSteps(steps)
    const response = await exam[call]()
    expect([response.status, response.body]).toEqual([409, { detail }])
  })

  it.each(['requestAttempt', 'startAttempt'] as const)('%s in a group that is no exam', async operationId => {
    const { call } = createPlatform()
    const response = await call(operationId, { as: 'student', params: { id: 1 } })
    expect([response.status, response.body]).toEqual([409, { detail: 'group is not exam' }])
  })

  const query = { group_id: 5, task_id: 501 }
  const params = { group: 5, task: 501 }

  const expectOnlyDuringExam = async (send: (exam: Exam) => Promise<{ body?: { detail?: unknown } }>) => {
    const exam = await runSteps(paid)
    const detail = async () => (await send(exam)).body?.detail
    expect(await detail()).toBe('no started attempt exists')
    await exam.start()
    expect(await detail()).not.toBe('no started attempt exists')
    exam.advance(24 * hour)
    expect(await detail()).toBe('no started attempt exists')
    expect(exam.violations).toEqual([])
  }

  it.each<[OperationId, Call]>([
    ['getTask', { params }],
    ['takeHint', { params }],
    ['getWriteup', { params }],
    ['openTerminal', { params }],
    ['startLab', { query }],
    ['stopLab', { query }],
    ['getLabStatus', { query }],
  ])('%s of an exam before its start and after its end, never in between', (operationId, call) =>
    expectOnlyDuringExam(exam => exam.call(operationId, { ...call, token: exam.token })),
  )

  it('flags of an exam before its start and after its end, never in between', () =>
    expectOnlyDuringExam(({ sendFlags, token }) => sendFlags(501, ['flag{late}'], { group_id: 5, token })))

  it('a lab of an exam that is over', async () => {
    const exam = createExam({ scenario: 'examLabRunning' })
    const query = { group_id: 1, task_id: 104 }
    const other = () => exam.call('startLab', { token: exam.token, query })
    expect((await other()).body.detail).toBe('another lab is running')
    exam.examEvent({ extend: -21 * 60 + 1 })
    exam.advance(60_000)
    expect((await other()).body.status).toBe('starting')
  })
})

describe('an event', () => {
  const everything: Record<string, ExamEvent> = {
    admit: { admit: true },
    sendReport: { sendReport: true },
    accept: { accept: 80 },
    reject: { reject: 'Нет' },
    extend: { extend: 10 },
  }

  it.each<[status: string, steps: Step[], possible: string[]]>([
    ['need_pay', [request], ['admit']],
    ['payment_rejected', declined, ['admit']],
    ['payed', paid, []],
    ['get_access', [request, examEvent({ admit: true })], []],
    ['exam_started', [...paid, start], ['extend']],
    ['time_left', ended, ['sendReport']],
    ['need_report', [...ended, advance(timeOverMs)], ['sendReport']],
    ['checking', reportSent, ['accept', 'reject']],
    ['completed', [...reportSent, examEvent({ accept: 1 })], []],
    ['report_rejected', [...reportSent, examEvent({ reject: 'Нет' })], []],
  ])('at %s is rejected unless the status allows it', async (status, steps, possible) => {
    for (const [name, event] of Object.entries(everything)) {
      const exam = await runSteps(steps)
      expect((await exam.newest()).status).toBe(status)
      if (possible.includes(name)) exam.examEvent(event)
      else {
        expect(() => exam.examEvent(event)).toThrow(/is not possible: attempt \d+ has the status/)
        expect((await exam.newest()).status).toBe(status)
      }
    }
  })

  it.each<[ExamEvent | Record<string, never>, string]>([
    [{ extend: -25 * 60 }, 'would move the end into the past'],
    [{ extend: Number.NaN }, 'would move the end into the past'],
    [{}, 'An event is one of'],
  ])('%j is rejected with an error message', async (event, message) => {
    const exam = await runSteps([...paid, start])
    expect(() => exam.examEvent(event as ExamEvent)).toThrow(message)
  })

  it.each([
    ['nobody', 5, 'There is no user nobody'],
    ['candidate', 1, 'The group 1 is no exam'],
    ['candidate', 8, 'has no attempt in group 8'],
  ])('for %s in group %d is rejected with an error message', (username, groupId, message) => {
    const { db } = createExam()
    expect(() => playExamEvent(db, username, groupId, { admit: true })).toThrow(message)
  })
})

it.each<[ScenarioName, Attempt['status'], (keyof Attempt)[], groupId?: number]>([
  ['default', 'report_rejected', ['rejection_reason']],
  ['needPay', 'need_pay', ['payment_url']],
  ['paymentRefused', 'need_pay', ['payment_url']],
  ['waitsForAdmission', 'need_pay', [], 8],
  ['examReady', 'get_access', []],
  ['examRunning', 'exam_started', ['ends_at', 'report_deadline']],
  ['examEndsSoon', 'exam_started', ['ends_at', 'report_deadline']],
  ['examLabRunning', 'exam_started', ['ends_at', 'report_deadline']],
  ['reportDue', 'need_report', ['report_deadline']],
  ['reportInReview', 'checking', ['review_due']],
  ['reportRejected', 'report_rejected', ['rejection_reason']],
  ['examPassed', 'completed', ['score']],
])('the scenario %s has the status %s', async (scenario, status, fields, groupId = 5) => {
  const { newest, violations } = createExam({ scenario, groupId })
  const attempt = await newest()
  expect(attempt.status).toBe(status)
  for (const field of fields) expect(attempt).toHaveProperty(field)
  expect(violations).toEqual([])
})

it('scenarios start as described', async () => {
  expect((await createExam({ scenario: 'paymentRefused' }).check()).status).toBe('payment_rejected')
  const soon = createExam({ scenario: 'examEndsSoon' })
  expect(Date.parse((await soon.newest()).ends_at ?? '') - soon.db.now()).toBe(120_000)
  const { call, token, db } = createExam({ scenario: 'examLabRunning' })
  const lab = (await call('getLabStatus', { token, query: { group_id: 5, task_id: 501 } })).body
  expect([lab.status, Date.parse(lab.expires_at ?? '') - db.now()]).toEqual(['ready', 12 * 60_000])
})

it.each([
  ['2026-10-05T10:00:00.000Z', '2026-10-08T10:00:00.000Z'],
  ['2026-10-08T10:00:00.000Z', '2026-10-13T10:00:00.000Z'],
  ['2026-10-10T10:00:00.000Z', '2026-10-14T10:00:00.000Z'],
])('three business days after %s are %s', (from, due) => {
  expect(new Date(reviewDue(Date.parse(from))).toISOString()).toBe(due)
})
