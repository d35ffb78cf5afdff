import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from './clock'
import {
  createStaleChunks,
  decideReload,
  initStaleChunks,
  isChunkError,
  type ReloadContext,
} from './stale-chunks'
import { unsavedChanges } from './unsaved-changes'

const browsers = [
  ['Chromium', 'Failed to fetch dynamically imported module: https://x.example/assets/contacts-Ab12.js'],
  ['Firefox', 'error loading dynamically imported module: https://x.example/assets/contacts-Ab12.js'],
  ['Safari', 'Importing a module script failed.'],
  ['Safari, a page in place of a script', "'text/html' is not a valid JavaScript MIME type."],
  ['Vite, of a style', 'Unable to preload CSS for /assets/contacts-Ab12.css'],
] as const

const missingChunk = (file = 'contacts-Ab12') =>
  new TypeError(`${browsers[0][1].replace('contacts-Ab12', file)}`)

describe("C01 C04 recognizes a failed chunk by the browser's message", () => {
  test.each(browsers)('%s', (_, text) => {
    expect(isChunkError(new TypeError(text))).toBe(true)
    expect(isChunkError(new Error('The messages failed to load.', { cause: new TypeError(text) }))).toBe(true)
    expect(isChunkError(text)).toBe(false)
  })
  test.each([new TypeError('Failed to fetch'), new Error(''), null, undefined, { message: 'x' }])(
    'not %s',
    error => {
      expect(isChunkError(error)).toBe(false)
    },
  )
})

const calm: ReloadContext = {
  isOnline: true,
  isReachable: true,
  hasUnsavedChanges: false,
  since: null,
  isSamePart: false,
}

test.each<[string, Partial<ReloadContext>, ReturnType<typeof decideReload>]>([
  ['C01 nothing is in the way', {}, 'reload'],
  ['C05 something is unfinished', { hasUnsavedChanges: true }, 'ask'],
  ['C04 there is no network', { isOnline: false, hasUnsavedChanges: true }, 'offline'],
  ['the site is silent', { isReachable: false }, 'unreachable'],
  ['the site is silent, after a reload', { isReachable: false, since: 1 }, 'unreachable'],
  ['C02 it was just reloaded', { since: 0 }, 'tried'],
  ['C02 a second too early', { since: 59_000 }, 'tried'],
  ['C02 C05 just reloaded, and something is unfinished', { since: 59_000, hasUnsavedChanges: true }, 'tried'],
  ['C03 a minute later', { since: 60_000 }, 'reload'],
  ['C05 a minute later, unfinished', { since: 60_000, hasUnsavedChanges: true }, 'ask'],
  ['C02 the same part is missing again', { since: 60_000, isSamePart: true }, 'tried'],
  ['C03 the same part an hour later', { since: 3_600_000, isSamePart: true }, 'reload'],
])('%s', (_, context, verdict) => {
  expect(decideReload({ ...calm, ...context })).toBe(verdict)
})

describe('a missing chunk', () => {
  let time = 1_764_000_000_000
  let age = 0
  let sessionValues = new Map<string, string>()
  const fields: { value: string }[] = []
  const stops: (() => void)[] = []
  const refused = () => {
    throw new Error('refused')
  }

  beforeEach(() => {
    sessionValues = new Map()
    age = 0
    setClock({ now: () => time, elapsed: () => age })
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('document', { querySelectorAll: (name: string) => (name === 'textarea' ? fields : []) })
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => sessionValues.get(key) ?? null,
      setItem: (key: string, value: string) => sessionValues.set(key, value),
      removeItem: (key: string) => sessionValues.delete(key),
    })
  })
  afterEach(() => {
    setClock(null)
    vi.unstubAllGlobals()
    fields.length = 0
    for (const stop of stops.splice(0)) stop()
  })

  /** A document of this tab and its decision for an error; `reloading` when it never settles. */
  const open = (answers = true) => {
    const deps = { isReachable: vi.fn(async () => answers), reload: vi.fn() }
    const page = createStaleChunks(deps)
    const settle: (...failure: Parameters<typeof page.handleError>) => Promise<string | null> = (
      ...failure
    ) => {
      const quiet = new Promise<string>(done => setImmediate(() => done('reloading')))
      return Promise.race([page.handleError(...failure), quiet])
    }
    return { ...page, ...deps, click: page.reload, settle }
  }
  const pass = (milliseconds: number) => {
    time += milliseconds
    age += milliseconds
  }
  /** The next document, with a clock of its own. */
  const reopen = (afterwards: number) => {
    time += afterwards
    age = 0
    const page = open()
    page.onStart()
    return page
  }
  const asPage = { isPage: true }

  test('C01 reloads once and suppresses simultaneous errors', async () => {
    const page = open()
    const results = await Promise.all([
      page.settle(missingChunk(), asPage),
      page.settle(missingChunk('exam-bar')),
      page.settle(missingChunk('lab')),
    ])
    expect(results).toEqual(['reloading', 'reloading', 'reloading'])
    expect([page.reload.mock.calls.length, page.isReachable.mock.calls.length]).toEqual([1, 1])
    expect(await page.settle(new Error('aborted'))).toBe('reloading')
    expect(page.isReloading()).toBe(true)
  })

  test("C02 C03 waits for a minute after the page's start before it reloads again", async () => {
    await open().settle(missingChunk(), asPage)
    const second = reopen(50_000)
    pass(59_000)
    expect(await second.settle(missingChunk(), asPage)).toBe('tried')
    expect(second.reload).not.toHaveBeenCalled()
    pass(1000)
    expect(await second.settle(missingChunk('contacts-Cd34'), asPage)).toBe('reloading')
    expect(second.reload).toHaveBeenCalledTimes(1)
  })

  test('C02 a part that is still missing after the reload does not reload again', async () => {
    await open().settle(missingChunk('lab-banner-Ab12'))
    const second = reopen(1000)
    pass(120_000)
    expect(await second.settle(missingChunk('lab-banner-Ab12'))).toBe('tried')
    expect(await second.settle(missingChunk('lab-banner-Cd34'))).toBe('reloading')
  })

  test('C03 reloads again in Safari, which names no file', async () => {
    const safari = () => new TypeError(browsers[2][1])
    await open().settle(safari())
    const second = reopen(1000)
    pass(61_000)
    expect(await second.settle(safari())).toBe('reloading')
  })

  test.each([
    ['refused', { getItem: refused, setItem: refused }],
    ['full', { getItem: () => null, setItem: refused }],
    ['absent', undefined],
  ])(
    'S05 C02 where session storage is %s, a page that just started does not reload, an older one does',
    async (_, area) => {
      vi.stubGlobal('sessionStorage', area)
      const page = open()
      expect(await page.settle(missingChunk(), asPage)).toBe('tried')
      pass(60_000)
      expect(await page.settle(missingChunk(), asPage)).toBe('reloading')
      const second = reopen(0)
      expect(await second.settle(missingChunk(), asPage)).toBe('tried')
      expect(second.reload).not.toHaveBeenCalled()
      second.click()
      expect(second.reload).toHaveBeenCalledTimes(1)
    },
  )

  test.each(['', 'soon', '-5 x.js', '99999999999999999 x.js', 'NaN', `${9e15} x.js`])(
    'S05 ignores the stored value %j',
    async raw => {
      sessionValues.set('flagship.reloaded', raw)
      expect(await open().settle(missingChunk())).toBe('reloading')
    },
  )

  test('C04 does not reload offline or while the site is unreachable', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const page = open()
    expect(await page.settle(missingChunk())).toBe('offline')
    expect(page.isReachable).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { onLine: true })
    const other = open(false)
    expect(await other.settle(missingChunk())).toBe('unreachable')
    expect(other.reload).not.toHaveBeenCalled()
  })

  test('C04 C07 reloads again after a second outage within a minute', async () => {
    await open().settle(missingChunk(), asPage)
    const second = reopen(1000)
    second.isReachable.mockResolvedValueOnce(false)
    expect(await second.settle(missingChunk(), asPage)).toBe('unreachable')
    expect(await second.settle(missingChunk(), asPage)).toBe('reloading')
  })

  test('C05 asks when there is unsaved work: by the banner for a part, on the page itself for a page', async () => {
    fields.push({ value: 'flag{half' })
    const page = open()
    const seen: boolean[] = []
    page.subscribe(() => seen.push(page.isPromptShown()))
    expect(await page.settle(missingChunk())).toBe('ask')
    page.dismiss()
    expect(await page.settle(missingChunk())).toBe('ask')
    expect(await page.settle(missingChunk(), asPage)).toBe('ask')
    expect(seen).toEqual([true, false, true, false])
    expect(sessionValues.size).toBe(0)
  })

  test("C05 continues when the user cancels a reload in the browser's dialog", async () => {
    stops.push(unsavedChanges.add(() => true))
    const page = open()
    expect(await page.settle(missingChunk())).toBe('ask')
    page.click()
    expect(page.reload).toHaveBeenCalledTimes(1)
    expect(page.isReloading()).toBe(false)
    expect(await page.settle(missingChunk('lab'))).toBe('tried')
    expect(await page.settle(new Error('500'))).toBeNull()
    pass(60_000)
    expect(await page.settle(missingChunk('lab'))).toBe('ask')
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  test('C05 counts text left on the previous page until the next navigation', async () => {
    fields.push({ value: 'flag{half' })
    const page = open()
    page.onBeforeNavigate()
    fields.length = 0
    expect(await page.settle(missingChunk(), asPage)).toBe('ask')
    page.onBeforeNavigate()
    expect(await page.settle(missingChunk(), asPage)).toBe('reloading')
  })

  test('C05 counts a registered check while it is registered', async () => {
    stops.push(unsavedChanges.add(() => true))
    expect(await open().settle(missingChunk())).toBe('ask')
    stops.pop()?.()
    expect(await open().settle(missingChunk())).toBe('reloading')
  })

  test('runs prepare before a reload, also after asking, and only then', async () => {
    const prepare = vi.fn()
    await open().settle(missingChunk(), { prepare })
    await reopen(1000).settle(missingChunk(), { prepare })
    expect(prepare).toHaveBeenCalledTimes(1)
    pass(60_000)
    fields.push({ value: 'flag{half' })
    expect(await open().settle(missingChunk('words'), { prepare })).toBe('ask')
    expect(prepare).toHaveBeenCalledTimes(2)
  })

  test('C01 ignores a chunk cancelled by a navigation, for half a minute', async () => {
    const page = open()
    const timers: (() => void)[] = []
    setClock({
      now: () => time,
      elapsed: () => age,
      timer: (delay, run) => {
        expect(delay).toBe(29_900)
        timers.push(run)
        return () => {}
      },
    })
    page.onBeforeUnload()
    pass(100)
    const verdict = page.settle(missingChunk(), asPage)
    expect(await verdict).toBe('reloading')
    expect([timers.length, page.reload.mock.calls.length]).toEqual([1, 0])
    pass(29_900)
    timers[0]?.()
    await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1))
  })

  test('C01 a chunk that fails seconds after a cancelled navigation counts', async () => {
    const page = open()
    page.onBeforeUnload()
    pass(2000)
    expect(await page.settle(missingChunk(), asPage)).toBe('reloading')
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  test('ignores other errors', async () => {
    const page = open()
    expect(await page.settle(new TypeError('x is not a function'))).toBeNull()
    expect(page.isReachable).not.toHaveBeenCalled()
  })
})

test.each([
  ['an error', missingChunk()],
  ['a DOMException', new DOMException(missingChunk().message, 'NetworkError')],
])('C03 changes the message of %s, so that the router does not reload', (_, error) => {
  const target = new EventTarget()
  vi.stubGlobal('window', target)
  initStaleChunks(async () => true)
  target.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(error.message).not.toMatch(/^(?:Failed to fetch|error loading|Importing a module)/)
  expect(isChunkError(error)).toBe(true)
  vi.unstubAllGlobals()
})
