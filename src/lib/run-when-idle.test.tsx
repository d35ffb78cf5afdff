import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markPageReady } from './hydration'
import { prefetchWhenIdle } from './run-when-idle'

beforeEach(() => {
  vi.useFakeTimers()
  markPageReady()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Whether an idle page prefetches on a connection; `responseTime` is that of the document. */
const prefetches = async (connection: object | undefined, responseTime = 50): Promise<boolean> => {
  vi.stubGlobal('navigator', { connection })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { requestStart: 20, responseStart: 20 + responseTime },
  ] as never)
  const run = vi.fn()
  prefetchWhenIdle(run)
  await vi.advanceTimersByTimeAsync(2000)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  return run.mock.calls.length === 1
}

test.each([
  ['fast', { effectiveType: '4g', saveData: false }, true],
  ['slow', { effectiveType: '3g', saveData: false }, false],
  ['very slow', { effectiveType: 'slow-2g' }, false],
  ['fast, with the data saver', { effectiveType: '4g', saveData: true }, false],
])('a %s connection', async (_, connection, isPrefetched) => {
  expect(await prefetches(connection)).toBe(isPrefetched)
})

test('the response time decides if the browser does not say', async () => {
  expect(await prefetches(undefined, 100)).toBe(true)
  expect(await prefetches(undefined, 600)).toBe(false)
  expect(await prefetches({ saveData: true }, 100)).toBe(false)
})
