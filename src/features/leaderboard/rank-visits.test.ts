import { beforeEach, describe, expect, test } from 'vitest'
import { type AppStorage, createStorage } from '../../lib/storage'
import {
  endVisit,
  getNextVisit,
  getRankChange,
  type RankVisit,
  recordVisit,
  VISIT_GAP_MS,
} from './rank-visits'

const minute = 60_000
const noon = 1_763_999_000_000

test.each<[string, RankVisit | null, number, number, RankVisit, number | null]>([
  ['the very first visit', null, 12, noon, { rank: 12, at: noon, previousRank: null }, null],
  [
    'a reload in the first visit',
    { rank: 12, at: noon, previousRank: null },
    12,
    noon + minute,
    { rank: 12, at: noon + minute, previousRank: null },
    null,
  ],
  [
    'the next day, two ranks higher',
    { rank: 12, at: noon, previousRank: null },
    10,
    noon + 1440 * minute,
    { rank: 10, at: noon + 1440 * minute, previousRank: 12 },
    2,
  ],
  [
    'a reload after that keeps the change',
    { rank: 10, at: noon, previousRank: 12 },
    10,
    noon + 9 * minute,
    { rank: 10, at: noon + 9 * minute, previousRank: 12 },
    2,
  ],
  [
    'a drop while the board is open',
    { rank: 10, at: noon, previousRank: 12 },
    13,
    noon + minute,
    { rank: 13, at: noon + minute, previousRank: 12 },
    -1,
  ],
  [
    'back at the previous rank',
    { rank: 10, at: noon, previousRank: 12 },
    12,
    noon + minute,
    { rank: 12, at: noon + minute, previousRank: 12 },
    0,
  ],
  [
    'the next visit starts from the last seen rank',
    { rank: 13, at: noon, previousRank: 12 },
    13,
    noon + VISIT_GAP_MS,
    { rank: 13, at: noon + VISIT_GAP_MS, previousRank: 13 },
    0,
  ],
  [
    'a clock that was set back',
    { rank: 10, at: noon, previousRank: 12 },
    10,
    noon - 1440 * minute,
    { rank: 10, at: noon - 1440 * minute, previousRank: 12 },
    2,
  ],
])('%s', (_, stored, rank, now, expected, change) => {
  const visit = getNextVisit(stored, rank, now)
  expect(visit).toEqual(expected)
  expect(getRankChange(visit)).toBe(change)
})

describe('stored visits', () => {
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
  const stored = () => values.get('flagship.places')

  test('stores one record per group, most recent last', () => {
    recordVisit(1, 12, noon, store)
    recordVisit(2, 4, noon, store)
    recordVisit(1, 10, noon + 60 * minute, store)
    expect(stored()).toBe(`2 4 ${noon}, 1 10 ${noon + 60 * minute} 12`)
    expect(store.get('flagship.places')).toBe(stored())
  })

  test('the visit ends when the board was last visible', () => {
    recordVisit(1, 12, noon, store)
    endVisit(1, noon + 120 * minute, store)
    expect(recordVisit(1, 10, noon + 125 * minute, store)?.previousRank).toBeNull()
    endVisit(1, noon + 125 * minute, store)
    expect(recordVisit(1, 9, noon + 200 * minute, store)?.previousRank).toBe(10)
  })

  test('writes nothing after the storage was cleared for another user', () => {
    recordVisit(1, 12, noon, store)
    store.clear('otherUser')
    endVisit(1, noon + minute, store)
    expect(stored()).toBeUndefined()
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e10])(
    'does not store the invalid rank %d',
    rank => {
      recordVisit(1, 12, noon, store)
      expect(recordVisit(1, rank, noon, store)).toBeNull()
      expect(stored()).toBe(`1 12 ${noon}`)
    },
  )

  test.each(['junk', '1 12', '0 1 5', '1 12 5 6 7', '1 12 5,2 3 4', `${'1 1 1, '.repeat(200)}1 1 1`])(
    'S03 ignores the invalid stored value %.20j',
    text => {
      values.set('flagship.places', text)
      expect(recordVisit(1, 3, noon, store)?.previousRank).toBeNull()
    },
  )

  test('keeps at most a hundred groups', () => {
    for (let group = 1; group <= 130; group += 1) recordVisit(group, 1, noon, store)
    const groups = store.get('flagship.places')?.split(', ') ?? []
    expect(groups).toHaveLength(100)
    expect(groups[0]).toBe(`31 1 ${noon}`)
  })
})
