import { timeoutManager } from '@tanstack/react-query'
import { afterAll, beforeAll } from 'vitest'

/** How much sooner than in a browser a failed query is asked again. */
const haste = 50

/** For a test file: what Query waits for (its retries) passes fifty times as fast; nothing else does. */
export const withQuickRetries = (): void => {
  const provider = (speed: number) => ({
    setTimeout: (run: () => void, delay: number) => setTimeout(run, delay / speed),
    clearTimeout: (id?: number | ReturnType<typeof setTimeout>) => clearTimeout(id),
    setInterval: (run: () => void, delay: number) => setInterval(run, delay),
    clearInterval: (id?: number | ReturnType<typeof setInterval>) => clearInterval(id),
  })
  beforeAll(() => timeoutManager.setTimeoutProvider(provider(haste)))
  afterAll(() => timeoutManager.setTimeoutProvider(provider(1)))
}
