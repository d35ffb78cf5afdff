import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { mockOperations } from '../../operations'
import type { RecordedScenario } from '../../recordings/recorded-scenario'
import { createOperationRunner } from '../../run-operation'
import { createControls, createPageAccess, startFromUrl } from './create-controls'
import { openSharedDb } from './shared-db'

beforeAll(() => {
  Object.assign(globalThis, { IDBKeyRange })
})

const recording: RecordedScenario = {
  kind: 'flagship-recording',
  version: 1,
  name: 'walk',
  recordedAt: '2026-09-01T08:00:00.000Z',
  exchanges: [],
}

async function createBrowser(path = '/', recordings: RecordedScenario[] = []) {
  let notified = 0
  let notifyTab = () => {}
  const channel = {
    postMessage: () => void notified++,
    addEventListener: (_: string, listener: unknown) => {
      notifyTab = listener as () => void
    },
  }
  const shared = await openSharedDb({ indexedDB: new IDBFactory() })
  const storage = new Map<string, string>()
  const removed: string[] = []
  const loaded: string[] = []
  const origin = 'http://localhost'
  const location = {
    origin,
    href: `${origin}${path}`,
    assign: (address: string) => loaded.push(address.slice(origin.length)),
    reload: () => loaded.push('again'),
  }
  const window = {
    location,
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => {
        removed.push(key)
        storage.delete(key)
      },
    },
    document: { documentElement: { lang: 'ru' } },
    history: {
      replaceState: (_: unknown, __: string, address: string) => {
        location.href = new URL(address, origin).href
      },
    },
  } as unknown as Window & typeof globalThis
  const saveLanguage = vi.fn()
  const facts = { storageKeys: ['token', 'theme', 'draft'], perUserKeys: ['token', 'draft'], saveLanguage }
  const controls = createControls({
    shared,
    page: createPageAccess(facts, channel, window),
    recordings,
    settings: { latency: 'none' },
  })
  const run = createOperationRunner({ ...shared, operations: mockOperations })
  const refresh = async () => {
    const request = new Request('http://localhost/api/auth/refresh', {
      method: 'POST',
      credentials: 'include',
    })
    const response = await run('refreshSession', { request, params: {} })
    return { status: response.status, text: await response.text() }
  }
  const others = { count: () => notified, notify: () => notifyTab() }
  return { controls, storage, loaded, location, window, saveLanguage, refresh, shared, others, removed }
}

describe('a start', () => {
  it('signs its user in, removes data of the previous user, and loads its page', async () => {
    const { controls, storage, loaded, refresh } = await createBrowser()
    storage.set('draft', 'of the previous user').set('theme', 'dark')
    await controls.start('examEndsSoon', '7')
    expect(loaded).toEqual(['/group/5'])
    expect([...storage.keys()].sort()).toEqual(['theme', 'token'])
    expect((await refresh()).text).toContain('"username":"candidate"')
    expect(controls.state()).toMatchObject({ start: 'examEndsSoon', seed: '7', username: 'candidate' })
  })
})

describe('a URL', () => {
  it('with an unknown scenario keeps the database and reports it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { controls, location, window } = await createBrowser('/groups?scenario=nosuch')
    await startFromUrl(controls, window)
    expect(location.href).toBe('http://localhost/groups')
    expect(controls.state()).toMatchObject({ start: null, problem: expect.stringContaining('nosuch') })
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})

it('the state is the same object until something changes, and every change notifies', async () => {
  const { controls } = await createBrowser()
  let count = 0
  const end = controls.subscribe(() => count++)
  const before = controls.state()
  await controls.setLatency('none')
  expect(controls.state()).toBe(before)
  await controls.clock({ advanceSeconds: 60, speed: 10 })
  await controls.addFault('listGroups', { kind: 'html' }, 3)
  await controls.setChaos({ seed: 'a', share: 0.5 })
  expect(controls.state()).toMatchObject({ speed: 10, chaos: { seed: 'a', share: 0.5 } })
  expect(controls.state().faults).toMatchObject([{ operationId: 'listGroups', left: 3 }])
  expect(count).toBe(3)
  end()
  await controls.clearFaults()
  expect([count, controls.state().faults.length]).toEqual([3, 0])
})

it('replaces the signed-in user, and signs out', async () => {
  const { controls, storage, refresh } = await createBrowser('/groups')
  await controls.start('default')
  await controls.signIn('admin')
  expect(controls.state().username).toBe('admin')
  expect((await refresh()).text).toContain('"username":"admin"')
  await controls.signIn(null)
  expect([controls.state().username, storage.get('token')]).toEqual([null, undefined])
  expect((await refresh()).status).toBe(401)
})

it('a snapshot opens in another browser with its session, storage, language and page', async () => {
  const there = await createBrowser('/group/1?tab=tasks')
  await there.controls.start('labRunning', '5')
  there.storage.set('draft', 'half a flag').set('theme', 'dark')
  await there.controls.clock({ advanceSeconds: 86_400, speed: 0 })
  const file = await there.controls.exportSnapshot()

  const here = await createBrowser('/login')
  here.storage.set('draft', 'another')
  await here.controls.importSnapshot(file)
  expect(here.loaded).toEqual(['/group/1?tab=tasks'])
  expect(here.storage).toEqual(there.storage)
  expect(here.saveLanguage).toHaveBeenCalledWith('ru')
  expect(here.controls.state()).toEqual(there.controls.state())
  expect(await here.refresh()).toEqual(await there.refresh())
})

it('the previous user is signed out in every tab', async () => {
  const { controls, shared, others, loaded, removed } = await createBrowser('/groups')
  await controls.start('default')
  await controls.signIn('admin')
  const former = shared.db().tables.sessions.filter(({ user_id }) => user_id === 1)
  expect(former.map(({ revoked }) => revoked)).toEqual([true])
  const file = await controls.exportSnapshot()
  await controls.importSnapshot(file)
  expect(removed).not.toContain('token')
  // By the start, the sign-in and the snapshot.
  expect(others.count()).toBe(3)
  const before = loaded.length
  others.notify()
  expect(loaded.slice(before)).toEqual(['again'])
})

it('a recording from a snapshot can be reset without its file', async () => {
  const there = await createBrowser('/', [recording])
  await there.controls.start('recorded:walk')
  const file = await there.controls.exportSnapshot()

  const here = await createBrowser('/')
  await here.controls.importSnapshot(file)
  await here.shared.runExclusive(async () => here.shared.db().tables.users.patch(1, { username: 'renamed' }))
  await here.controls.reset()
  expect(here.controls.state()).toMatchObject({ start: 'recorded:walk', startedAt: recording.recordedAt })
  expect(here.shared.db().tables.recordings.get('recording')).toEqual(recording)
  expect(here.shared.db().tables.users.get(1)?.username).toBe('student')
})

it('a snapshot cannot navigate to another site', async () => {
  const { controls, loaded } = await createBrowser('/login')
  const file = JSON.parse(await controls.exportSnapshot())
  for (const path of ['//evil.example/', 'https://evil.example/', 'javascript:1']) {
    await controls.importSnapshot(JSON.stringify({ ...file, path }))
  }
  expect(loaded).toEqual(['/', '/', '/'])
})
