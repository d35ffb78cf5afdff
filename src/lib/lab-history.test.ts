import { beforeEach, describe, expect, test } from 'vitest'
import { labHistory } from './lab-history'
import { storage } from './storage'

beforeEach(() => storage.remove('flagship.labStarts'))

describe('start durations', () => {
  test("uses the task's own starts, else those of all tasks, else nothing", () => {
    expect(labHistory.typicalStart(104)).toBeNull()
    for (const seconds of [10, 40, 20, 30, 50]) labHistory.recordStart(104, seconds)
    expect(labHistory.typicalStart(104)).toEqual({ p50: 30, p90: 50 })
    expect(labHistory.typicalStart(205)).toEqual({ p50: 30, p90: 50 })
    labHistory.recordStart(205, 7.4)
    expect(labHistory.typicalStart(205)).toEqual({ p50: 7, p90: 7 })
  })

  test('keeps the last ten and ignores those over an hour', () => {
    for (let count = 0; count < 30; count += 1) labHistory.recordStart(104, 60)
    for (let count = 0; count < 10; count += 1) labHistory.recordStart(104, 20)
    labHistory.recordStart(104, 99_999)
    expect(labHistory.typicalStart(104)).toEqual({ p50: 20, p90: 20 })
  })

  test('stores the lifetime beside them', () => {
    labHistory.recordStart(104, 20)
    labHistory.recordLife(104, 5400)
    expect(labHistory.life(104)).toBe(5400)
    expect(labHistory.typicalStart(104)?.p50).toBe(20)
    expect(labHistory.life(205)).toBeNull()
  })

  test('a hundred tasks fit into the limit of the registry', () => {
    for (let task = 1; task <= 150; task += 1) {
      for (let count = 0; count < 10; count += 1) labHistory.recordStart(1_000_000_000 + task, 3600)
      labHistory.recordLife(1_000_000_000 + task, 86_400)
    }
    expect(storage.get('flagship.labStarts')).not.toBeNull()
    expect(labHistory.life(1_000_000_150)).toBe(86_400)
    expect(labHistory.life(1_000_000_001)).toBeNull()
  })

  test.each([
    '',
    'null',
    '{}',
    '[[1]]',
    '[["__proto__",{"starts":[1]}]]',
    '[[1,{"starts":["x",-1,1e9]}]]',
    '[[',
    '7',
  ])('ignores %j in the storage', raw => {
    storage.set('flagship.labStarts', raw)
    expect(labHistory.typicalStart(1)).toBeNull()
    expect(labHistory.life(1)).toBeNull()
  })
})
