import { describe, expect, it } from 'vitest'
import type { OperationId } from '../operations.gen'
import {
  createExam,
  declined,
  ended,
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
import { type Call, createPlatform } from '../test-platform'

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

  it.each<[OperationId, Call]>([
    ['getTask', { params }],
    ['takeHint', { params }],
    ['getWriteup', { params }],
    ['openTerminal', { params }],
    ['submitFlags', { query, body: { flags: ['flag{late}'] } }],
    ['startLab', { query }],
    ['stopLab', { query }],
    ['getLabStatus', { query }],
  ])('%s of an exam before its start and after its end, never in between', async (operationId, call) => {
    const exam = await runSteps(paid)
    const detail = async () => (await exam.call(operationId, { ...call, token: exam.token })).body?.detail
    expect(await detail()).toBe('no started attempt exists')
    await exam.start()
    expect(await detail()).not.toBe('no started attempt exists')
    exam.advance(24 * hour)
    expect(await detail()).toBe('no started attempt exists')
    expect(exam.violations).toEqual([])
  })

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
