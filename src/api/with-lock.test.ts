import { expect, test } from 'vitest'
import { clock } from '../lib/clock'
import { createLocks } from '../test/fake-browser'
import { withLock } from './with-lock'

const waitOf = (timeoutMs = 1000) => {
  const abort = new AbortController()
  return { abort, wait: { clock, timeoutMs, signal: abort.signal } }
}

const never = () => new Promise<never>(() => {})

test('runs one after the other, and the later one knows that it waited', async () => {
  const locks = createLocks()
  const { wait } = waitOf()
  const log: string[] = []
  const run = (name: string) =>
    withLock(locks, 'a', wait, async wasHeld => {
      log.push(`${name} ${wasHeld}`)
      await new Promise(resolve => setTimeout(resolve, 5))
      log.push(`${name} done`)
    })
  await Promise.all([run('first'), run('second')])
  expect(log).toEqual(['first false', 'first done', 'second true', 'second done'])
})

test('A06 stops waiting at the timeout', async () => {
  const locks = createLocks()
  const { wait } = waitOf(20)
  void withLock(locks, 'a', wait, never)
  await expect(withLock(locks, 'a', wait, async () => 1)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('stops waiting when aborted', async () => {
  const locks = createLocks()
  void withLock(locks, 'a', waitOf().wait, never)
  const { abort, wait } = waitOf()
  const waiting = withLock(locks, 'a', wait, async () => 1)
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

test('an error releases the lock and is rethrown', async () => {
  const locks = createLocks()
  const { wait } = waitOf()
  const fail = () => Promise.reject(new Error('inside'))
  await expect(withLock(locks, 'a', wait, fail)).rejects.toThrow('inside')
  expect(await withLock(locks, 'a', wait, async wasHeld => wasHeld)).toBe(false)
})
