import { expect, test, vi } from 'vitest'
import { installFakeClock } from '../test/fake-clock'
import { markPageReady } from './hydration'
import { runWhenIdle } from './run-when-idle'

test('runs once, three seconds after the page is ready, and not when cancelled', async () => {
  const clock = installFakeClock()
  const [run, givenUp] = [vi.fn(), vi.fn()]
  runWhenIdle(run)
  runWhenIdle(givenUp)()
  clock.advance(10_000)
  expect(run).not.toHaveBeenCalled()
  markPageReady()
  await Promise.resolve()
  clock.advance(2999)
  expect(run).not.toHaveBeenCalled()
  clock.advance(1)
  clock.advance(60_000)
  expect(run).toHaveBeenCalledOnce()
  expect(givenUp).not.toHaveBeenCalled()
})
