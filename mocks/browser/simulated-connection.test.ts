import { expect, it } from 'vitest'
import { simulateConnection } from './simulated-connection'

it('the page hears of the simulated connection alone', () => {
  const page = Object.assign(new EventTarget(), { navigator: { onLine: false } })
  const set = simulateConnection(page as unknown as Window & typeof globalThis)
  const heard: string[] = []
  for (const type of ['online', 'offline']) page.addEventListener(type, () => heard.push(type))
  expect(page.navigator.onLine).toBe(true)
  page.dispatchEvent(new Event('offline'))
  expect(heard).toEqual([])
  set(false)
  set(false)
  expect([page.navigator.onLine, ...heard]).toEqual([false, 'offline'])
  set(true)
  expect([page.navigator.onLine, ...heard]).toEqual([true, 'offline', 'online'])
})
