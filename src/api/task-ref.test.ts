import { afterEach, expect, test } from 'vitest'
import { createStorage, storage } from '../lib/storage'
import { formatTaskRef, readLastTask, readTaskRef, storeLastTask } from './task-ref'

afterEach(() => storage.remove('flagship.lastTask'))

test('restores the last open task', () => {
  expect(readLastTask()).toBeNull()
  storeLastTask({ groupId: 1, taskId: 101 })
  expect(storage.get('flagship.lastTask')).toBe('1/101')
  expect(readLastTask()).toEqual({ groupId: 1, taskId: 101 })
  expect(formatTaskRef({ groupId: 5, taskId: 7 })).toBe('5/7')
})

test.each(['', '1', '1/', '/1', '0/1', '1/0', '1/2147483648', '2147483648/1', '1/../2'])(
  'S03 ignores %j in the storage',
  stored => {
    const area = { getItem: () => stored, setItem: () => {}, removeItem: () => {} }
    expect(
      readTaskRef(
        'flagship.lab',
        createStorage(() => area),
      ),
    ).toBeNull()
  },
)
