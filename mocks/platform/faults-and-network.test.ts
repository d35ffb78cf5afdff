import { describe, expect, it } from 'vitest'
import { operationTable } from '../operations.gen'
import { createPausedDb, createPlatform } from '../test-platform'
import { importSnapshot } from './create-db'
import { chaosFault, DOWN_MS, drawLatency, isNetworkDown, latencyProfiles, UP_MS } from './network'

const [operation = expect.fail('no operation')] = operationTable.filter(row => row.operationId === 'getTask')

describe('pending faults', () => {
  const status = { kind: 'status', status: 503 } as const

  it('apply in order until they are used up or removed', () => {
    const { faults } = createPausedDb()
    faults.add('getTask', status, 2)
    faults.add('getTask', { kind: 'html' }, Number.POSITIVE_INFINITY)
    faults.add('getGroup', { kind: 'empty' })
    expect(faults.list()).toEqual([
      { id: 1, operationId: 'getTask', fault: status, left: 2 },
      { id: 2, operationId: 'getTask', fault: { kind: 'html' }, left: null },
      { id: 3, operationId: 'getGroup', fault: { kind: 'empty' }, left: 1 },
    ])
    const taken = Array.from({ length: 4 }, () => faults.take('getTask')?.kind)
    expect(taken).toEqual(['status', 'status', 'html', 'html'])
    faults.remove(2)
    expect([faults.has('getTask'), faults.take('getTask')]).toEqual([false, undefined])
    faults.clear()
    expect(faults.list()).toEqual([])
  })

  it('are stored in the database, except those with a promise', () => {
    const db = createPausedDb()
    const other = createPausedDb()
    db.faults.add('getTask', { kind: 'wait', until: Promise.resolve() })
    db.faults.add('getTask', status)
    other.apply(db.changesSince(0))
    expect(other.faults.list()).toMatchObject([{ id: 2, fault: status }])
    expect(other.faults.take('getTask')).toEqual(status)
    db.apply(other.changesSince(0))
    expect(db.faults.list()).toMatchObject([{ id: 1, fault: { kind: 'wait' } }])
    db.faults.add('getGroup', status)
    const copy = importSnapshot(JSON.parse(JSON.stringify(db.exportSnapshot())))
    expect(copy.faults.list()).toMatchObject([{ id: 3, operationId: 'getGroup' }])
  })
})

describe('N01 chaos', () => {
  const draw = (seed: string, share: number, count: number) =>
    Array.from({ length: count }, (_, n) => chaosFault({ seed, share }, operation, n + 1))

  it('fails the same calls in the same way for the same seed, and others for another', () => {
    expect(draw('a', 0.5, 50)).toEqual(draw('a', 0.5, 50))
    expect(draw('a', 0.5, 50)).not.toEqual(draw('b', 0.5, 50))
  })

  it('fails none at 0, all at 1, and two thirds at 2/3', () => {
    const failed = (share: number) => draw('a', share, 1000).filter(Boolean).length
    expect([failed(0), failed(1)]).toEqual([0, 1000])
    expect(Math.abs(failed(2 / 3) - 667)).toBeLessThan(50)
  })

  it('has every failure, with a detail where the contract has one, and delays of at most 5 s', () => {
    const seen = new Set<string>()
    for (const fault of draw('a', 1, 1000)) {
      seen.add(
        fault?.kind === 'status' ? `${fault.status} ${fault.detail !== undefined}` : String(fault?.kind),
      )
      if (fault?.kind === 'delay') expect(fault.milliseconds).toBeLessThanOrEqual(5000)
    }
    const documented = operation.responses.filter(({ details }) => details).map(row => row.status)
    const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504]
    const expected = statuses.map(status => `${status} ${documented.includes(status)}`)
    expect([...seen].sort()).toEqual([...expected, 'abort', 'delay', 'never', 'reset'].sort())
  })

  it('counts the authorized calls of each operation, so that their order does not matter', async () => {
    const run = async (order: readonly ('listGroups' | 'getGroup')[]) => {
      const { send, db, getToken } = createPlatform({ settings: { chaos: { seed: 'x', share: 0.5 } } })
      // Skip delays and hanging requests.
      const outcomes: Record<string, string[]> = { listGroups: [], getGroup: [] }
      for (const operationId of order) {
        const chaos = { seed: 'x', share: 0.5 }
        const n = (db.tables.counters.get(`chaos:${operationId}`)?.last ?? 0) + 1
        const row = operationTable.find(one => one.operationId === operationId) ?? operation
        const kind = chaosFault(chaos, row, n)?.kind
        if (kind === 'never' || kind === 'delay') {
          db.tables.counters.put(`chaos:${operationId}`, { last: n })
          continue
        }
        expect((await send(operationId, { params: { id: 1 } })).status).toBe(401)
        const response = await send(operationId, { token: getToken('student'), params: { id: 1 } })
        outcomes[operationId]?.push(`${n} ${response.type} ${response.status}`)
      }
      return outcomes
    }
    const one = await run([...Array(12).fill('listGroups'), ...Array(12).fill('getGroup')])
    const other = await run(Array.from({ length: 24 }, (_, index) => (index % 2 ? 'listGroups' : 'getGroup')))
    expect(one).toEqual(other)
    expect(
      new Set(
        Object.values(one)
          .flat()
          .map(text => text.split(' ').at(-1)),
      ).size,
    ).toBeGreaterThan(3)
  })
})

describe('the network', () => {
  it.each([
    ['online', [false, false, false, false]],
    ['offline', [true, true, true, true]],
    ['flapping', [false, true, true, false]],
  ] as const)('%s is down before and after each change of one that flaps: %j', (network, expected) => {
    let machine = 0
    const db = createPausedDb({ settings: { network }, machineNow: () => machine })
    db.clock.pause()
    const away = [UP_MS - 1, UP_MS, UP_MS + DOWN_MS - 1, UP_MS + DOWN_MS].map(at => {
      machine = at
      return isNetworkDown(db)
    })
    expect(away).toEqual(expected)
  })

  it('that flaps ignores the virtual clock', () => {
    const db = createPausedDb({ settings: { network: 'flapping' } })
    db.clock.advance(UP_MS)
    expect(isNetworkDown(db)).toBe(false)
  })

  it('breaks every call while it is down, without executing it', async () => {
    let machine = UP_MS
    const machineNow = () => machine
    const { send, call, db, getToken } = createPlatform({ settings: { network: 'flapping' }, machineNow })
    const token = getToken('student')
    const body = { new_username: 'renamed' }
    expect((await send('updateUsername', { token, body })).type).toBe('error')
    expect(db.tables.users.get(1)?.username).toBe('student')
    machine += DOWN_MS
    expect((await call('updateUsername', { token, body })).status).toBe(200)
  })
})

it('latency stays within its profile, and is the same for the same call', () => {
  for (const profile of ['none', 'usual', 'slow', 'verySlow', 'uneven'] as const) {
    const [shortest, longest] = latencyProfiles[profile]
    const drawn = Array.from({ length: 300 }, (_, id) => drawLatency(profile, id))
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(shortest)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(longest)
    expect(drawn).toEqual(Array.from({ length: 300 }, (_, id) => drawLatency(profile, id)))
  }
})
