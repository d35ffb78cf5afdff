import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from './clock'
import { createStaleChunks, isChunkError, judge, type Situation, watchStaleChunks } from './stale-chunks'
import { workInHand } from './work-in-hand'

const browsers = [
  ['Chromium', 'Failed to fetch dynamically imported module: https://x.example/assets/contacts-Ab12.js'],
  ['Firefox', 'error loading dynamically imported module: https://x.example/assets/contacts-Ab12.js'],
  ['Safari', 'Importing a module script failed.'],
  ['Safari, a page in place of a script', "'text/html' is not a valid JavaScript MIME type."],
  ['Vite, of a style', 'Unable to preload CSS for /assets/contacts-Ab12.css'],
] as const

const gone = (file = 'contacts-Ab12') => new TypeError(`${browsers[0][1].replace('contacts-Ab12', file)}`)

describe('C01 C04 a file of the application that did not come is known by what the browser says', () => {
  test.each(browsers)('%s', (_, text) => {
    expect(isChunkError(new TypeError(text))).toBe(true)
    expect(isChunkError(new Error('No words came.', { cause: new TypeError(text) }))).toBe(true)
    expect(isChunkError(text)).toBe(false)
  })
  test.each([new TypeError('Failed to fetch'), new Error(''), null, undefined, { message: 'x' }])(
    'not %s',
    error => {
      expect(isChunkError(error)).toBe(false)
    },
  )
})

const calm: Situation = { isOnline: true, isReachable: true, hasWork: false, since: null, isSamePart: false }

test.each<[string, Partial<Situation>, ReturnType<typeof judge>]>([
  ['C01 nothing is in the way', {}, 'reload'],
  ['C05 something is unfinished', { hasWork: true }, 'ask'],
  ['C04 there is no network', { isOnline: false, hasWork: true }, 'offline'],
  ['the site is silent', { isReachable: false }, 'unreachable'],
  ['the site is silent, after a reload', { isReachable: false, since: 1 }, 'unreachable'],
  ['C02 it was just reloaded', { since: 0 }, 'tried'],
  ['C02 a second too early', { since: 59_000 }, 'tried'],
  ['C02 C05 just reloaded, and something is unfinished', { since: 59_000, hasWork: true }, 'tried'],
  ['C03 a minute later', { since: 60_000 }, 'reload'],
  ['C05 a minute later, unfinished', { since: 60_000, hasWork: true }, 'ask'],
  ['C02 the same part is missing again', { since: 60_000, isSamePart: true }, 'tried'],
  ['C03 the same part an hour later', { since: 3_600_000, isSamePart: true }, 'reload'],
])('%s', (_, situation, verdict) => {
  expect(judge({ ...calm, ...situation })).toBe(verdict)
})

describe('a page that asks for what is gone', () => {
  let time = 1_764_000_000_000
  let age = 0
  let kept = new Map<string, string>()
  const fields: { value: string }[] = []
  const stops: (() => void)[] = []
  const refused = () => {
    throw new Error('refused')
  }

  beforeEach(() => {
    kept = new Map()
    age = 0
    setClock({ now: () => time, elapsed: () => age })
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('document', { querySelectorAll: (name: string) => (name === 'textarea' ? fields : []) })
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
  })
  afterEach(() => {
    setClock(null)
    vi.unstubAllGlobals()
    fields.length = 0
    for (const stop of stops.splice(0)) stop()
  })

  /** A document of this tab: what it says of a failure, `reloading` where it says nothing any more. */
  const open = (answers = true) => {
    const surroundings = { isReachable: vi.fn(async () => answers), reload: vi.fn() }
    const page = createStaleChunks(surroundings)
    const settle: (...failure: Parameters<typeof page.settle>) => Promise<string | null> = (...failure) => {
      const quiet = new Promise<string>(done => setImmediate(() => done('reloading')))
      return Promise.race([page.settle(...failure), quiet])
    }
    return { ...page, ...surroundings, click: page.reload, settle }
  }
  const pass = (milliseconds: number) => {
    time += milliseconds
    age += milliseconds
  }
  /** The next document, whose own life begins. */
  const reopen = (afterwards: number) => {
    time += afterwards
    age = 0
    const page = open()
    page.noteStart()
    return page
  }
  const asPage = { isPage: true }

  test('C01 is reloaded once, and all that fails beside it stays quiet', async () => {
    const page = open()
    const told = await Promise.all([
      page.settle(gone(), asPage),
      page.settle(gone('exam-bar')),
      page.settle(gone('lab')),
    ])
    expect(told).toEqual(['reloading', 'reloading', 'reloading'])
    expect([page.reload.mock.calls.length, page.isReachable.mock.calls.length]).toEqual([1, 1])
    expect(await page.settle(new Error('aborted'))).toBe('reloading')
    expect(page.isReloading()).toBe(true)
  })

  test('C02 C03 rests for a minute of its own run, however long it took to come, and then recovers again', async () => {
    await open().settle(gone(), asPage)
    const second = reopen(50_000)
    pass(59_000)
    expect(await second.settle(gone(), asPage)).toBe('tried')
    expect(second.reload).not.toHaveBeenCalled()
    pass(1000)
    expect(await second.settle(gone('contacts-Cd34'), asPage)).toBe('reloading')
    expect(second.reload).toHaveBeenCalledTimes(1)
  })

  test('C02 a part that is missing after its reload costs only itself from then on', async () => {
    await open().settle(gone('lab-banner-Ab12'))
    const second = reopen(1000)
    pass(120_000)
    expect(await second.settle(gone('lab-banner-Ab12'))).toBe('tried')
    expect(await second.settle(gone('lab-banner-Cd34'))).toBe('reloading')
  })

  test('C03 Safari names no file, and recovers again all the same', async () => {
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
    'S05 C02 where session storage is %s, a young page never reloads itself, an old one does',
    async (_, area) => {
      vi.stubGlobal('sessionStorage', area)
      const page = open()
      expect(await page.settle(gone(), asPage)).toBe('tried')
      expect(page.reloadAtStart()).toBe(false)
      pass(60_000)
      expect(await page.settle(gone(), asPage)).toBe('reloading')
      const second = reopen(0)
      expect(await second.settle(gone(), asPage)).toBe('tried')
      expect(second.reload).not.toHaveBeenCalled()
      second.click()
      expect(second.reload).toHaveBeenCalledTimes(1)
    },
  )

  test.each(['', 'soon', '-5 x.js', '99999999999999999 x.js', 'NaN', `${9e15} x.js`])(
    'S05 a mark that is %j says nothing',
    async raw => {
      kept.set('flagship.reloaded', raw)
      expect(await open().settle(gone())).toBe('reloading')
    },
  )

  test('C04 asks the site for nothing offline, and leaves the page to a site that is silent', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const page = open()
    expect(await page.settle(gone())).toBe('offline')
    expect(page.isReachable).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { onLine: true })
    const other = open(false)
    expect(await other.settle(gone())).toBe('unreachable')
    expect(other.reload).not.toHaveBeenCalled()
  })

  test('C05 over unfinished work asks: by the banner for a part, in its own place for a page', async () => {
    fields.push({ value: 'flag{half' })
    const page = open()
    const seen: boolean[] = []
    page.subscribe(() => seen.push(page.isAsking()))
    expect(await page.settle(gone())).toBe('ask')
    page.dismiss()
    expect(await page.settle(gone())).toBe('ask')
    expect(await page.settle(gone(), asPage)).toBe('ask')
    expect(seen).toEqual([true, false, true, false])
    expect(kept.size).toBe(0)
  })

  test('C05 a page that a person reloads, and then keeps when the browser asks, goes on as it was', async () => {
    stops.push(workInHand.add(() => true))
    const page = open()
    expect(await page.settle(gone())).toBe('ask')
    page.click()
    expect(page.reload).toHaveBeenCalledTimes(1)
    expect(page.isReloading()).toBe(false)
    expect(await page.settle(gone('lab'))).toBe('tried')
    expect(await page.settle(new Error('500'))).toBeNull()
    pass(60_000)
    expect(await page.settle(gone('lab'))).toBe('ask')
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  test('C05 a text that was left with its page a moment ago counts too, until the next way begins', async () => {
    fields.push({ value: 'flag{half' })
    const page = open()
    page.noteLeft()
    fields.length = 0
    expect(await page.settle(gone(), asPage)).toBe('ask')
    page.noteLeft()
    expect(await page.settle(gone(), asPage)).toBe('reloading')
  })

  test('C05 what a part of the application holds counts as long as it holds it', async () => {
    stops.push(workInHand.add(() => true))
    expect(await open().settle(gone())).toBe('ask')
    stops.pop()?.()
    expect(await open().settle(gone())).toBe('reloading')
  })

  test('what the person wanted is noted before the reload, also one that is asked for, and only then', async () => {
    const prepare = vi.fn()
    await open().settle(gone(), { prepare })
    await reopen(1000).settle(gone(), { prepare })
    expect(prepare).toHaveBeenCalledTimes(1)
    pass(60_000)
    fields.push({ value: 'flag{half' })
    expect(await open().settle(gone('words'), { prepare })).toBe('ask')
    expect(prepare).toHaveBeenCalledTimes(2)
  })

  test('C01 what is cut off by another page that was asked for reloads nothing, until that has not come for half a minute', async () => {
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
    page.noteUnload()
    pass(100)
    const verdict = page.settle(gone(), asPage)
    expect(await verdict).toBe('reloading')
    expect([timers.length, page.reload.mock.calls.length]).toEqual([1, 0])
    pass(29_900)
    timers[0]?.()
    await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1))
  })

  test('C01 what fails some seconds after a page was not left is missing for another reason', async () => {
    const page = open()
    page.noteUnload()
    pass(2000)
    expect(await page.settle(gone(), asPage)).toBe('reloading')
    expect(page.reload).toHaveBeenCalledTimes(1)
  })

  test('a failure of another kind is nobody’s business here', async () => {
    const page = open()
    expect(await page.settle(new TypeError('x is not a function'))).toBeNull()
    expect(page.isReachable).not.toHaveBeenCalled()
  })

  test('H05 at the start the page is reloaded for another reason, once', () => {
    expect(open().reloadAtStart()).toBe(true)
    expect(reopen(1000).reloadAtStart()).toBe(false)
  })
})

test('C03 the router does not know the failure by its text, so that it makes no reload of its own', () => {
  const target = new EventTarget()
  vi.stubGlobal('window', target)
  watchStaleChunks(async () => true)
  const error = gone()
  target.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(error.message).not.toMatch(/^(?:Failed to fetch|error loading|Importing a module)/)
  expect(isChunkError(error)).toBe(true)
  vi.unstubAllGlobals()
})
