import { expect, test } from 'vitest'
import { completeGroup, completeTask } from '../../api/responses'
import { storage } from '../../lib/storage'
import { getTaskNeighbours } from './filter-tasks'
import { readLaterIds, storeTaskMark } from './task-marks'

test('tasks for later are those of the group, not of one whose id begins with the same digits', () => {
  storeTaskMark(1, 101, { isLater: true })
  storeTaskMark(12, 102, { isLater: true })
  storeTaskMark(1, 103, { note: 'later' })
  expect([1, 12, 2].map(group => [...readLaterIds(group)])).toEqual([[101], [102], []])
  storage.remove('flagship.taskMarks')
})

test('the neighbours of a task are those for later, where the list shows only them', () => {
  for (const id of [11, 13]) storeTaskMark(1, id, { isLater: true })
  const tasks = [11, 12, 13].map(id => completeTask({ title: `${id}` }, 1, id))
  const group = completeGroup({ id: 1, categories: [{ id: 1, name: '', tasks }] }, 1)
  expect(getTaskNeighbours(group, new Map(), 13, { later: true }).previous?.id).toBe(11)
  storage.remove('flagship.taskMarks')
})
