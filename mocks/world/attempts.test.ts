import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/api/schema.gen'
import { createPlatform } from '../test-platform'
import { reviewDue } from './attempts'
import type { ScenarioName } from './scenarios'

/** The newest of a person's attempts. */
function newestOf({ attempts }: { attempts?: Attempt[] }): Attempt {
  const newest = attempts?.at(-1)
  if (!newest) throw new Error('There is no attempt.')
  return newest
}

function createExam(scenario: ScenarioName = 'default') {
  const platform = createPlatform({ scenario, settings: { accessLifetimeSeconds: 864_000 } })
  const token = platform.tokenOf('candidate')
  const params = { id: 5 }
  return {
    ...platform,
    request: () => platform.call('requestAttempt', { token, params }),
    start: () => platform.call('startAttempt', { token, params }),
    group: () => platform.call('getGroup', { token, params }),
    check: (attempt_id: number) => platform.call('checkPayment', { token, query: { attempt_id } }),
    task: () => platform.call('getTask', { token, params: { group: 5, task: 501 } }),
    hours: (count: number) => platform.world.clock.advance(count * 3_600_000),
  }
}

describe('an attempt', () => {
  it('is paid, started, runs out and waits for its report', async () => {
    const { request, start, check, group, task, world, hours } = createExam()
    const attempt = newestOf((await request()).body)
    expect(attempt).toMatchObject({ status: 'need_pay', payment_url: expect.stringMatching(/^https:/) })
    expect((await start()).body).toEqual({ detail: 'attempt requires payment or admission' })
    expect((await check(attempt.id)).body.status).toBe('need_pay')
    world.clock.advance(20_000)
    expect((await check(attempt.id)).body).toEqual({ id: attempt.id, status: 'payed' })

    expect((await group()).body.categories).toEqual([])
    expect((await task()).body).toEqual({ detail: 'no started attempt exists' })
    const started = (await start()).body
    expect(started.categories.length).toBeGreaterThan(0)
    expect(newestOf(started).status).toBe('exam_started')
    expect((await task()).status).toBe(200)
    expect((await start()).body).toEqual({ detail: 'tasks already exist in current attempt' })

    hours(24)
    expect(newestOf((await group()).body).status).toBe('time_left')
    expect((await task()).body).toEqual({ detail: 'no started attempt exists' })
    world.clock.advance(60_000)
    const over = newestOf((await group()).body)
    expect(over.status).toBe('need_report')
    expect(Date.parse(over.report_deadline ?? '') - Date.parse(over.ends_at ?? '')).toBe(24 * 3_600_000)
  })

  it('cannot be asked for while another has not ended', async () => {
    const { request } = createExam()
    await request()
    const again = await request()
    expect([again.status, again.body]).toEqual([409, { detail: 'you already have active attempt' }])
  })

  it('is refused by the bank with a reason', async () => {
    const { check, group } = createExam('paymentRefused')
    const { status, reason } = (await check(2)).body
    expect([status, typeof reason]).toEqual(['payment_rejected', 'string'])
    expect(newestOf((await group()).body)).toMatchObject({ status, rejection_reason: reason })
  })

  it('is somebody’s own', async () => {
    const { check, call } = createExam()
    expect((await check(77)).body).toEqual({ detail: 'attempt not found' })
    const stranger = await call('checkPayment', { as: 'student', query: { attempt_id: 1 } })
    expect([stranger.status, stranger.body]).toEqual([404, { detail: 'attempt not found' }])
  })

  it.each<[ScenarioName, string, string[]]>([
    ['default', 'report_rejected', ['rejection_reason']],
    ['examReady', 'get_access', []],
    ['examRunning', 'exam_started', ['ends_at', 'report_deadline']],
    ['reportDue', 'need_report', ['report_deadline']],
    ['reportInReview', 'checking', ['review_due']],
    ['examPassed', 'completed', ['score']],
  ])('stands in the scenario %s at %s', async (scenario, status, fields) => {
    const { group, violations } = createExam(scenario)
    const attempt = newestOf((await group()).body)
    expect(attempt.status).toBe(status)
    for (const field of fields) expect(attempt).toHaveProperty(field)
    expect(violations).toEqual([])
  })
})

it.each(['requestAttempt', 'startAttempt'] as const)(
  '%s in a group that is no exam is 409',
  async operationId => {
    const { call } = createPlatform()
    const answer = await call(operationId, { as: 'student', params: { id: 1 } })
    expect([answer.status, answer.body]).toEqual([409, { detail: 'group is not exam' }])
  },
)

it('an exam without a price is admitted at once', async () => {
  const { call } = createPlatform()
  const answer = await call('requestAttempt', { as: 'candidate', params: { id: 8 } })
  expect(newestOf(answer.body)).toMatchObject({ status: 'get_access' })
  expect(newestOf(answer.body)).not.toHaveProperty('price')
})

it.each([
  ['2026-10-05T10:00:00.000Z', '2026-10-08T10:00:00.000Z'],
  ['2026-10-08T10:00:00.000Z', '2026-10-13T10:00:00.000Z'],
  ['2026-10-10T10:00:00.000Z', '2026-10-14T10:00:00.000Z'],
])('three business days after %s are %s', (from, due) => {
  expect(new Date(reviewDue(Date.parse(from))).toISOString()).toBe(due)
})
