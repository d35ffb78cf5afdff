import { describe, expect, it } from 'vitest'
import { operationTable } from '../operations.gen'
import { joinByInvite } from '../platform/accounts'
import { payAtBank } from '../platform/exam-events'
import { personas } from '../platform/personas'
import { scenarios } from '../platform/scenarios'
import type { RecordedExchange, RecordedScenario } from '../recordings/recorded-scenario'
import { createPlatform, createStillDb, mondayMorning } from '../test-platform'
import { applyControl } from './apply-control'
import type { ControlChange } from './mock-controls'
import { operationFacts, stateOf } from './platform-state'
import { beginStart, findStart, startFacts } from './starts'

describe('a start', () => {
  it('there is for every scenario, and each begins with somebody who is there', () => {
    const facts = startFacts()
    const names = facts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(scenarios)))
    for (const { name, persona, path } of facts) {
      expect(persona === null || Object.hasOwn(personas, persona), name).toBe(true)
      expect(path, name).toMatch(/^\//)
      expect(stateOf(beginStart(name, { seed: 'x' })), name).toMatchObject({ start: name, seed: 'x' })
    }
  })

  it.each([
    ['offlineFlaps', { network: 'flapping' }],
    ['slowNetwork', { latency: 'slow' }],
    ['chaos', { chaos: { seed: 'x', share: 0.2 } }],
  ])('%s is %j', (name, state) => {
    expect(stateOf(beginStart(name, { seed: 'x' }))).toMatchObject(state)
  })

  it('of a storm of 401 lets every token die after 2 seconds', async () => {
    const { call, tokenOf, db } = createPlatform({ db: startedStill('tokenStorm') })
    const token = tokenOf('student')
    expect((await call('listGroups', { token })).status).toBe(200)
    db.clock.advance(2000)
    expect((await call('listGroups', { token })).body).toEqual({ detail: 'Invalid token' })
  })

  it('of a pending payment waits for a check, which finds the money', async () => {
    const { call, db } = createPlatform({ db: startedStill('paymentPending') })
    const check = async () =>
      (await call('checkPayment', { as: 'candidate', query: { attempt_id: 2 } })).body.status
    db.clock.advance(60_000)
    expect(await check()).toBe('need_pay')
    db.clock.advance(3_600_000)
    expect(await check()).toBe('payed')
  })

  it('of a pending payment that is rejected meets the word of the bank by the clock, without a check', async () => {
    const { call, db } = createPlatform({ db: startedStill('paymentPendingThenRejected') })
    const status = async () =>
      (await call('getGroup', { as: 'candidate', params: { id: 5 } })).body.attempts?.at(-1)?.status
    db.clock.advance(19_999)
    expect(await status()).toBe('need_pay')
    db.clock.advance(1)
    expect(await status()).toBe('payment_rejected')
    const check = () => call('checkPayment', { as: 'candidate', query: { attempt_id: 2 } })
    expect((await check()).body).toMatchObject({ status: 'payment_rejected', reason: expect.any(String) })
    payAtBank(db, 'candidate', 5, 'pay')
    db.clock.advance(20_000)
    expect((await check()).body.status).toBe('payed')
  })

  it('of an empty account has no name and, in a group, nothing solved; one without groups has both', async () => {
    const seen = async (name: string) => {
      const { call, db, tokenOf, violations } = createPlatform({ db: startedStill(name) })
      const token = tokenOf('student')
      expect((await call('listGroups', { token })).body).toEqual([])
      joinByInvite(db, personas.student.id, db.content.groups.get(1)?.inviteCode ?? '')
      const { user, totals } = (await call('getCompetencies', { token })).body
      expect(violations).toEqual([])
      return [user.first_name, totals.tasks_solved > 0]
    }
    expect(await seen('noGroups')).toEqual([personas.student.firstName, true])
    expect(await seen('emptyAccount')).toEqual([undefined, false])
  })

  it('that there is not is refused with the names of those that there are', () => {
    expect(() => findStart('toString')).toThrow(
      /There is no scenario toString; there are default, .*chaos\.$/,
    )
  })
})

function startedStill(name: string) {
  return beginStart(name, { startedAt: mondayMorning, clockAnchor: 0, machineNow: () => 0 })
}

describe('a recording', () => {
  const told = (id: number, detail: string): RecordedExchange => ({
    operationId: 'getGroup',
    params: { id },
    query: {},
    answer: { status: 403, body: { detail }, headers: {} },
  })
  const recording: RecordedScenario = {
    kind: 'flagship-recording',
    version: 1,
    name: 'two-refusals',
    recordedAt: '2026-05-04T09:00:00.000Z',
    exchanges: [
      told(1, 'you dont have access to this group'),
      told(2, 'email not verified'),
      told(1, 'email not verified'),
    ],
  }

  it('is played in its order, its last answer again and again, and the database answers the rest', async () => {
    const machineNow = () => mondayMorning
    const db = beginStart('recorded:two-refusals', { machineNow }, [recording])
    expect(stateOf(db)).toMatchObject({ start: 'recorded:two-refusals', now: recording.recordedAt })
    const { call, tokenOf, violations } = createPlatform({ db })
    const token = tokenOf('student')
    const ask = async (id: number) => (await call('getGroup', { token, params: { id } })).body.detail
    const answers = [await ask(1), await ask(2), await ask(1), await ask(1), await ask(3)]
    const rest = 'Training in this group will begin later'
    expect(answers).toEqual([
      'you dont have access to this group',
      'email not verified',
      'email not verified',
      'email not verified',
      rest,
    ])
    expect((await call('getGroup', { params: { id: 1 } })).status).toBe(401)
    expect(violations).toEqual([])
  })

  it('is offered after the other starts', () => {
    expect(startFacts([recording]).at(-1)).toEqual({
      name: 'recorded:two-refusals',
      persona: 'student',
      path: '/',
    })
  })
})

it('every refusal of the contract can be chosen', () => {
  const refusals = (details: readonly string[] | undefined) => Math.max(1, details?.length ?? 0)
  const facts = operationFacts()
  expect(facts.map(({ operationId }) => operationId)).toEqual(operationTable.map(row => row.operationId))
  for (const [index, { responses }] of operationTable.entries()) {
    const bad = responses.filter(({ status }) => status >= 400)
    const expected = bad.flatMap(({ status, details }) => Array(refusals(details)).fill(status))
    expect(facts[index]?.refusals.map(({ status }) => status)).toEqual(expected)
  }
  expect(facts.flatMap(({ refusals: list }) => list.map(({ detail }) => detail))).toContain(
    'flag_server_error',
  )
})

describe('a control', () => {
  const fault = { operationId: 'getTask', fault: { kind: 'status', status: 503 }, times: null } as const

  it('changes what it names and nothing else', () => {
    const db = createStillDb()
    const before = stateOf(db)
    applyControl(db, { fault, latency: 'slow', settings: { isMailWorking: false } })
    applyControl(db, { clock: { advanceSeconds: 60, speed: 10 }, chaos: { seed: 'a', share: 0.5 } })
    expect(stateOf(db)).toEqual({
      ...before,
      now: '2026-10-05T09:01:00.000Z',
      speed: 10,
      latency: 'slow',
      chaos: { seed: 'a', share: 0.5 },
      faults: [{ id: 1, operationId: fault.operationId, fault: fault.fault, left: null }],
    })
    expect(db.settings.isMailWorking).toBe(false)
    applyControl(db, { clock: { set: '2026-10-05T09:00:00Z', speed: 1 }, chaos: null, clearFaults: true })
    applyControl(db, { latency: 'none' })
    expect(stateOf(db)).toEqual(before)
  })

  it('that sets and stops the clock leaves it at that very time, whatever the machine took', () => {
    let machine = 0
    const db = createStillDb({ machineNow: () => ++machine })
    applyControl(db, { clock: { set: '2026-10-05T12:00:00Z', speed: 0 } })
    expect(stateOf(db)).toMatchObject({ now: '2026-10-05T12:00:00.000Z', speed: 0 })
  })

  it('that sets the chaos counts its calls from one again', () => {
    const db = createStillDb()
    db.tables.counters.put('chaos:getTask', { last: 7 })
    applyControl(db, { chaos: { seed: 'a', share: 1 } })
    expect(db.tables.counters.get('chaos:getTask')).toBeUndefined()
  })

  it.each<[object, string]>([
    [{ clock: { set: 'noon' } }, 'noon is no time; write RFC 3339.'],
    [{ clock: { speed: -1 } }, 'speed must be a number from 0 to 86400, not -1.'],
    [{ clock: { advanceSeconds: 'x' } }, 'advanceSeconds must be a number of seconds, not x.'],
    [{ latency: 'toString' }, 'There is no latency toString'],
    [{ network: 'gone' }, 'There is no network gone'],
    [{ chaos: { seed: '', share: 1 } }, 'chaos needs a seed'],
    [{ chaos: { seed: 'a', share: 2 } }, 'must be a number from 0 to 1, not 2.'],
    [{ settings: { latency: 'gone' } }, 'There is no latency gone'],
    [{ settings: { accessLifetimeSeconds: 'x' } }, 'accessLifetimeSeconds must be a number of seconds, 0 or'],
    [{ settings: { crowds: null } }, 'crowds must be numbers of people by id of group'],
    [{ settings: { crowds: { 7: 100_000 } } }, 'at most 99999 each, not {"7":100000}.'],
    [{ settings: { chaos: '' } }, 'chaos needs a seed'],
    [{ settings: { bankOrigin: 4 } }, 'bankOrigin must be an origin such as'],
    [{ settings: { labStarts: 'never' } }, 'labStarts must be one of usual, slow, failing, not "never".'],
    [{ settings: { isLmsEnabled: 1 } }, 'isLmsEnabled must be true or false, not 1.'],
    [{ settings: { start: 'chaos' } }, "The setting start is the platform's own: nobody else can set it."],
    [{ settings: { dbName: 'b' } }, "The setting dbName is the platform's own"],
    [{ clock: { advanceSeconds: 1e300 } }, 'The clock stays between the years 1970 and 9999.'],
    [{ settings: { nothing: 1 } }, 'There is no setting nothing; there are accessLifetimeSeconds'],
    [{ fault: { ...fault, operationId: 'nothing' } }, 'The contract has no operation nothing.'],
    [{ fault: { ...fault, times: 0 } }, 'times must be a whole number above 0'],
    [{ fault: { ...fault, fault: { kind: 'wait' } } }, 'There is no fault wait; there are status, body'],
    [{ fault: { ...fault, fault: { kind: 'body', status: 200 } } }, 'A fault body needs body.'],
    [
      { fault: { ...fault, fault: { kind: 'delay', milliseconds: 'soon' } } },
      'milliseconds must be a number',
    ],
    [
      { fault: { ...fault, fault: { kind: 'delay', milliseconds: -1 } } },
      'number from 0 to 2147483647, not -1.',
    ],
    [{ fault: { ...fault, fault: { kind: 'status', status: '503' } } }, '200 to 599, not "503".'],
    [
      { fault: { ...fault, fault: { kind: 'status', status: 503, headers: { 'a b': '1' } } } },
      'headers must be texts by name, as HTTP allows them, not {"a b":"1"}.',
    ],
    [
      { fault: { ...fault, fault: { kind: 'status', status: 503, headers: { a: 'й' } } } },
      'headers must be texts by name',
    ],
    [
      { fault: { ...fault, fault: { kind: 'status', status: 503, detail: 5 } } },
      'detail must be a text, not 5.',
    ],
    [
      { fault: { ...fault, fault: { kind: 'abort', after: 'yes' } } },
      'after must be true or false, not "yes".',
    ],
    [
      { fault: { ...fault, fault: { kind: 'html', status: 99 } } },
      'status must be a whole number from 200 to 599',
    ],
  ])('%j is refused with a sentence, and nothing is changed', (change, sentence) => {
    const db = createStillDb()
    expect(() =>
      applyControl(db, { settings: { isMailWorking: false }, ...change } as ControlChange),
    ).toThrow(sentence)
    expect(db.version).toBe(0)
  })
})
