import { describe, expect, it } from 'vitest'
import { createPausedDb, createPlatform } from '../test-platform'
import type { Db } from './db'

function getRows(db: Db): Record<string, object[]> {
  return Object.fromEntries(Object.entries(db.tables).map(([name, table]) => [name, table.values()]))
}

async function useThePlatform() {
  const platform = createPlatform()
  const { call, db, getToken } = platform
  const token = getToken('student')
  await call('takeHint', { token, params: { group: 1, task: 102 } })
  const flags = [...db.getFlags(1, 1, 102), 'flag{no}']
  await platform.sendFlags(102, flags, { token })
  await call('startLab', { token, query: { task_id: 104, group_id: 1 } })
  await call('stopLab', { token, query: { task_id: 104, group_id: 1 } })
  await call('shareProfile', { token })
  await call('register', { body: { email: 'a@mail.example', username: 'anna', password: 'gora-reka-41' } })
  db.clock.advance(5000)
  return platform
}

describe('changes', () => {
  it('of a new database are none', () => {
    expect(createPausedDb().changesSince(0)).toEqual({ version: 0, rows: [] })
  })

  it('applied to an equal database make it the same, through JSON', async () => {
    const { db } = await useThePlatform()
    const other = createPausedDb()
    other.apply(JSON.parse(JSON.stringify(db.changesSince(0))))
    expect(getRows(other)).toEqual(getRows(db))
    expect(other.version).toBe(db.version)
    expect(other.now()).toBe(db.now())
  })

  it('can be applied incrementally, including deleted rows', async () => {
    const { db, call, getToken } = await useThePlatform()
    const other = createPausedDb()
    other.apply(db.changesSince(0))
    const seen = other.version
    await call('hideProfile', { token: getToken('student') })
    const changes = db.changesSince(seen)
    expect(changes.rows).toContainEqual({ table: 'shares', key: '1', row: null })
    other.apply(changes)
    expect(getRows(other)).toEqual(getRows(db))
  })

  it('can be forwarded by the database that applied them', async () => {
    const { db } = await useThePlatform()
    const second = createPausedDb()
    second.apply(db.changesSince(0))
    const third = createPausedDb()
    third.apply(second.changesSince(0))
    expect(getRows(third)).toEqual(getRows(db))
  })
})

it.each(['default', 'other'])('equal seeds make equal databases, calls included: %s', async seed => {
  const dump = async () => {
    const { db, call, getToken } = createPlatform({ seed })
    await call('getLeaderboard', { token: getToken('student'), params: { id: 1 } })
    return JSON.stringify(getRows(db))
  }
  expect(await dump()).toBe(await dump())
})

it('the clock runs with the machine, and can be advanced, set, paused and sped up', () => {
  let machine = 1000
  const { clock } = createPausedDb({ startedAt: 50_000, clockAnchor: machine, machineNow: () => machine })
  const steps: [change: () => void, now: number][] = [
    [() => {}, 50_100],
    [() => clock.advance(4000), 54_200],
    [() => clock.set(9000), 9100],
    [() => clock.pause(), 9100],
    [() => clock.advance(5), 9105],
    [() => clock.resume(), 9205],
    [() => clock.setSpeed(60), 15_205],
  ]
  for (const [change, now] of steps) {
    change()
    machine += 100
    expect(clock.now()).toBe(now)
  }
})
