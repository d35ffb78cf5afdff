import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/api/schema.gen'
import {
  advance,
  createExam,
  declined,
  ended,
  examEvent,
  paid,
  reportSent,
  request,
  runSteps,
  type Step,
  start,
} from '../test-exam'
import { type ExamEvent, playExamEvent } from './exam-events'
import type { ScenarioName } from './scenarios'

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
    ['need_report', [...ended, advance(60_000)], ['sendReport']],
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
