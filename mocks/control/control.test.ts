import { describe, expect, it } from 'vitest'
import { joinByInvite } from '../platform/accounts'
import { payAtBank } from '../platform/exam-events'
import { SETTLE_SECONDS } from '../platform/payments'
import { personas } from '../platform/personas'
import { scenarios } from '../platform/scenarios'
import type { RecordedExchange, RecordedScenario } from '../recordings/recorded-scenario'
import { createPausedDb, createPlatform, mondayMorning } from '../test-platform'
import { applyControl, getPlatformState } from './controls'
import type { ControlChange } from './mock-controls'
import { openSnapshot, readSnapshotFile, writeSnapshotFile } from './snapshot-file'
import { createDbForStart, findStart, listStarts } from './starts'

describe('a start', () => {
  it('exists for every scenario, with an existing persona', () => {
    const facts = listStarts()
    const names = facts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(scenarios)))
    for (const { name, persona, path } of facts) {
      expect(persona === null || Object.hasOwn(personas, persona), name).toBe(true)
      expect(path, name).toMatch(/^\//)
      expect(getPlatformState(createDbForStart(name, { seed: 'x' })), name).toMatchObject({
        start: name,
        seed: 'x',
      })
    }
  })

  it.each([
    ['offlineFlaps', { network: 'flapping' }],
    ['slowNetwork', { latency: 'slow' }],
    ['chaos', { chaos: { seed: 'x', share: 0.2 } }],
  ])('%s is %j', (name, state) => {
    expect(getPlatformState(createDbForStart(name, { seed: 'x' }))).toMatchObject(state)
  })

  it('tokenStorm expires every access token after 2 seconds', async () => {
    const { call, getToken, db } = createPlatform({ db: createPausedStart('tokenStorm') })
    const token = getToken('student')
    expect((await call('listGroups', { token })).status).toBe(200)
    db.clock.advance(2000)
    expect((await call('listGroups', { token })).body).toEqual({ detail: 'Invalid token' })
  })

  it('paymentPending needs a payment check, which succeeds', async () => {
    const { call, db } = createPlatform({ db: createPausedStart('paymentPending') })
    const check = async () =>
      (await call('checkPayment', { as: 'candidate', query: { attempt_id: 2 } })).body.status
    db.clock.advance(60_000)
    expect(await check()).toBe('need_pay')
    db.clock.advance(3_600_000)
    expect(await check()).toBe('payed')
  })

  it('paymentPendingThenRejected is rejected when it settles, without a payment check', async () => {
    const { call, db } = createPlatform({ db: createPausedStart('paymentPendingThenRejected') })
    const status = async () =>
      (await call('getGroup', { as: 'candidate', params: { id: 5 } })).body.attempts?.at(-1)?.status
    db.clock.advance(SETTLE_SECONDS * 1000 - 1)
    expect(await status()).toBe('need_pay')
    db.clock.advance(1)
    expect(await status()).toBe('payment_rejected')
    const check = () => call('checkPayment', { as: 'candidate', query: { attempt_id: 2 } })
    expect((await check()).body).toMatchObject({ status: 'payment_rejected', reason: expect.any(String) })
    payAtBank(db, 'candidate', 5, 'pay')
    db.clock.advance(SETTLE_SECONDS * 1000)
    expect((await check()).body.status).toBe('payed')
  })

  it('emptyAccount has no name and no solves; noGroups has both', async () => {
    const seen = async (name: string) => {
      const { call, db, getToken, violations } = createPlatform({ db: createPausedStart(name) })
      const token = getToken('student')
      expect((await call('listGroups', { token })).body).toEqual([])
      joinByInvite(db, personas.student.id, db.content.groups.get(1)?.inviteCode ?? '')
      const { user, totals } = (await call('getCompetencies', { token })).body
      expect(violations).toEqual([])
      return [user.first_name, totals.tasks_solved > 0]
    }
    expect(await seen('noGroups')).toEqual([personas.student.firstName, true])
    expect(await seen('emptyAccount')).toEqual([undefined, false])
  })

  it('with an unknown name throws an error that lists all names', () => {
    expect(() => findStart('toString')).toThrow(
      /There is no scenario toString; there are default, .*chaos\.$/,
    )
  })
})

function createPausedStart(name: string) {
  return createDbForStart(name, { startedAt: mondayMorning, clockAnchor: 0, machineNow: () => 0 })
}

describe('a recording', () => {
  const forbidden = (id: number, detail: string): RecordedExchange => ({
    operationId: 'getGroup',
    params: { id },
    query: {},
    answer: { status: 403, body: { detail }, headers: {} },
  })
  const recording: RecordedScenario = {
    kind: 'flagship-recording',
    version: 1,
    name: 'two-errors',
    recordedAt: '2026-05-04T09:00:00.000Z',
    exchanges: [
      forbidden(1, 'you dont have access to this group'),
      forbidden(2, 'email not verified'),
      forbidden(1, 'email not verified'),
    ],
  }

  it('is played in order, repeats its last response, and the database answers other requests', async () => {
    const machineNow = () => mondayMorning
    const db = createDbForStart('recorded:two-errors', { machineNow }, [recording])
    expect(getPlatformState(db)).toMatchObject({ start: 'recorded:two-errors', now: recording.recordedAt })
    const { call, getToken, violations } = createPlatform({ db })
    const token = getToken('student')
    const getDetail = async (id: number) => (await call('getGroup', { token, params: { id } })).body.detail
    const details = [
      await getDetail(1),
      await getDetail(2),
      await getDetail(1),
      await getDetail(1),
      await getDetail(3),
    ]
    const notRecorded = 'Training in this group will begin later'
    expect(details).toEqual([
      'you dont have access to this group',
      'email not verified',
      'email not verified',
      'email not verified',
      notRecorded,
    ])
    expect((await call('getGroup', { params: { id: 1 } })).status).toBe(401)
    expect(violations).toEqual([])
  })

  it('is offered after the other starts', () => {
    expect(listStarts([recording]).at(-1)).toEqual({
      name: 'recorded:two-errors',
      persona: 'student',
      path: '/',
    })
  })
})

describe('a control', () => {
  const fault = { operationId: 'getTask', fault: { kind: 'status', status: 503 }, times: null } as const

  it('changes what it names and nothing else', () => {
    const db = createPausedDb()
    const before = getPlatformState(db)
    applyControl(db, { fault, latency: 'slow', settings: { isMailWorking: false } })
    applyControl(db, { clock: { advanceSeconds: 60, speed: 10 }, chaos: { seed: 'a', share: 0.5 } })
    expect(getPlatformState(db)).toEqual({
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
    expect(getPlatformState(db)).toEqual(before)
  })

  it('that sets and stops the clock leaves it at exactly that time', () => {
    let machine = 0
    const db = createPausedDb({ machineNow: () => ++machine })
    applyControl(db, { clock: { set: '2026-10-05T12:00:00Z', speed: 0 } })
    expect(getPlatformState(db)).toMatchObject({ now: '2026-10-05T12:00:00.000Z', speed: 0 })
  })

  it('that sets the chaos resets its call counters', () => {
    const db = createPausedDb()
    db.tables.counters.put('chaos:getTask', { last: 7 })
    applyControl(db, { chaos: { seed: 'a', share: 1 } })
    expect(db.tables.counters.get('chaos:getTask')).toBeUndefined()
  })

  it.each<[object, string]>([
    [{ clock: { set: 'noon' } }, 'noon is not a valid time; use RFC 3339.'],
    [{ clock: { speed: -1 } }, 'speed must be a number from 0 to 86400, not -1.'],
    [{ latency: 'toString' }, 'There is no latency toString'],
    [{ chaos: { seed: '', share: 1 } }, 'chaos needs a seed'],
    [{ chaos: { seed: 'a', share: 2 } }, 'must be a number from 0 to 1, not 2.'],
    [{ settings: { accessLifetimeSeconds: 'x' } }, 'accessLifetimeSeconds must be a number of seconds, 0 or'],
    [{ settings: { groupSizes: { 7: 100_000 } } }, 'at most 99999 each, not {"7":100000}.'],
    [{ settings: { labStarts: 'never' } }, 'labStarts must be one of usual, slow, failing, not "never".'],
    [{ settings: { start: 'chaos' } }, 'The setting start is read-only.'],
    [{ clock: { advanceSeconds: 1e300 } }, 'The clock stays between the years 1970 and 9999.'],
    [{ settings: { nothing: 1 } }, 'There is no setting nothing; there are accessLifetimeSeconds'],
    [{ fault: { ...fault, operationId: 'nothing' } }, 'The contract has no operation nothing.'],
    [{ fault: { ...fault, times: 0 } }, 'times must be a whole number above 0'],
    [{ fault: { ...fault, fault: { kind: 'wait' } } }, 'There is no fault wait; there are status, body'],
    [
      { fault: { ...fault, fault: { kind: 'delay', milliseconds: 'soon' } } },
      'milliseconds must be a number',
    ],
    [{ fault: { ...fault, fault: { kind: 'status', status: '503' } } }, '200 to 599, not "503".'],
    [
      { fault: { ...fault, fault: { kind: 'status', status: 503, headers: { 'a b': '1' } } } },
      'headers must be valid HTTP headers, as an object of strings, not {"a b":"1"}.',
    ],
    [
      { fault: { ...fault, fault: { kind: 'abort', after: 'yes' } } },
      'after must be true or false, not "yes".',
    ],
  ])('%j is rejected with an error message and changes nothing', (change, message) => {
    const db = createPausedDb()
    expect(() =>
      applyControl(db, { settings: { isMailWorking: false }, ...change } as ControlChange),
    ).toThrow(message)
    expect(db.version).toBe(0)
  })
})

const context = {
  cookies: [{ name: 'refresh_token', value: 'fr_1', path: '/api/auth' }],
  storage: { theme: 'dark' },
  path: '/group/1?tab=lms',
  language: 'ru',
  theme: 'dark',
}

const damaged = /^The snapshot is damaged/

const withParts = (parts: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), ...parts })

const withRow = (row: object | null) => (text: string) => {
  const { db, ...file } = JSON.parse(text)
  const changes = { ...db.changes, rows: [...db.changes.rows, row] }
  return JSON.stringify({ ...file, db: { ...db, changes } })
}

/** A state that differs from every scenario, with a signed-in user. */
async function usedPlatform() {
  const platform = createPlatform({
    seed: 'snapshot',
    scenario: 'examRunning',
    settings: { isLmsEnabled: false },
  })
  const { call, db, getToken } = platform
  const token = getToken('student')
  await call('takeHint', { token, params: { group: 1, task: 102 } })
  await platform.sendFlags(102, db.getFlags(1, 1, 102), { token })
  await call('startLab', { token, query: { task_id: 104, group_id: 1 } })
  await call('shareProfile', { token })
  db.clock.advance(3000)
  db.clock.setSpeed(10)
  db.faults.add('getTask', { kind: 'status', status: 503 })
  return { ...platform, token }
}

describe('a snapshot', () => {
  it('opened elsewhere gives identical responses, and its clock runs on', async () => {
    const { send, call, token, getToken, db } = await usedPlatform()
    const candidate = getToken('candidate')
    const { link } = (await call('shareProfile', { token })).body
    const text = writeSnapshotFile(db, context)
    const file = readSnapshotFile(text)
    expect(file).toMatchObject({ ...context, now: db.now(), speed: 10 })

    let machine = Date.UTC(2031, 1, 3)
    const copy = createPlatform({ db: openSnapshot(file, { machineNow: () => machine }) })
    expect([copy.db.now(), copy.db.settings]).toEqual([db.now(), db.settings])
    const calls = [
      ['listGroups', { token }],
      ['getGroup', { token: candidate, params: { id: 5 } }],
      ['listTaskStatuses', { token, params: { id: 1 } }],
      ['getTask', { token, params: { group: 1, task: 102 } }],
      ['getTask', { token, params: { group: 1, task: 102 } }],
      ['getLabStatus', { token, query: { task_id: 104, group_id: 1 } }],
      ['getLeaderboard', { token, params: { id: 1 } }],
      ['getCompetencies', { token }],
      ['getSharedProfile', { params: { link } }],
      ['takeHint', { token, params: { group: 1, task: 101 } }],
      ['requestAttempt', { token: candidate, params: { id: 8 } }],
      ['uploadToLms', { as: 'admin', params: { id: 1 } }],
    ] as const
    const bytes = async (response: Response) => `${response.status} ${await response.text()}`
    for (const [operationId, options] of calls) {
      const [here, there] = [await send(operationId, options), await copy.send(operationId, options)]
      expect(await bytes(there), operationId).toBe(await bytes(here))
    }
    machine += 1000
    expect(copy.db.now()).toBe(db.now() + 10_000)
  })

  it('of a stopped clock opens at exactly that time', () => {
    const db = createPausedDb()
    db.clock.pause()
    const file = readSnapshotFile(writeSnapshotFile(db, context))
    let machine = 0
    expect(openSnapshot(file, { machineNow: () => ++machine }).now()).toBe(db.now())
  })

  it.each<[string, (text: string) => string, RegExp]>([
    ['that is cut', text => text.slice(0, -9), /^The file is no JSON/],
    ['of something else', () => '{"log":{}}', /^The file is no snapshot of Flagship\.$/],
    ['of a later version', text => text.replace('"version": 1', '"version": 2'), /newer version/],
    ['of another contract', text => text.replace(/"contract": "\w+"/, '"contract": "x"'), /another contract/],
    ['without its cookies', text => text.replace('"cookies"', '"biscuits"'), /^The snapshot is damaged/],
    [
      'of an unknown scenario',
      text => text.replace('"examRunning"', '"toString"'),
      /^The snapshot is damaged/,
    ],
    [
      'of other courses',
      text => text.replace(/"shape": "[^"]+"/, '"shape": "4-0"'),
      /another simulated plat/,
    ],
    ['with a speed below 0', withParts({ speed: -5 }), damaged],
    ['of a time out of all years', withParts({ now: 9e15 }), damaged],
    ['without storage', withParts({ storage: null }), damaged],
    ['with storage of other values', withParts({ storage: { token: 1 } }), damaged],
    ['with a cookie without a value', withParts({ cookies: [{ name: 'a', path: '/' }] }), damaged],
    ['with an empty row', withRow(null), damaged],
    ['with a row of no table', withRow({ table: 'toString', key: 'a', row: {} }), damaged],
    ['with broken settings', withRow({ table: 'settings', key: 'settings', row: { start: 5 } }), damaged],
    ['with a broken clock', withRow({ table: 'clock', key: 'clock', row: { base: 1 } }), damaged],
    ['with a broken fault', withRow({ table: 'faults', key: '1', row: { id: 1, left: null } }), damaged],
    ['with a broken recording', withRow({ table: 'recordings', key: 'recording', row: {} }), damaged],
    ['larger than 5 MB', text => text + ' '.repeat(5 * 1024 * 1024), /larger than 5 MB/],
  ])('%s is rejected with an error message', async (_, spoil, message) => {
    const text = writeSnapshotFile((await usedPlatform()).db, context)
    expect(() => readSnapshotFile(spoil(text))).toThrow(message)
  })
})
