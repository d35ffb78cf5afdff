import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it } from 'vitest'
import { mockOperations } from '../../operations'
import type { Db } from '../../platform/db'
import { refreshCookie, startSession } from '../../platform/sessions'
import { createOperationRunner } from '../../run-operation'
import { mondayMorning } from '../../test-platform'
import { openSharedDb, type SharedDbOptions } from './shared-db'

beforeAll(() => {
  Object.assign(globalThis, { IDBKeyRange })
})

/** First come, first served, as Web Locks. */
function createLocks(): NonNullable<SharedDbOptions['locks']> {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  return { request } as NonNullable<SharedDbOptions['locks']>
}

/** BroadcastChannels of one name. */
function createChannels() {
  const ends: (() => void)[] = []
  return (): NonNullable<SharedDbOptions['channel']> => {
    let notify = () => {}
    const end = () => notify()
    ends.push(end)
    return {
      postMessage: () => {
        for (const other of ends) if (other !== end) other()
      },
      addEventListener: (_: string, listener: unknown) => {
        notify = listener as () => void
      },
    }
  }
}

function createOrigin() {
  const indexedDB = new IDBFactory()
  const locks = createLocks()
  const channel = createChannels()
  let machine = mondayMorning
  const openTab = async () => {
    const shared = await openSharedDb({ indexedDB, locks, channel: channel(), machineNow: () => machine })
    const run = createOperationRunner({ ...shared, operations: mockOperations })
    const send = async (operationId: Parameters<typeof run>[0], path: string, init: RequestInit = {}) => {
      const request = new Request(`http://localhost/api${path}`, { credentials: 'include', ...init })
      if (init.body) request.headers.set('content-type', 'application/json')
      const response = await run(operationId, { request, params: {} })
      return { status: response.status, body: JSON.parse((await response.text()) || 'null') }
    }
    const login = () =>
      send('login', '/auth/login', {
        method: 'POST',
        body: JSON.stringify({ username: 'student', password: 'flagship-demo' }),
      })
    const refresh = () => send('refreshSession', '/auth/refresh', { method: 'POST' })
    const rename = (token: string, name: string) =>
      send('updateUsername', '/user/update/username', {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ new_username: name }),
      })
    return { ...shared, login, refresh, rename }
  }
  return { openTab, pass: (milliseconds: number) => (machine += milliseconds) }
}

describe('tabs of one origin', () => {
  it('see each other’s changes and share the refresh cookie', async () => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    const { body } = await first.login()
    expect((await second.refresh()).body.user.username).toBe('student')
    await first.rename(body.access_token, 'renamed')
    expect((await second.refresh()).body.user.username).toBe('renamed')
  })

  it('never refresh with a used cookie, even concurrently', async () => {
    const { openTab } = createOrigin()
    const tabs = [await openTab(), await openTab(), await openTab()]
    await tabs[0]?.login()
    const responses = await Promise.all([...tabs, ...tabs, ...tabs].map(tab => tab.refresh()))
    expect(responses.map(response => response.status)).toEqual(Array(9).fill(200))
    expect(new Set(responses.map(response => response.body.refresh_token)).size).toBe(9)
  })

  it('are notified of changes', async () => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    let changes = 0
    second.onChange(() => changes++)
    await first.runExclusive(async () => first.db().clock.setSpeed(60))
    await expect.poll(() => changes).toBe(1)
    expect(second.db().tables.clock.get('clock')?.speed).toBe(60)
    await second.runExclusive(async () => {})
    expect(changes).toBe(1)
  })

  it('are reset together, with the prepared changes', async () => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    await first.reset({
      seed: 'another',
      scenario: 'labRunning',
      prepare: (db, jar) => {
        db.tables.users.patch(1, { username: 'renamed' })
        jar.store([refreshCookie(db, startSession(db, 1))])
      },
    })
    expect((await second.refresh()).body.user.username).toBe('renamed')
    expect([second.db().seed, second.db().scenario]).toEqual(['another', 'labRunning'])
  })

  it('load a snapshot of another browser, however old, with its session', async () => {
    const there = await createOrigin().openTab()
    const { body } = await there.login()
    await there.rename(body.access_token, 'renamed')
    const snapshot = JSON.parse(JSON.stringify(there.db().exportSnapshot()))
    const cookies = there.jar.toJSON()
    const { openTab, pass } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    pass(20 * 86_400_000)
    await first.loadSnapshot(snapshot, cookies)
    expect((await second.refresh()).body.user.username).toBe('renamed')
    expect((await (await openTab()).refresh()).body.user.username).toBe('renamed')
    expect(second.db().startedAt).toBe(mondayMorning)
  })
})

describe('work that fails', () => {
  const getName = (db: Db) => db.tables.users.get(1)?.username

  it.each([
    [
      'throws',
      async () => {
        throw new Error('half done')
      },
    ],
    [
      'writes a value that cannot be stored',
      async (db: Db) => void db.tables.users.patch(2, { username: (() => {}) as never }),
    ],
  ])('and %s changes nothing, and tabs stay in sync', async (_, fail: (db: Db) => Promise<void>) => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    const failing = first.runExclusive(async () => {
      first.db().tables.users.patch(1, { username: 'lost' })
      await fail(first.db())
    })
    await expect(failing).rejects.toThrow()
    expect(getName(first.db())).toBe('student')
    const third = await openTab()
    expect(getName(third.db())).toBe('student')
    await second.runExclusive(async () => second.db().tables.users.patch(1, { username: 'renamed' }))
    await first.runExclusive(async () => first.db().tables.users.patch(2, { username: 'other' }))
    await third.runExclusive(async () => {})
    for (const { db } of [first, second, third]) {
      expect([getName(db()), db().tables.users.get(2)?.username]).toEqual(['renamed', 'other'])
    }
  })

  it('during a reset keeps the previous database', async () => {
    const { openTab } = createOrigin()
    const first = await openTab()
    const { body } = await first.login()
    await first.rename(body.access_token, 'renamed')
    const prepare = (db: Db) => void db.tables.users.patch(2, { username: (() => {}) as never })
    await expect(first.reset({ seed: 'another', prepare })).rejects.toThrow()
    for (const tab of [first, await openTab()]) {
      expect((await tab.refresh()).body.user.username).toBe('renamed')
    }
  })
})

describe('a reload', () => {
  it('finds the session, the changes and the running clock', async () => {
    const { openTab, pass } = createOrigin()
    const before = await openTab()
    const { body } = await before.login()
    await before.rename(body.access_token, 'renamed')
    pass(60_000)
    const after = await openTab()
    expect((await after.refresh()).body.user.username).toBe('renamed')
    expect(after.db().now()).toBe(mondayMorning + 60_000)
    expect(after.db().startedAt).toBe(mondayMorning)
  })

  it('after a week creates a new database', async () => {
    const { openTab, pass } = createOrigin()
    await (await openTab()).login()
    pass(7 * 86_400_000 + 1)
    const later = await openTab()
    expect((await later.refresh()).status).toBe(401)
    expect(later.db().startedAt).toBe(mondayMorning + 7 * 86_400_000 + 1)
  })
})
