import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/api/schema.gen'
import {
  ask,
  begin,
  check,
  createExam,
  decline,
  over,
  paid,
  pass,
  play,
  type Step,
  sent,
  settle,
  walk,
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
    const { db } = createExam()
    expect(() => playExamEvent(db, username, groupId, { admit: true })).toThrow(sentence)
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
  expect(Date.parse((await soon.newest()).ends_at ?? '') - soon.db.now()).toBe(120_000)
  const { call, token, db } = createExam({ scenario: 'examLabRunning' })
  const lab = (await call('getLabStatus', { token, query: { group_id: 5, task_id: 501 } })).body
  expect([lab.status, Date.parse(lab.expires_at ?? '') - db.now()]).toEqual(['ready', 12 * 60_000])
})
