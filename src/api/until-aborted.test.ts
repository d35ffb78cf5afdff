import { expect, test } from 'vitest'
import { untilAborted } from './until-aborted'

const never = () => new Promise<never>(() => {})

test('A12 what was aborted before is given up at once, with its reason', async () => {
  await expect(untilAborted(never(), AbortSignal.abort('closed'))).rejects.toBe('closed')
})

test('A12 what is aborted meanwhile is given up then', async () => {
  const abort = new AbortController()
  const waiting = untilAborted(never(), abort.signal)
  abort.abort('left')
  await expect(waiting).rejects.toBe('left')
})

test('what settles first is passed on, and nothing waits for the signal any more', async () => {
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
