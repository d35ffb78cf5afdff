import { timeoutManager } from '@tanstack/react-query'
import { afterAll, beforeAll } from 'vitest'

/** Speeds up the retry delays of TanStack Query. */
const SPEED = 50

/** For a test file: shortens the timers of TanStack Query, such as retry delays. */
export const withQuickRetries = (): void => {
  const provider = (speed: number) => ({
    setTimeout: (run: () => void, delay: number) => setTimeout(run, delay / speed),
    clearTimeout: (id?: number | ReturnType<typeof setTimeout>) => clearTimeout(id),
    setInterval: (run: () => void, delay: number) => setInterval(run, delay),
    clearInterval: (id?: number | ReturnType<typeof setInterval>) => clearInterval(id),
  })
  beforeAll(() => timeoutManager.setTimeoutProvider(provider(SPEED)))
  afterAll(() => timeoutManager.setTimeoutProvider(provider(1)))
}
