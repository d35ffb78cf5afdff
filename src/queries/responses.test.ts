import { describe, expect, test } from 'vitest'
import { completeGroup, completeGroups, completeStatuses, completeTask } from './responses'

describe('a group', () => {
  test('gets its id from the URL and a name from the id', () => {
    expect(completeGroup({ hide_leaderboard: false }, 5)).toMatchObject({ id: 5, name: '#5', categories: [] })
  })

  test.each([
    [{ is_exam: true }, true],
    [{ is_exam: false, exam: { hours: 24 } }, false],
    [{ exam: { hours: 24 } }, true],
    [{ attempts: [{ id: 1, status: 'need_pay' }] }, true],
    // An exam without tasks and attempts; the server corrects a wrong guess.
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
  ])('%j is administered by the user: %j', (answer, isAdmin) => {
    expect(completeGroup(answer, 1).is_admin).toBe(isAdmin)
  })

  test('without an id gets a unique negative one', () => {
    expect(completeGroups([{}, { id: 3 }, {}]).map(({ id }) => id)).toEqual([-1, 3, -3])
    expect(completeGroup({ categories: [{ tasks: [{}, {}] }] }, 1).categories[0]?.tasks).toMatchObject([
      { id: -1, title: '#1', visible: true },
      { id: -2, title: '#2', visible: true },
    ])
  })
})

test('a task gets its ids from the URL, and offers what the response does not rule out', () => {
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

test('drops statuses without a task, and detects solved ones', () => {
  expect(completeStatuses({ 101: true })).toEqual([])
  expect(completeStatuses([null, 7, { solved: true }])).toEqual([])
  expect(completeStatuses([{ id: 101, status: 'solved' }])).toMatchObject([{ task_id: 101, solved: true }])
  expect(completeStatuses([{ task_id: 101, solved_at: '2026-10-02T18:41:07Z' }])).toMatchObject([
    { solved: true },
  ])
  expect(completeStatuses([{ task_id: 101 }])).toEqual([{ task_id: 101 }])
})
