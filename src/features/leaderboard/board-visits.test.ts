import { beforeEach, describe, expect, test } from 'vitest'
import { type AppStorage, createStorage } from '../../lib/storage'
import { changeOf, endLook, keepPlace, seePlace, type Visit, visitPause } from './board-visits'

const minute = 60_000
const noon = 1_763_999_000_000

test.each<[string, Visit | null, number, number, Visit, number | null]>([
  ['the very first visit', null, 12, noon, { place: 12, at: noon, before: null }, null],
  [
    'a reload in the first visit',
    { place: 12, at: noon, before: null },
    12,
    noon + minute,
    { place: 12, at: noon + minute, before: null },
    null,
  ],
  [
    'the next day, two places higher',
    { place: 12, at: noon, before: null },
    10,
    noon + 1440 * minute,
    { place: 10, at: noon + 1440 * minute, before: 12 },
    2,
  ],
  [
    'a reload after that keeps the change',
    { place: 10, at: noon, before: 12 },
    10,
    noon + 9 * minute,
    { place: 10, at: noon + 9 * minute, before: 12 },
    2,
  ],
  [
    'a fall while the board is open',
    { place: 10, at: noon, before: 12 },
    13,
    noon + minute,
    { place: 13, at: noon + minute, before: 12 },
    -1,
  ],
  [
    'back where one was',
    { place: 10, at: noon, before: 12 },
    12,
    noon + minute,
    { place: 12, at: noon + minute, before: 12 },
    0,
  ],
  [
    'the visit after that begins from the last place seen',
    { place: 13, at: noon, before: 12 },
    13,
    noon + visitPause,
    { place: 13, at: noon + visitPause, before: 13 },
    0,
  ],
  [
    'a clock that was set back',
    { place: 10, at: noon, before: 12 },
    10,
    noon - 1440 * minute,
    { place: 10, at: noon - 1440 * minute, before: 12 },
    2,
  ],
])('%s', (_, kept, place, now, expected, change) => {
  const visit = seePlace(kept, place, now)
  expect(visit).toEqual(expected)
  expect(changeOf(visit)).toBe(change)
})

describe('what is kept on the device', () => {
  let values: Map<string, string>
  let store: AppStorage
  beforeEach(() => {
    values = new Map()
    store = createStorage(() => ({
      getItem: key => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: key => void values.delete(key),
    }))
  })
  const kept = () => values.get('flagship.places')

  test('one record for each group, the one seen last at the end', () => {
    keepPlace(1, 12, noon, store)
    keepPlace(2, 4, noon, store)
    keepPlace(1, 10, noon + 60 * minute, store)
    expect(kept()).toBe(`2 4 ${noon}, 1 10 ${noon + 60 * minute} 12`)
    expect(store.get('flagship.places')).toBe(kept())
  })

  test('the end of a look is the end of the visit', () => {
    keepPlace(1, 12, noon, store)
    endLook(1, noon + 120 * minute, store)
    expect(keepPlace(1, 10, noon + 125 * minute, store)?.before).toBeNull()
    endLook(1, noon + 125 * minute, store)
    expect(keepPlace(1, 9, noon + 200 * minute, store)?.before).toBe(10)
  })

  test('nothing is written for a person who has gone', () => {
    keepPlace(1, 12, noon, store)
    store.clear('otherUser')
    endLook(1, noon + minute, store)
    expect(kept()).toBeUndefined()
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e10])('%d is no place to keep', place => {
    keepPlace(1, 12, noon, store)
    expect(keepPlace(1, place, noon, store)).toBeNull()
    expect(kept()).toBe(`1 12 ${noon}`)
  })

  test.each(['junk', '1 12', '0 1 5', '1 12 5 6 7', '1 12 5,2 3 4', `${'1 1 1, '.repeat(200)}1 1 1`])(
    'S03 %.20j is nothing that was kept',
    text => {
      values.set('flagship.places', text)
      expect(keepPlace(1, 3, noon, store)?.before).toBeNull()
    },
  )

  test('the boards of a hundred groups, and no more', () => {
    for (let group = 1; group <= 130; group += 1) keepPlace(group, 1, noon, store)
    const groups = store.get('flagship.places')?.split(', ') ?? []
    expect(groups).toHaveLength(100)
    expect(groups[0]).toBe(`31 1 ${noon}`)
  })
})
