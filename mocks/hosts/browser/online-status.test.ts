import { expect, it } from 'vitest'
import { overrideOnlineStatus } from './online-status'

it('the page sees only the simulated online status', () => {
  const page = Object.assign(new EventTarget(), { navigator: { onLine: false } })
  const set = overrideOnlineStatus(page as unknown as Window & typeof globalThis)
  const events: string[] = []
  for (const type of ['online', 'offline']) page.addEventListener(type, () => events.push(type))
  expect(page.navigator.onLine).toBe(true)
  page.dispatchEvent(new Event('offline'))
  expect(events).toEqual([])
  set(false)
  set(false)
  expect([page.navigator.onLine, ...events]).toEqual([false, 'offline'])
  set(true)
  expect([page.navigator.onLine, ...events]).toEqual([true, 'offline', 'online'])
})
