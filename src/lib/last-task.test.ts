import { afterEach, expect, test } from 'vitest'
import { keepLastTask, placeText, readLastTask, readTaskPlace } from './last-task'
import { createStorage, storage } from './storage'

afterEach(() => storage.remove('flagship.lastTask'))

test('the task that was open last is found again', () => {
  expect(readLastTask()).toBeNull()
  keepLastTask({ groupId: 1, taskId: 101 })
  expect(storage.get('flagship.lastTask')).toBe('1/101')
  expect(readLastTask()).toEqual({ groupId: 1, taskId: 101 })
  expect(placeText({ groupId: 5, taskId: 7 })).toBe('5/7')
})

test.each(['', '1', '1/', '/1', '0/1', '1/0', '1/2147483648', '2147483648/1', '1/../2'])(
  'S03 %j in its place is no task',
  kept => {
    const area = { getItem: () => kept, setItem: () => {}, removeItem: () => {} }
    expect(
      readTaskPlace(
        'flagship.lab',
        createStorage(() => area),
      ),
    ).toBeNull()
  },
)
