import { beforeEach, describe, expect, test } from 'vitest'
import { labMemory } from './lab-starts'
import { storage } from './storage'

beforeEach(() => storage.remove('flagship.labStarts'))

describe('learned start times', () => {
  test('half and nine tenths of the own starts of a task; before the first, of all tasks; else nothing', () => {
    expect(labMemory.typicalStart(104)).toBeNull()
    for (const seconds of [10, 40, 20, 30, 50]) labMemory.recordStart(104, seconds)
    expect(labMemory.typicalStart(104)).toEqual({ p50: 30, p90: 50 })
    expect(labMemory.typicalStart(205)).toEqual({ p50: 30, p90: 50 })
    labMemory.recordStart(205, 7.4)
    expect(labMemory.typicalStart(205)).toEqual({ p50: 7, p90: 7 })
  })

  test('the last ten count, and what took longer than an hour was no start', () => {
    for (let count = 0; count < 30; count += 1) labMemory.recordStart(104, 60)
    for (let count = 0; count < 10; count += 1) labMemory.recordStart(104, 20)
    labMemory.recordStart(104, 99_999)
    expect(labMemory.typicalStart(104)).toEqual({ p50: 20, p90: 20 })
  })

  test('how long a lab works is kept beside them', () => {
    labMemory.recordStart(104, 20)
    labMemory.recordLife(104, 5400)
    expect(labMemory.life(104)).toBe(5400)
    expect(labMemory.typicalStart(104)?.p50).toBe(20)
    expect(labMemory.life(205)).toBeNull()
  })

  test('a hundred tasks fit into what the registry keeps', () => {
    for (let task = 1; task <= 150; task += 1) {
      for (let count = 0; count < 10; count += 1) labMemory.recordStart(1_000_000_000 + task, 3600)
      labMemory.recordLife(1_000_000_000 + task, 86_400)
    }
    expect(storage.get('flagship.labStarts')).not.toBeNull()
    expect(labMemory.life(1_000_000_150)).toBe(86_400)
    expect(labMemory.life(1_000_000_001)).toBeNull()
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
  ])('%j in the storage is nothing', raw => {
    storage.set('flagship.labStarts', raw)
    expect(labMemory.typicalStart(1)).toBeNull()
    expect(labMemory.life(1)).toBeNull()
  })
})
