import { expect, it } from 'vitest'
import { namePools } from './names'

const pools = Object.values(namePools)

it.each(pools)('the pool "$language" is large and holds no repeated or empty word', pool => {
  for (const list of [pool.handles, ...pool.sets.flatMap(set => [set.first, set.last])]) {
    expect(list.length).toBeGreaterThan(50)
    expect(new Set(list).size).toBe(list.length)
    expect(list.filter(word => word.trim() !== word || word === '')).toEqual([])
  }
})

it.each(pools)('usernames of "$language" obey the specification, section 5', pool => {
  expect(pool.handles.filter(handle => !/^[A-Za-z0-9_-]+$/.test(handle))).toEqual([])
})

it.each(pools)('the pool "$language" has hard cases: right to left, emoji, very long', pool => {
  const words = pool.sets.flatMap(set => [...set.first, ...set.last]).join(' ')
  expect(words).toMatch(/[\p{Script=Arabic}\p{Script=Hebrew}]/u)
  expect(words).toMatch(/\p{Extended_Pictographic}/u)
  expect(Math.max(...pool.handles.map(handle => handle.length))).toBeGreaterThan(60)
})

it('English names are not written in Cyrillic', () => {
  const words = namePools.en.sets.flatMap(set => [...set.first, ...set.last])
  expect(words.filter(word => /\p{Script=Cyrillic}/u.test(word))).toEqual([])
})
