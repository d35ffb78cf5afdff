// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdClock } from '../test/fake-clock'
import { connection, watchConnection } from './online'

const goes = (word: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(word === 'online')
  window.dispatchEvent(new Event(word))
}

let stop = () => {}
beforeEach(() => {
  stop = () => {}
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const watch = () => {
  const { advance } = holdClock()
  stop = watchConnection()
  const returns: boolean[] = []
  const forget = connection.onReturn(wasTold => returns.push(wasTold))
  const end = stop
  stop = () => {
    end()
    forget()
  }
  return { advance, returns }
}

test('N08 an outage is told after two seconds, a return at once, and it counts when it has held for a second', () => {
  const { advance, returns } = watch()
  goes('offline')
  advance(1999)
  expect(connection.isOnline()).toBe(true)
  advance(1)
  expect(connection.isOnline()).toBe(false)
  goes('online')
  expect(connection.isOnline()).toBe(true)
  advance(999)
  expect(returns).toEqual([])
  advance(1)
  expect(returns).toEqual([true])
})

test('N08 a switch of the VPN is no outage', () => {
  const { advance, returns } = watch()
  goes('offline')
  advance(1500)
  goes('online')
  advance(5000)
  expect(connection.isOnline()).toBe(true)
  expect(returns).toEqual([false])
})

test.each([
  ['quickly', 300, 300],
  ['with outages that are told', 3000, 500],
])('N08 a connection that flaps twenty times %s comes back once', (_, away, here) => {
  const { advance, returns } = watch()
  for (let count = 0; count < 20; count += 1) {
    goes('offline')
    advance(away)
    goes('online')
    advance(here)
  }
  advance(5000)
  expect(returns).toHaveLength(1)
})

test('N08 a start without a connection is told at once', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { advance, returns } = watch()
  expect(connection.isOnline()).toBe(false)
  goes('online')
  advance(1000)
  expect(returns).toEqual([true])
})

test('whoever follows the connection hears each change once, until they leave; so it is with returns', () => {
  const { advance, returns } = watch()
  const heard: boolean[] = []
  const leave = connection.subscribe(() => heard.push(connection.isOnline()))
  const forget = connection.onReturn(() => heard.push(true))
  goes('offline')
  advance(2000)
  goes('offline')
  advance(5000)
  expect(heard).toEqual([false])
  goes('online')
  goes('online')
  expect(heard).toEqual([false, true])
  leave()
  forget()
  advance(1000)
  expect(returns).toEqual([true])
  goes('offline')
  advance(2000)
  expect(heard).toEqual([false, true])
})

test('N08 a browser that has found the connection again without saying so is believed', () => {
  const { advance } = watch()
  goes('offline')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  advance(2000)
  expect(connection.isOnline()).toBe(true)
})

test('what nobody watches any more is told no more, and the connection is taken for good', () => {
  const { advance, returns } = watch()
  goes('offline')
  advance(2000)
  expect(connection.isOnline()).toBe(false)
  stop()
  expect(connection.isOnline()).toBe(true)
  goes('offline')
  advance(2000)
  goes('online')
  advance(5000)
  expect(connection.isOnline()).toBe(true)
  expect(returns).toEqual([])
})
