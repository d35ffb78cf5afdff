import { describe, expect, it } from 'vitest'
import type { OperationId } from '../operations.gen'
import {
  ask,
  begin,
  check,
  createExam,
  decline,
  hour,
  over,
  paid,
  pay,
  type Step,
  sent,
  settle,
  walk,
} from '../test-exam'
import { type Call, createPlatform } from '../test-platform'

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
