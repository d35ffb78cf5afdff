import { describe, expect, test } from 'vitest'
import { clock } from '../lib/clock'
import { createLocks } from '../test/fake-browser'
import { turns } from '../test/turns'
import { untilAborted } from './until-aborted'
import { withLock } from './with-lock'

describe('with lock', () => {
  const getWait = (timeoutMs = 1000) => {
    const abort = new AbortController()
    return { abort, wait: { clock, timeoutMs, signal: abort.signal } }
  }

  const never = () => new Promise<never>(() => {})

  test('runs one after the other, and the later one knows that it waited', async () => {
    const locks = createLocks()
    const { wait } = getWait()
    const log: string[] = []
    const run = (name: string) =>
      withLock(locks, 'a', wait, async wasHeld => {
        log.push(`${name} ${wasHeld}`)
        await turns()
        log.push(`${name} done`)
      })
    await Promise.all([run('first'), run('second')])
    expect(log).toEqual(['first false', 'first done', 'second true', 'second done'])
  })

  test('A06 stops waiting at the timeout', async () => {
    const locks = createLocks()
    const { wait } = getWait(20)
    void withLock(locks, 'a', wait, never)
    await expect(withLock(locks, 'a', wait, async () => 1)).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('stops waiting when aborted', async () => {
    const locks = createLocks()
    void withLock(locks, 'a', getWait().wait, never)
    const { abort, wait } = getWait()
    const waiting = withLock(locks, 'a', wait, async () => 1)
    abort.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('an error releases the lock and is rethrown', async () => {
    const locks = createLocks()
    const { wait } = getWait()
    const fail = () => Promise.reject(new Error('inside'))
    await expect(withLock(locks, 'a', wait, fail)).rejects.toThrow('inside')
    expect(await withLock(locks, 'a', wait, async wasHeld => wasHeld)).toBe(false)
  })
})

describe('until aborted', () => {
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
})
