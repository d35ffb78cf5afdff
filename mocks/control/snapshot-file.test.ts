import { describe, expect, it } from 'vitest'
import { createPausedDb, createPlatform } from '../test-platform'
import { openSnapshot, readSnapshotFile, writeSnapshotFile } from './snapshot-file'

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
  const { call, db, tokenOf } = platform
  const token = tokenOf('student')
  await call('takeHint', { token, params: { group: 1, task: 102 } })
  await call('submitFlags', {
    token,
    query: { task_id: 102, group_id: 1 },
    body: { flags: db.flagsOf(1, 1, 102) },
  })
  await call('startLab', { token, query: { task_id: 104, group_id: 1 } })
  await call('shareProfile', { token })
  db.clock.advance(3000)
  db.clock.setSpeed(10)
  db.faults.add('getTask', { kind: 'status', status: 503 })
  return { ...platform, token }
}

describe('a snapshot', () => {
  it('opened elsewhere gives identical responses, and its clock runs on', async () => {
    const { send, call, token, tokenOf, db } = await usedPlatform()
    const candidate = tokenOf('candidate')
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
    ['that is a bare value', () => 'null', /^The file is no snapshot of Flagship\.$/],
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
    ['of no version', text => text.replace('"version": 1', '"version": 0'), damaged],
    ['with a speed below 0', withParts({ speed: -5 }), damaged],
    ['of no time', withParts({ now: null }), damaged],
    ['of a time out of all years', withParts({ now: 9e15 }), damaged],
    ['without storage', withParts({ storage: null }), damaged],
    ['with a list as storage', withParts({ storage: [] }), damaged],
    ['with storage of other values', withParts({ storage: { token: 1 } }), damaged],
    ['with an empty cookie', withParts({ cookies: [null] }), damaged],
    ['with a cookie without a value', withParts({ cookies: [{ name: 'a', path: '/' }] }), damaged],
    ['with an empty row', withRow(null), damaged],
    ['with a row of no table', withRow({ table: 'toString', key: 'a', row: {} }), damaged],
    ['with a row that is a text', withRow({ table: 'users', key: '1', row: 'x' }), damaged],
    ['without settings', withRow({ table: 'settings', key: 'settings', row: null }), damaged],
    ['with broken settings', withRow({ table: 'settings', key: 'settings', row: { start: 5 } }), damaged],
    ['without a clock', withRow({ table: 'clock', key: 'clock', row: null }), damaged],
    ['with a broken clock', withRow({ table: 'clock', key: 'clock', row: { base: 1 } }), damaged],
    ['with a broken fault', withRow({ table: 'faults', key: '1', row: { id: 1, left: null } }), damaged],
    ['with a broken recording', withRow({ table: 'recordings', key: 'recording', row: {} }), damaged],
    ['larger than 5 MB', text => text + ' '.repeat(5 * 1024 * 1024), /larger than 5 MB/],
  ])('%s is rejected with an error message', async (_, spoil, message) => {
    const text = writeSnapshotFile((await usedPlatform()).db, context)
    expect(() => readSnapshotFile(spoil(text))).toThrow(message)
  })
})
