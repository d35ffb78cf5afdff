import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flagLog } from './flag-log'
import { storage } from './storage'

const target = { userId: 1, groupId: 1, taskId: 101 }
const stored = () => storage.get('flagship.flagLog') ?? ''
const recordWrong = (...wrong: string[]) => flagLog.record(target, { wrong, right: [] })

beforeEach(() => storage.remove('flagship.flagLog'))
afterEach(() => vi.unstubAllGlobals())

test('V06 recognizes a wrong flag without storing it', async () => {
  await recordWrong('flag{secret}')
  expect(await flagLog.findWrong(target, ['flag{secret}', 'flag{other}', ' flag{secret} '])).toEqual(
    new Set(['flag{secret}', ' flag{secret} ']),
  )
  expect(stored()).toMatch(/^[\w+/]{22}$/)
})

test.each([
  ['person', { ...target, userId: 2 }],
  ['group', { ...target, groupId: 2 }],
  ['task', { ...target, taskId: 102 }],
])('another %s has an empty log', async (_, other) => {
  await recordWrong('flag{secret}')
  expect(await flagLog.findWrong(other, ['flag{secret}'])).toEqual(new Set())
})

test('removes flags that turned out right, appends the newest and has no duplicates', async () => {
  await recordWrong('flag{a}', 'flag{b}')
  await recordWrong('flag{a}')
  const [first, second] = stored().split(' ')
  await flagLog.record(target, { wrong: [], right: ['flag{b}'] })
  expect(stored()).toBe(second)
  expect(await flagLog.findWrong(target, ['flag{a}', 'flag{b}'])).toEqual(new Set(['flag{a}']))
  expect(first).not.toBe(second)
})

test('stays within the limit of the registry', async () => {
  for (let round = 0; round < 20; round += 1) {
    await recordWrong(...Array.from({ length: 50 }, (_, at) => `flag{${round}_${at}}`))
  }
  expect(stored().length).toBeGreaterThan(10_000)
  expect(stored().length).toBeLessThan(20_000)
  expect(await flagLog.findWrong(target, ['flag{19_49}', 'flag{0_0}'])).toEqual(new Set(['flag{19_49}']))
})

test('remembers nothing where hashing fails', async () => {
  vi.stubGlobal('crypto', {})
  await recordWrong('flag{a}')
  expect(stored()).toBe('')
  expect(await flagLog.findWrong(target, ['flag{a}'])).toEqual(new Set())
})

test('remembers nothing without crypto.subtle', async () => {
  await recordWrong('flag{a}')
  const before = stored()
  vi.stubGlobal('crypto', {})
  await recordWrong('flag{b}')
  expect(stored()).toBe(before)
  expect(await flagLog.findWrong(target, ['flag{a}', ''])).toEqual(new Set())
})

test('separates hashes, and does not write unchanged ones', async () => {
  await recordWrong('flag{a}', 'flag{b}')
  expect(stored()).toMatch(/^[\w+/]{22} [\w+/]{22}$/)
  const set = vi.spyOn(storage, 'set')
  await flagLog.record(target, { wrong: [], right: ['flag{c}'] })
  expect(set).not.toHaveBeenCalled()
  set.mockRestore()
})
