import { afterEach, expect, test, vi } from 'vitest'
import { dropMockWorker } from './drop-mock-worker'

afterEach(() => vi.unstubAllGlobals())

/** A browser with these workers by script; the first controls the page if `isHeld`. */
const browserWith = (scripts: string[], { isHeld = false, isStubborn = false } = {}) => {
  const removed: string[] = []
  const registrations = scripts.map((script, index) => ({
    // A worker may still be installing.
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
  const checks: (() => void)[] = []
  const reload = vi.fn(() => true)
  const start = () => dropMockWorker(check => checks.push(check), reload)
  return { removed, checks, reload, start }
}

const ours = '/mockServiceWorker.js'

test('H05 a controlled page removes the worker and reloads instead of starting', async () => {
  const { removed, reload, start } = browserWith([ours, '/push.js'], { isHeld: true })
  expect(await start()).toBe(false)
  expect([removed, reload.mock.calls.length]).toEqual([[ours], 1])
})

test('H05 starts if it was just reloaded', async () => {
  const { reload, start } = browserWith([ours], { isHeld: true })
  reload.mockReturnValue(false)
  expect(await start()).toBe(true)
})

test.each([
  ['a worker of another app', ['/push.js', '/x/mockServiceWorker.js', '/mockServiceWorker.js.map'], false],
  ['a worker that stays', [ours], true],
])('H05 starts under %s without a reload', async (_, scripts, isStubborn) => {
  const { removed, reload, start } = browserWith(scripts, { isHeld: true, isStubborn })
  expect(await start()).toBe(true)
  expect([removed, reload.mock.calls.length]).toEqual([[], 0])
})

test('H05 an uncontrolled page starts at once, checks later and never reloads', async () => {
  const { removed, checks, reload, start } = browserWith(['/push.js', ours, ours])
  expect(await start()).toBe(true)
  expect(removed).toEqual([])
  checks[0]?.()
  await vi.waitFor(() => expect(removed).toEqual([ours, ours]))
  expect([checks.length, reload.mock.calls.length]).toEqual([1, 0])
})

test.each([
  ['has no service workers', {}],
  [
    'blocks them, as in a sandboxed frame',
    Object.defineProperty({}, 'serviceWorker', {
      get: () => {
        throw new DOMException('sandboxed', 'SecurityError')
      },
    }),
  ],
])('F03 H05 starts where the browser %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await dropMockWorker(vi.fn(), vi.fn())).toBe(true)
})
