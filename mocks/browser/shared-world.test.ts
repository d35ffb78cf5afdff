import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it } from 'vitest'
import { mockOperations } from '../operations'
import { createRunner } from '../run-operation'
import { mondayMorning } from '../test-platform'
import { openSharedWorld, type SharedWorldOptions } from './shared-world'

beforeAll(() => {
  Object.assign(globalThis, { IDBKeyRange })
})

/** One holder at a time, first come first served, as Web Locks are. */
function createLocks(): NonNullable<SharedWorldOptions['locks']> {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  return { request } as NonNullable<SharedWorldOptions['locks']>
}

/** An origin whose tabs share a database and locks. */
function createOrigin() {
  const indexedDB = new IDBFactory()
  const locks = createLocks()
  let machine = mondayMorning
  const openTab = async () => {
    const shared = await openSharedWorld({ indexedDB, locks, machineNow: () => machine })
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

  it('begin anew together', async () => {
    const { openTab } = createOrigin()
    const [first, second] = [await openTab(), await openTab()]
    await first.login()
    await second.reset({ seed: 'another' })
    expect((await first.refresh()).status).toBe(401)
    expect(first.world().seed).toBe('another')
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
    expect(after.world().now()).toBe(mondayMorning + 60_000)
    expect(after.world().startedAt).toBe(mondayMorning)
  })

  it('after a week begins a fresh world', async () => {
    const { openTab, pass } = createOrigin()
    await (await openTab()).login()
    pass(7 * 86_400_000 + 1)
    const later = await openTab()
    expect((await later.refresh()).status).toBe(401)
    expect(later.world().startedAt).toBe(mondayMorning + 7 * 86_400_000 + 1)
  })
})
