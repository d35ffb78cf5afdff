import { expect, test } from 'vitest'
import { untilAborted } from './until-aborted'

const never = () => new Promise<never>(() => {})

test('A12 rejects immediately with the reason of an aborted signal', async () => {
  await expect(untilAborted(never(), AbortSignal.abort('closed'))).rejects.toBe('closed')
})

test('A12 rejects when the signal is aborted meanwhile', async () => {
  const abort = new AbortController()
  const waiting = untilAborted(never(), abort.signal)
  abort.abort('left')
  await expect(waiting).rejects.toBe('left')
})

test('settles like the promise and removes its abort listener', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (...parameters: Parameters<typeof add>) => {
    listeners += 1
    add(...parameters)
  }
  signal.removeEventListener = (...parameters: Parameters<typeof remove>) => {
    listeners -= 1
    remove(...parameters)
  }
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7)
  await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
  await Promise.resolve()
  expect(listeners).toBe(0)
})
