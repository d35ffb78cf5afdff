import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../lib/durations'
import { storage } from '../../lib/storage'
import { getNewTasks, storeVisit } from './new-tasks'

const KEY = 'flagship.seenTasks'
const now = Date.parse('2026-10-10T12:00:00Z')
const getNew = (groupId: number, taskIds: number[], at: number) => [...getNewTasks(groupId, taskIds, at)]

beforeEach(() => storage.remove(KEY))

test('tasks are new for one visit, through reloads and further additions', () => {
  expect(getNew(1, [1, 2], now)).toEqual([])
  storeVisit(1, [1, 2], now)
  expect(getNew(2, [1, 2], now)).toEqual([])

  const nextDay = now + DAY_MS
  expect(getNew(1, [3, 1, 2], nextDay)).toEqual([3])
  storeVisit(1, [3, 1, 2], nextDay)
  expect(getNew(1, [3, 1, 2], nextDay + MINUTE_MS)).toEqual([3])
  storeVisit(1, [3, 1, 4], nextDay + MINUTE_MS)
  expect(getNew(1, [3, 1, 4], nextDay + 2 * MINUTE_MS)).toEqual([3, 4])
  // Removed and back in the same visit.
  expect(getNew(1, [2, 3], nextDay + 2 * MINUTE_MS)).toEqual([2, 3])

  expect(getNew(1, [3, 1, 4], nextDay + DAY_MS)).toEqual([])
  // A clock that was set back starts no visit.
  expect(getNew(1, [3, 1, 4], now)).toEqual([3, 4])
})

test('large groups stay within the limit of the storage, and what others wrote there is ignored', () => {
  const taskIds = Array.from({ length: 1000 }, (_, at) => 10_000 + at)
  for (let group = 1; group <= 30; group += 1) storeVisit(group, taskIds, now)
  expect(storage.get(KEY)?.length).toBeLessThanOrEqual(60_000)
  expect(getNew(30, [...taskIds, 7], now)).toEqual([7])
  expect(getNew(1, [7], now)).toEqual([])
  storage.set(KEY, '[[1],[1,"x",[],[]],7,{},[2,0,["1"],[]],[3,0,[1],[]]]')
  expect([1, 2, 3].map(group => getNew(group, [1, 5], now))).toEqual([[], [], [5]])
})
