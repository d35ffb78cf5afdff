import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it } from 'vitest'
import { mockOperations } from '../operations'
import type { Db } from '../platform/db'
import { refreshCookie, startSession } from '../platform/sessions'
import { createRunner } from '../run-operation'
import { mondayMorning } from '../test-platform'
import { openSharedDb, type SharedDbOptions } from './shared-db'

beforeAll(() => {
  Object.assign(globalThis, { IDBKeyRange })
})

/** One holder at a time, first come first served, as Web Locks are. */
function createLocks(): NonNullable<SharedDbOptions['locks']> {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  return { request } as NonNullable<SharedDbOptions['locks']>
}

/** Channels of one name: each hears all others. */
function createChannels() {
  const ends: (() => void)[] = []
  return (): NonNullable<SharedDbOptions['channel']> => {
    let hear = () => {}
    const end = () => hear()
    ends.push(end)
    return {
      postMessage: () => {
        for (const other of ends) if (other !== end) other()
      },
      addEventListener: (_: string, listener: unknown) => {
        hear = listener as () => void
      },
    }
  }
}

/** An origin whose tabs share a database and locks. */
function createOrigin() {
  const indexedDB = new IDBFactory()
  const locks = createLocks()
  const channel = createChannels()
  let machine = mondayMorning
  const openTab = async () => {
    const shared = await openSharedDb({ indexedDB, locks, channel: channel(), machineNow: () => machine })
    const run = createRunner({ ...shared, operations: mockOperations })
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

  it('never refresh with a spent cookie, however many ask at once', async () => {
    const { openTab } = createOrigin()
    const tabs = [await openTab(), await openTab(), await openTab()]
    await tabs[0]?.login()
    const answers = await Promise.all([...tabs, ...tabs, ...tabs].map(tab => tab.refresh()))
    expect(answers.map(answer => answer.status)).toEqual(Array(9).fill(200))
    expect(new Set(answers.map(answer => answer.body.refresh_token)).size).toBe(9)
  })

  it('hear of a change without asking', async () => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    let heard = 0
    second.onChange(() => heard++)
    await first.exclusively(async () => first.db().clock.setSpeed(60))
    await expect.poll(() => heard).toBe(1)
    expect(second.db().tables.clock.get('clock')?.speed).toBe(60)
    await second.exclusively(async () => {})
    expect(heard).toBe(1)
  })

  it('begin anew together, as what begins lays it', async () => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    await first.reset({
      scenario: 'labRunning',
      lay: (db, jar) => {
        db.tables.users.patch(1, { username: 'renamed' })
        jar.store([refreshCookie(db, startSession(db, 1))])
      },
    })
    expect((await second.refresh()).body.user.username).toBe('renamed')
    expect(second.db().scenario).toBe('labRunning')
  })

  it('take over a database of another browser, however old, with its session', async () => {
    const there = await createOrigin().openTab()
    const { body } = await there.login()
    await there.rename(body.access_token, 'renamed')
    const snapshot = JSON.parse(JSON.stringify(there.db().exportSnapshot()))
    const cookies = there.jar.toJSON()
    const { openTab, pass } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    pass(20 * 86_400_000)
    await first.adopt(snapshot, cookies)
    expect((await second.refresh()).body.user.username).toBe('renamed')
    expect((await (await openTab()).refresh()).body.user.username).toBe('renamed')
    expect(second.db().startedAt).toBe(mondayMorning)
  })

  it('begin anew with another seed', async () => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    await first.login()
    await second.reset({ seed: 'another' })
    expect((await first.refresh()).status).toBe(401)
    expect(first.db().seed).toBe('another')
  })
})

describe('work that fails', () => {
  const nameOf = (db: Db) => db.tables.users.get(1)?.username

  it.each([
    [
      'throws',
      async () => {
        throw new Error('half done')
      },
    ],
    [
      'leaves what cannot be kept',
      async (db: Db) => void db.tables.users.patch(2, { username: (() => {}) as never }),
    ],
  ])('and %s changes nothing, and parts no tabs', async (_, fail: (db: Db) => Promise<void>) => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    const failing = first.exclusively(async () => {
      first.db().tables.users.patch(1, { username: 'lost' })
      await fail(first.db())
    })
    await expect(failing).rejects.toThrow()
    expect(nameOf(first.db())).toBe('student')
    const third = await openTab()
    expect(nameOf(third.db())).toBe('student')
    await second.exclusively(async () => second.db().tables.users.patch(1, { username: 'renamed' }))
    await first.exclusively(async () => first.db().tables.users.patch(2, { username: 'other' }))
    await third.exclusively(async () => {})
    for (const { db } of [first, second, third]) {
      expect([nameOf(db()), db().tables.users.get(2)?.username]).toEqual(['renamed', 'other'])
    }
  })

  it('of a new beginning leaves the database that there was', async () => {
    const { openTab } = createOrigin()
    const first = await openTab()
    const { body } = await first.login()
    await first.rename(body.access_token, 'renamed')
    const lay = (db: Db) => void db.tables.users.patch(2, { username: (() => {}) as never })
    await expect(first.reset({ seed: 'another', lay })).rejects.toThrow()
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

  it('after a week begins a fresh database', async () => {
    const { openTab, pass } = createOrigin()
    await (await openTab()).login()
    pass(7 * 86_400_000 + 1)
    const later = await openTab()
    expect((await later.refresh()).status).toBe(401)
    expect(later.db().startedAt).toBe(mondayMorning + 7 * 86_400_000 + 1)
  })
})
