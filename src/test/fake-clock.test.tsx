import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { clock } from '../lib/clock'
import { installFakeClock } from './fake-clock'

test('time also passes for a timer that the shown page is about to start', async () => {
  const fake = installFakeClock()
  const ring = vi.fn()
  const Alarm = () => {
    useEffect(() => clock.after(1000, ring), [])
    return 'shown'
  }
  const container = document.createElement('div')
  const shown = new Promise<void>(resolve =>
    new MutationObserver(() => resolve()).observe(container, { childList: true }),
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const root = createRoot(container)
  root.render(<Alarm />)
  await shown
  fake.advance(1000)
  expect(ring).toHaveBeenCalledTimes(1)
  root.unmount()
  vi.unstubAllGlobals()
})
