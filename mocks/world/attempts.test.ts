import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/api/schema.gen'
import type { OperationId } from '../operations.gen'
import { type Call, createPlatform } from '../test-platform'
import { reviewDue } from '../views/attempt-view'
import { type ExamEvent, payAtBank, playExamEvent } from './exam-events'
import type { SettingsRow } from './rows'
import type { ScenarioName } from './scenarios'

const hour = 3_600_000

/** The newest of a person's attempts. */
function newestOf({ attempts }: { attempts?: Attempt[] }): Attempt {
  const newest = attempts?.at(-1)
  if (!newest) throw new Error('There is no attempt.')
  return newest
}

interface ExamOptions {
  scenario?: ScenarioName
  groupId?: number
  settings?: Partial<SettingsRow>
}

/** The candidate in an exam, and everybody who has to do with their attempts. */
function createExam({ scenario = 'default', groupId = 5, settings }: ExamOptions = {}) {
  const platform = createPlatform({ scenario, settings: { accessLifetimeSeconds: 864_000, ...settings } })
  const { world } = platform
  const token = platform.tokenOf('candidate')
  const params = { id: groupId }
  const group = async () => (await platform.call('getGroup', { token, params })).body
  return {
    ...platform,
    token,
    group,
    request: () => platform.call('requestAttempt', { token, params }),
    start: () => platform.call('startAttempt', { token, params }),
    newest: async () => newestOf(await group()),
    check: async (id?: number) => {
      const attempt_id = id ?? newestOf(await group()).id
      return (await platform.call('checkPayment', { token, query: { attempt_id } })).body
    },
    play: (event: ExamEvent) => playExamEvent(world, 'candidate', groupId, event),
    pay: () => payAtBank(world, 'candidate', groupId, 'pay'),
    decline: () => payAtBank(world, 'candidate', groupId, 'decline'),
    pass: (milliseconds: number) => world.clock.advance(milliseconds),
  }
}

type Exam = ReturnType<typeof createExam>
type Step = (exam: Exam) => unknown

const ask: Step = exam => exam.request()
const begin: Step = exam => exam.start()
const settle: Step = exam => exam.pass(20_000)
const check: Step = exam => exam.check()
const pay: Step = exam => exam.pay()
const decline: Step = exam => exam.decline()
const play =
  (event: ExamEvent): Step =>
  exam =>
    exam.play(event)
const pass =
  (milliseconds: number): Step =>
  exam =>
    exam.pass(milliseconds)

const paid = [ask, pay, settle, check]
const over = [...paid, begin, pass(24 * hour)]
const sent = [...over, pass(60_000), play({ sendReport: true })]

async function walk(steps: readonly Step[], options: ExamOptions = {}) {
  const exam = createExam(options)
  for (const step of steps) await step(exam)
  return exam
}

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

describe('what the platform refuses', () => {
  it.each<[what: string, steps: Step[], call: 'request' | 'start', detail: string]>([
    ['a second attempt', [ask], 'request', 'you already have active attempt'],
    ['another attempt during the review', sent, 'request', 'you already have active attempt'],
    ['a start without an attempt', [], 'start', 'attempt requires payment or admission'],
    ['a start before the payment', [ask, pay, settle], 'start', 'attempt requires payment or admission'],
    [
      'a start after a rejection',
      [ask, decline, settle, check],
      'start',
      'attempt requires payment or admission',
    ],
    ['a second start', [...paid, begin], 'start', 'tasks already exist in current attempt'],
    ['a start after the end', over, 'start', 'tasks already exist in current attempt'],
  ])('%s', async (_, steps, call, detail) => {
    const exam = await walk(steps)
    const answer = await exam[call]()
    expect([answer.status, answer.body]).toEqual([409, { detail }])
  })

  it.each(['requestAttempt', 'startAttempt'] as const)('%s in a group that is no exam', async operationId => {
    const { call } = createPlatform()
    const answer = await call(operationId, { as: 'student', params: { id: 1 } })
    expect([answer.status, answer.body]).toEqual([409, { detail: 'group is not exam' }])
  })

  const late = { group_id: 5, task_id: 501 }
  const place = { group: 5, task: 501 }

  it.each<[OperationId, Call]>([
    ['getTask', { params: place }],
    ['takeHint', { params: place }],
    ['getWriteup', { params: place }],
    ['openTerminal', { params: place }],
    ['submitFlags', { query: late, body: { flags: ['flag{late}'] } }],
    ['startLab', { query: late }],
    ['stopLab', { query: late }],
    ['getLabStatus', { query: late }],
  ])('%s of an exam before its start and after its end, never in between', async (operationId, call) => {
    const exam = await walk(paid)
    const detail = async () => (await exam.call(operationId, { ...call, token: exam.token })).body?.detail
    expect(await detail()).toBe('no started attempt exists')
    await exam.start()
    expect(await detail()).not.toBe('no started attempt exists')
    exam.pass(24 * hour)
    expect(await detail()).toBe('no started attempt exists')
    expect(exam.violations).toEqual([])
  })

  it('to keep a lab of an exam that is over', async () => {
    const exam = createExam({ scenario: 'examLabRunning' })
    const query = { group_id: 1, task_id: 104 }
    const other = () => exam.call('startLab', { token: exam.token, query })
    expect((await other()).body.detail).toBe('another lab is running')
    exam.play({ extend: -21 * 60 + 1 })
    exam.pass(60_000)
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
    ['need_pay', [ask], ['admit']],
    ['payment_rejected', [ask, decline, settle, check], ['admit']],
    ['payed', paid, []],
    ['get_access', [ask, play({ admit: true })], []],
    ['exam_started', [...paid, begin], ['extend']],
    ['time_left', over, ['sendReport']],
    ['need_report', [...over, pass(60_000)], ['sendReport']],
    ['checking', sent, ['accept', 'reject']],
    ['completed', [...sent, play({ accept: 1 })], []],
    ['report_rejected', [...sent, play({ reject: 'Нет' })], []],
  ])('at %s is refused unless it belongs there', async (status, steps, possible) => {
    for (const [name, event] of Object.entries(everything)) {
      const exam = await walk(steps)
      expect((await exam.newest()).status).toBe(status)
      if (possible.includes(name)) exam.play(event)
      else {
        expect(() => exam.play(event)).toThrow(/is not possible: attempt \d+ stands at/)
        expect((await exam.newest()).status).toBe(status)
      }
    }
  })

  it.each<[ExamEvent | Record<string, never>, string]>([
    [{ extend: -25 * 60 }, 'no end that is ahead'],
    [{ extend: Number.NaN }, 'no end that is ahead'],
    [{}, 'An event is one of'],
  ])('%j is refused with a sentence', async (event, sentence) => {
    const exam = await walk([...paid, begin])
    expect(() => exam.play(event as ExamEvent)).toThrow(sentence)
  })

  it.each([
    ['nobody', 5, 'There is no user nobody'],
    ['candidate', 1, 'The group 1 is no exam'],
    ['candidate', 8, 'has no attempt in group 8'],
  ])('for %s in group %d is refused with a sentence', (username, groupId, sentence) => {
    const { world } = createExam()
    expect(() => playExamEvent(world, username, groupId, { admit: true })).toThrow(sentence)
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
])('the scenario %s stands at %s', async (scenario, status, fields, groupId = 5) => {
  const { newest, violations } = createExam({ scenario, groupId })
  const attempt = await newest()
  expect(attempt.status).toBe(status)
  for (const field of fields) expect(attempt).toHaveProperty(field)
  expect(violations).toEqual([])
})

it('scenarios begin as they promise', async () => {
  expect((await createExam({ scenario: 'paymentRefused' }).check()).status).toBe('payment_rejected')
  const soon = createExam({ scenario: 'examEndsSoon' })
  expect(Date.parse((await soon.newest()).ends_at ?? '') - soon.world.now()).toBe(120_000)
  const { call, token, world } = createExam({ scenario: 'examLabRunning' })
  const lab = (await call('getLabStatus', { token, query: { group_id: 5, task_id: 501 } })).body
  expect([lab.status, Date.parse(lab.expires_at ?? '') - world.now()]).toEqual(['ready', 12 * 60_000])
})

it.each([
  ['2026-10-05T10:00:00.000Z', '2026-10-08T10:00:00.000Z'],
  ['2026-10-08T10:00:00.000Z', '2026-10-13T10:00:00.000Z'],
  ['2026-10-10T10:00:00.000Z', '2026-10-14T10:00:00.000Z'],
])('three business days after %s are %s', (from, due) => {
  expect(new Date(reviewDue(Date.parse(from))).toISOString()).toBe(due)
})
