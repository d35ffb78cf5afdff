import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flagLog } from './flag-log'
import { storage } from './storage'

const place = { userId: 1, groupId: 1, taskId: 101 }
const kept = () => storage.get('flagship.flagLog') ?? ''
const note = (...wrong: string[]) => flagLog.note(place, { wrong, right: [] })

beforeEach(() => storage.remove('flagship.flagLog'))
afterEach(() => vi.unstubAllGlobals())

test('V06 a wrong flag is known again, and is nowhere in the storage', async () => {
  await note('flag{secret}')
  expect(await flagLog.wrongOf(place, ['flag{secret}', 'flag{other}', ' flag{secret} '])).toEqual(
    new Set(['flag{secret}', ' flag{secret} ']),
  )
  expect(kept()).toMatch(/^[\w+/]{22}$/)
})

test.each([
  ['person', { ...place, userId: 2 }],
  ['group', { ...place, groupId: 2 }],
  ['task', { ...place, taskId: 102 }],
])('another %s knows nothing of it', async (_, other) => {
  await note('flag{secret}')
  expect(await flagLog.wrongOf(other, ['flag{secret}'])).toEqual(new Set())
})

test('one that turns out right is forgotten, the newest stands last, and none stands twice', async () => {
  await note('flag{a}', 'flag{b}')
  await note('flag{a}')
  const [first, second] = kept().split(' ')
  await flagLog.note(place, { wrong: [], right: ['flag{b}'] })
  expect(kept()).toBe(second)
  expect(await flagLog.wrongOf(place, ['flag{a}', 'flag{b}'])).toEqual(new Set(['flag{a}']))
  expect(first).not.toBe(second)
})

test('it never outgrows the registry', async () => {
  for (let round = 0; round < 20; round += 1) {
    await note(...Array.from({ length: 50 }, (_, at) => `flag{${round}_${at}}`))
  }
  expect(kept().length).toBeGreaterThan(10_000)
  expect(kept().length).toBeLessThan(20_000)
  expect(await flagLog.wrongOf(place, ['flag{19_49}', 'flag{0_0}'])).toEqual(new Set(['flag{19_49}']))
})

test('where the browser does not hash, nothing is remembered and nothing breaks', async () => {
  vi.stubGlobal('crypto', {})
  await note('flag{a}')
  expect(kept()).toBe('')
  expect(await flagLog.wrongOf(place, ['flag{a}'])).toEqual(new Set())
})

test('where the browser hashes nothing, nothing is remembered and nothing breaks', async () => {
  await note('flag{a}')
  const before = kept()
  vi.stubGlobal('crypto', {})
  await note('flag{b}')
  expect(kept()).toBe(before)
  expect(await flagLog.wrongOf(place, ['flag{a}', ''])).toEqual(new Set())
})

test('several hashes stand apart, and what has not changed is not written again', async () => {
  await note('flag{a}', 'flag{b}')
  expect(kept()).toMatch(/^[\w+/]{22} [\w+/]{22}$/)
  const set = vi.spyOn(storage, 'set')
  await flagLog.note(place, { wrong: [], right: ['flag{c}'] })
  expect(set).not.toHaveBeenCalled()
  set.mockRestore()
})
