// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakeClock } from '../test/fake-clock'
import { connection, monitorConnection } from './online'

const setConnection = (type: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(type === 'online')
  window.dispatchEvent(new Event(type))
}

let stop = () => {}
beforeEach(() => {
  stop = () => {}
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const begin = () => {
  const { advance } = installFakeClock()
  stop = monitorConnection()
  const returns: boolean[] = []
  const forget = connection.onReturn(wasReported => returns.push(wasReported))
  const end = stop
  stop = () => {
    end()
    forget()
  }
  return { advance, returns }
}

test('N08 reports an outage after two seconds, a return at once, and refetches after a stable second', () => {
  const { advance, returns } = begin()
  setConnection('offline')
  advance(1999)
  expect(connection.isOnline()).toBe(true)
  advance(1)
  expect(connection.isOnline()).toBe(false)
  setConnection('online')
  expect(connection.isOnline()).toBe(true)
  advance(999)
  expect(returns).toEqual([])
  advance(1)
  expect(returns).toEqual([true])
  // A short one that follows was not shown.
  setConnection('offline')
  setConnection('online')
  advance(1000)
  expect(returns).toEqual([true, false])
})

test('N08 ignores the switch of a VPN', () => {
  const { advance, returns } = begin()
  setConnection('offline')
  advance(1500)
  setConnection('online')
  advance(5000)
  expect(connection.isOnline()).toBe(true)
  expect(returns).toEqual([false])
})

test.each([
  ['quickly', 300, 300],
  ['with visible outages', 3000, 500],
])('N08 a connection that flaps twenty times %s returns once', (_, away, here) => {
  const { advance, returns } = begin()
  for (let count = 0; count < 20; count += 1) {
    setConnection('offline')
    advance(away)
    setConnection('online')
    advance(here)
  }
  advance(5000)
  expect(returns).toHaveLength(1)
})

test('N08 reports a start without a connection at once', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { advance, returns } = begin()
  expect(connection.isOnline()).toBe(false)
  setConnection('online')
  advance(1000)
  expect(returns).toEqual([true])
})

test('notifies listeners once per change and return until they unsubscribe', () => {
  const { advance, returns } = begin()
  const events: boolean[] = []
  const leave = connection.subscribe(() => events.push(connection.isOnline()))
  const forget = connection.onReturn(() => events.push(true))
  setConnection('offline')
  advance(2000)
  setConnection('offline')
  advance(5000)
  expect(events).toEqual([false])
  setConnection('online')
  setConnection('online')
  expect(events).toEqual([false, true])
  leave()
  forget()
  advance(1000)
  expect(returns).toEqual([true])
  setConnection('offline')
  advance(2000)
  expect(events).toEqual([false, true])
})

test('N08 notices a connection that returned without an event', () => {
  const { advance } = begin()
  setConnection('offline')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  advance(2000)
  expect(connection.isOnline()).toBe(true)
})

test('reports nothing after it was stopped, and counts as online', () => {
  const { advance, returns } = begin()
  setConnection('offline')
  advance(2000)
  expect(connection.isOnline()).toBe(false)
  stop()
  expect(connection.isOnline()).toBe(true)
  setConnection('offline')
  advance(2000)
  setConnection('online')
  advance(5000)
  expect(connection.isOnline()).toBe(true)
  expect(returns).toEqual([])
})
