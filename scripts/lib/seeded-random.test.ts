import { expect, test } from 'vitest'
import { createRandom, hash } from './seeded-random'

test('equal seeds give equal sequences and other seeds give others', () => {
  const draw = (seed: string) => {
    const random = createRandom(seed, 7)
    return Array.from({ length: 20 }, () => random.int(0, 1_000_000))
  }
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test('the hash separates parts, distinguishes numbers from strings and never changes', () => {
  expect(hash('ab', 'c')).not.toBe(hash('a', 'bc'))
  expect(hash(1)).not.toBe(hash('1'))
  expect(hash('Флагман', 1)).toBe(2_608_054_320)
})

test('whole numbers cover their range evenly and stay inside', () => {
  const random = createRandom('range')
  const counts = new Map<number, number>()
  for (let index = 0; index < 6000; index++) {
    const value = random.int(-1, 4)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2, 3, 4])
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

test('shuffles a copy with every item', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8]
  const shuffled = createRandom(3).shuffle(items)
  expect(items).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(shuffled).not.toEqual(items)
  expect([...shuffled].sort()).toEqual(items)
})

test('throws when it picks from an empty list', () => {
  expect(() => createRandom(1).pick([])).toThrow('nothing to pick')
})
