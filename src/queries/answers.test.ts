import { describe, expect, test } from 'vitest'
import { completeGroup, completeGroups, completeStatuses, completeTask } from './answers'

describe('a group', () => {
  test('has its number from the address and a name by it', () => {
    expect(completeGroup({ hide_leaderboard: false }, 5)).toMatchObject({ id: 5, name: '#5', categories: [] })
  })

  test.each([
    [{ is_exam: true }, true],
    [{ is_exam: false, exam: { hours: 24 } }, false],
    [{ exam: { hours: 24 } }, true],
    [{ attempts: [{ id: 1, status: 'need_pay' }] }, true],
    // An exam without tasks and attempts looks like this; the server says if it is none.
    [{ attempts: [] }, true],
    [{ attempts: [], categories: [{ tasks: [] }] }, false],
    [{}, false],
  ])('%j is an exam: %j', (answer, isExam) => {
    expect(completeGroup(answer, 1).is_exam).toBe(isExam)
  })

  test.each([
    [{ is_admin: true }, true],
    [{ is_admin: false, invite_code: 'A' }, false],
    [{ invite_code: 'A' }, true],
    [{ categories: [{ tasks: [{ visible: false }] }] }, true],
    [{ categories: [{ tasks: [{ status: 'hidden' }] }] }, true],
    [{ categories: [{ tasks: [{ visible: true }] }] }, false],
    [{}, false],
  ])('%j is administered by the reader: %j', (answer, isAdmin) => {
    expect(completeGroup(answer, 1).is_admin).toBe(isAdmin)
  })

  test('without a number leads nowhere, and differs from the next one', () => {
    expect(completeGroups([{}, { id: 3 }, {}]).map(({ id }) => id)).toEqual([-1, 3, -3])
    expect(completeGroup({ categories: [{ tasks: [{}, {}] }] }, 1).categories[0]?.tasks).toMatchObject([
      { id: -1, title: '#1', visible: true },
      { id: -2, title: '#2', visible: true },
    ])
  })
})

test('a task has its place from the address, and offers what the answer does not forbid', () => {
  expect(completeTask({}, 1, 101)).toMatchObject({
    group_id: 1,
    id: 101,
    title: '#101',
    flags: [],
    flags_total: 1,
    has_lab: true,
    has_hint: true,
    has_writeup: true,
    hints_left: 1,
  })
  expect(completeTask({ has_lab: false, has_hint: false, flags_total: 0 }, 1, 101)).toMatchObject({
    flags_total: 0,
    has_lab: false,
    hints_left: 0,
  })
})

test('statuses are those that name a task, and say that it is solved in one way or another', () => {
  expect(completeStatuses({ 101: true })).toEqual([])
  expect(completeStatuses([null, 7, { solved: true }])).toEqual([])
  expect(completeStatuses([{ id: 101, status: 'solved' }])).toMatchObject([{ task_id: 101, solved: true }])
  expect(completeStatuses([{ task_id: 101, solved_at: '2026-10-02T18:41:07Z' }])).toMatchObject([
    { solved: true },
  ])
  expect(completeStatuses([{ task_id: 101 }])).toEqual([{ task_id: 101 }])
})
