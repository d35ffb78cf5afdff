import { expect, test } from 'vitest'
import { storage } from '../../lib/storage'
import { readLaterIds, storeTaskMark } from './task-marks'

test('tasks for later are those of the group, not of one whose id begins with the same digits', () => {
  storeTaskMark(1, 101, { isLater: true })
  storeTaskMark(12, 102, { isLater: true })
  storeTaskMark(1, 103, { note: 'later' })
  expect([1, 12, 2].map(group => [...readLaterIds(group)])).toEqual([[101], [102], []])
  storage.remove('flagship.taskMarks')
})
