import { afterEach, expect, test, vi } from 'vitest'
import { dropLeftoverWorker } from './find-leftover-worker'

afterEach(() => vi.unstubAllGlobals())

/** A browser with these workers, by their scripts; the first has the page where `isHeld`. */
const browserWith = (scripts: string[], { isHeld = false, isStubborn = false } = {}) => {
  const removed: string[] = []
  const registrations = scripts.map((script, index) => ({
    // Each may be on its way still.
    ...{ active: null, waiting: null, installing: null },
    [['active', 'waiting', 'installing'][index % 3] ?? '']: { scriptURL: `https://x.example${script}` },
    unregister: async () => {
      if (!isStubborn) removed.push(script)
      return !isStubborn
    },
  }))
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: isHeld ? {} : null, getRegistrations: async () => registrations },
  })
  const looks: (() => void)[] = []
  const reload = vi.fn(() => true)
  const start = () => dropLeftoverWorker(look => looks.push(look), reload)
  return { removed, looks, reload, start }
}

const ours = '/mockServiceWorker.js'

test('H05 a page that the leftover worker holds removes it, and does not start but reloads', async () => {
  const { removed, reload, start } = browserWith([ours, '/push.js'], { isHeld: true })
  expect(await start()).toBe(false)
  expect([removed, reload.mock.calls.length]).toEqual([[ours], 1])
})

test('H05 it starts all the same where it was just reloaded', async () => {
  const { reload, start } = browserWith([ours], { isHeld: true })
  reload.mockReturnValue(false)
  expect(await start()).toBe(true)
})

test.each([
  ['somebody else’s worker', ['/push.js', '/x/mockServiceWorker.js', '/mockServiceWorker.js.map'], false],
  ['a worker that stays', [ours], true],
])('H05 it starts under %s without a reload', async (_, scripts, isStubborn) => {
  const { removed, reload, start } = browserWith(scripts, { isHeld: true, isStubborn })
  expect(await start()).toBe(true)
  expect([removed, reload.mock.calls.length]).toEqual([[], 0])
})

test('H05 a page that no worker holds starts at once; the look comes later and reloads nothing', async () => {
  const { removed, looks, reload, start } = browserWith(['/push.js', ours, ours])
  expect(await start()).toBe(true)
  expect(removed).toEqual([])
  looks[0]?.()
  await vi.waitFor(() => expect(removed).toEqual([ours, ours]))
  expect([looks.length, reload.mock.calls.length]).toEqual([1, 0])
})

test.each([
  ['knows no workers', {}],
  [
    'refuses them, as in a sandboxed frame',
    Object.defineProperty({}, 'serviceWorker', {
      get: () => {
        throw new DOMException('sandboxed', 'SecurityError')
      },
    }),
  ],
])('F03 H05 it starts where the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await dropLeftoverWorker(vi.fn(), vi.fn())).toBe(true)
})
