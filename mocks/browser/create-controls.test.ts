import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { mockOperations } from '../operations'
import type { RecordedScenario } from '../recordings/recorded-scenario'
import { createRunner } from '../run-operation'
import { beginFromAddress } from './begin-from-address'
import { controlPage } from './controlled-page'
import { createControls } from './create-controls'
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

/** A browser with one tab at an address. */
async function createBrowser(path = '/', recordings: RecordedScenario[] = []) {
  let toldOthers = 0
  let hearOthers = () => {}
  const channel = {
    postMessage: () => void toldOthers++,
    addEventListener: (_: string, listener: unknown) => {
      hearOthers = listener as () => void
    },
  }
  const shared = await openSharedDb({ indexedDB: new IDBFactory() })
  const kept = new Map<string, string>()
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
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => {
        removed.push(key)
        kept.delete(key)
      },
    },
    document: { documentElement: { lang: 'ru' } },
    history: {
      replaceState: (_: unknown, __: string, address: string) => {
        location.href = new URL(address, origin).href
      },
    },
  } as unknown as Window & typeof globalThis
  const keepLanguage = vi.fn()
  const facts = { storageKeys: ['token', 'theme', 'draft'], personalKeys: ['token', 'draft'], keepLanguage }
  const controls = createControls({
    shared,
    page: controlPage(facts, channel, window),
    recordings,
    settings: { latency: 'none' },
  })
  const run = createRunner({ ...shared, operations: mockOperations })
  const refresh = async () => {
    const request = new Request('http://localhost/api/auth/refresh', {
      method: 'POST',
      credentials: 'include',
    })
    const answer = await run('refreshSession', { request, params: {} })
    return { status: answer.status, text: await answer.text() }
  }
  const others = { told: () => toldOthers, tell: () => hearOthers() }
  return { controls, kept, loaded, location, window, keepLanguage, refresh, shared, others, removed }
}

describe('a start', () => {
  it('signs its person in, forgets the one before, and loads its page', async () => {
    const { controls, kept, loaded, refresh } = await createBrowser()
    kept.set('draft', 'of somebody').set('theme', 'dark')
    await controls.start('examEndsSoon', '7')
    expect(loaded).toEqual(['/group/5'])
    expect([...kept.keys()].sort()).toEqual(['theme', 'token'])
    expect((await refresh()).text).toContain('"username":"candidate"')
    expect(controls.state()).toMatchObject({ start: 'examEndsSoon', seed: '7', person: 'candidate' })
  })

  it('that nobody knows changes nothing', async () => {
    const { controls, loaded } = await createBrowser()
    const before = controls.state()
    await expect(controls.start('nosuch')).rejects.toThrow(
      /^There is no scenario nosuch; there are default, /,
    )
    expect(controls.state()).toBe(before)
    expect(loaded).toEqual([])
  })

  it.each(['tokenStorm', 'reportRejected'])('%s is begun anew by a reset', async name => {
    const { controls, shared } = await createBrowser()
    await controls.start(name)
    await shared.exclusively(async () => shared.db().tables.users.patch(1, { username: 'renamed' }))
    await controls.reset()
    expect(controls.state().start).toBe(name)
    expect(shared.db().tables.users.get(1)?.username).toBe('student')
  })
})

describe('an address', () => {
  it.each([
    ['/?scenario=slowLab', '/group/1/task/104', 'slowLab', '1'],
    ['/groups?scenario=emptyAccount&seed=4', '/groups', 'emptyAccount', '4'],
    ['/group/1?tab=lms&scenario=lmsPartlyFailed', '/group/1?tab=lms', 'lmsPartlyFailed', '1'],
  ])('%s begins its start and becomes %s', async (asked, left, start, seed) => {
    const { controls, location, window } = await createBrowser(asked)
    await beginFromAddress(controls, window)
    expect(location.href).toBe(`http://localhost${left}`)
    expect(controls.state()).toMatchObject({ start, seed })
  })

  it('with an unknown name goes on with the database that there is, and says so', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { controls, location, window } = await createBrowser('/groups?scenario=nosuch')
    await beginFromAddress(controls, window)
    expect(location.href).toBe('http://localhost/groups')
    expect(controls.state()).toMatchObject({ start: null, trouble: expect.stringContaining('nosuch') })
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })

  it.each([
    ['slowlab', 'There is no scenario slowlab: did you mean slowLab? The deck lists all of them.'],
    ['reportDeu', 'There is no scenario reportDeu: did you mean reportDue? The deck lists all of them.'],
    ['elephant', 'There is no scenario elephant. The deck lists all of them.'],
  ])('with %s is told what was meant, in few words', async (name, trouble) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { controls, window } = await createBrowser(`/?scenario=${name}`)
    await beginFromAddress(controls, window)
    expect(controls.state().trouble).toBe(trouble)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('; there are default, ')]])
    warn.mockRestore()
  })

  it('without one is left alone', async () => {
    const { controls, location, window } = await createBrowser('/groups?seed=4')
    const before = controls.state()
    await beginFromAddress(controls, window)
    expect([location.href, controls.state()]).toEqual(['http://localhost/groups?seed=4', before])
  })
})

it('the state is the same object until something changes, and every change is told', async () => {
  const { controls } = await createBrowser()
  let told = 0
  const end = controls.subscribe(() => told++)
  const before = controls.state()
  await controls.setLatency('none')
  expect(controls.state()).toBe(before)
  await controls.clock({ advanceSeconds: 60, speed: 10 })
  await controls.addFault('listGroups', { kind: 'html' }, 3)
  await controls.setChaos({ seed: 'a', share: 0.5 })
  expect(controls.state()).toMatchObject({ speed: 10, chaos: { seed: 'a', share: 0.5 } })
  expect(controls.state().faults).toMatchObject([{ operationId: 'listGroups', left: 3 }])
  expect(told).toBe(3)
  end()
  await controls.clearFaults()
  expect([told, controls.state().faults.length]).toEqual([3, 0])
})

it('signs in in place of whoever was there, and out', async () => {
  const { controls, kept, refresh } = await createBrowser('/groups')
  await controls.start('default')
  await controls.signIn('admin')
  expect(controls.state().person).toBe('admin')
  expect((await refresh()).text).toContain('"username":"admin"')
  await controls.signIn(null)
  expect([controls.state().person, kept.get('token')]).toEqual([null, undefined])
  expect((await refresh()).status).toBe(401)
})

it('a snapshot opens in another browser with its session, its storage, its language and its page', async () => {
  const there = await createBrowser('/group/1?tab=tasks')
  await there.controls.start('labRunning', '5')
  there.kept.set('draft', 'half a flag').set('theme', 'dark')
  await there.controls.clock({ advanceSeconds: 86_400, speed: 0 })
  const file = await there.controls.exportSnapshot()

  const here = await createBrowser('/login')
  here.kept.set('draft', 'another')
  await here.controls.importSnapshot(file)
  expect(here.loaded).toEqual(['/group/1?tab=tasks'])
  expect(here.kept).toEqual(there.kept)
  expect(here.keepLanguage).toHaveBeenCalledWith('ru')
  expect(here.controls.state()).toEqual(there.controls.state())
  expect(await here.refresh()).toEqual(await there.refresh())
})

it('whoever was there is there in no tab any more', async () => {
  const { controls, shared, others, loaded, removed } = await createBrowser('/groups')
  await controls.start('default')
  await controls.signIn('admin')
  const former = shared.db().tables.sessions.filter(({ user_id }) => user_id === 1)
  expect(former.map(({ revoked }) => revoked)).toEqual([true])
  const file = await controls.exportSnapshot()
  await controls.importSnapshot(file)
  expect(removed).not.toContain('token')
  // Of the start, the sign-in and the snapshot.
  expect(others.told()).toBe(3)
  const before = loaded.length
  others.tell()
  expect(loaded.slice(before)).toEqual(['again'])
})

it('a recording that came by a snapshot is begun anew where nobody has its file', async () => {
  const there = await createBrowser('/', [recording])
  await there.controls.start('recorded:walk')
  const file = await there.controls.exportSnapshot()

  const here = await createBrowser('/')
  await here.controls.importSnapshot(file)
  await here.shared.exclusively(async () => here.shared.db().tables.users.patch(1, { username: 'renamed' }))
  await here.controls.reset()
  expect(here.controls.state()).toMatchObject({ start: 'recorded:walk', startedAt: recording.recordedAt })
  expect(here.shared.db().tables.recordings.get('recording')).toEqual(recording)
  expect(here.shared.db().tables.users.get(1)?.username).toBe('student')
})

it('a snapshot leads to no page of another site', async () => {
  const { controls, loaded } = await createBrowser('/login')
  const file = JSON.parse(await controls.exportSnapshot())
  for (const path of ['//evil.example/', 'https://evil.example/', 'javascript:1']) {
    await controls.importSnapshot(JSON.stringify({ ...file, path }))
  }
  expect(loaded).toEqual(['/', '/', '/'])
})
