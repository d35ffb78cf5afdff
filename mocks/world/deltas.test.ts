import { describe, expect, it } from 'vitest'
import { createPlatform, createStillWorld } from '../test-platform'
import { importSnapshot, type World } from './world'

/** Everything that a world holds, row by row. */
function rowsOf(world: World): Record<string, object[]> {
  return Object.fromEntries(Object.entries(world.tables).map(([name, table]) => [name, table.values()]))
}

async function useThePlatform() {
  const platform = createPlatform()
  const { call, world, tokenOf } = platform
  const token = tokenOf('student')
  await call('takeHint', { token, params: { group: 1, task: 102 } })
  const flags = [...world.flagsOf(1, 1, 102), 'flag{no}']
  await call('submitFlags', { token, query: { task_id: 102, group_id: 1 }, body: { flags } })
  await call('startLab', { token, query: { task_id: 104, group_id: 1 } })
  await call('stopLab', { token, query: { task_id: 104, group_id: 1 } })
  await call('shareProfile', { token })
  await call('register', { body: { email: 'a@mail.example', username: 'anna', password: 'gora-reka-41' } })
  world.clock.advance(5000)
  return platform
}

describe('changes', () => {
  it('of an untouched world are none', () => {
    expect(createStillWorld().changesSince(0)).toEqual({ version: 0, rows: [] })
  })

  it('carried to an equal world make it the same, through JSON', async () => {
    const { world } = await useThePlatform()
    const other = createStillWorld()
    other.apply(JSON.parse(JSON.stringify(world.changesSince(0))))
    expect(rowsOf(other)).toEqual(rowsOf(world))
    expect(other.version).toBe(world.version)
    expect(other.now()).toBe(world.now())
  })

  it('can be carried piece by piece, and a deleted row is gone', async () => {
    const { world, call, tokenOf } = await useThePlatform()
    const other = createStillWorld()
    other.apply(world.changesSince(0))
    const seen = other.version
    await call('hideProfile', { token: tokenOf('student') })
    const changes = world.changesSince(seen)
    expect(changes.rows).toContainEqual({ table: 'shares', key: '1', row: null })
    other.apply(changes)
    expect(rowsOf(other)).toEqual(rowsOf(world))
  })

  it('can be carried on by the world that took them', async () => {
    const { world } = await useThePlatform()
    const second = createStillWorld()
    second.apply(world.changesSince(0))
    const third = createStillWorld()
    third.apply(second.changesSince(0))
    expect(rowsOf(third)).toEqual(rowsOf(world))
  })
})

it('a snapshot begins an equal world', async () => {
  const { world } = await useThePlatform()
  const snapshot = structuredClone(world.exportSnapshot())
  const copy = importSnapshot(snapshot, { machineNow: () => 0 })
  expect(rowsOf(copy)).toEqual(rowsOf(world))
})

it.each(['default', 'other'])('equal seeds make equal worlds, calls included: %s', async seed => {
  const dump = async () => {
    const { world, call, tokenOf } = createPlatform({ seed })
    await call('getLeaderboard', { token: tokenOf('student'), params: { id: 1 } })
    return JSON.stringify(rowsOf(world))
  }
  expect(await dump()).toBe(await dump())
})
