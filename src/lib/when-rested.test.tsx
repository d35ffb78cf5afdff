import { expect, test, vi } from 'vitest'
import { holdClock } from '../test/fake-clock'
import { notePage } from './first-page'
import { runWhenIdle } from './run-when-idle'

test('the work begins three seconds after the page stands, once, and not at all when it was given up', async () => {
  const clock = holdClock()
  const [run, givenUp] = [vi.fn(), vi.fn()]
  runWhenIdle(run)
  runWhenIdle(givenUp)()
  clock.advance(10_000)
  expect(run).not.toHaveBeenCalled()
  notePage()
  await Promise.resolve()
  clock.advance(2999)
  expect(run).not.toHaveBeenCalled()
  clock.advance(1)
  clock.advance(60_000)
  expect(run).toHaveBeenCalledOnce()
  expect(givenUp).not.toHaveBeenCalled()
})
