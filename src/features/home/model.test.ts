import { expect, test } from 'vitest'
import type { Attempt } from '../../../packages/contract/schema.gen'
import { parseDay } from '../../api/activity'
import { toAttemptView } from '../../api/attempts'
import type { Group, GroupSummary } from '../../api/responses'
import { chooseExam, examGroups, getDates, getExamAction, getKnownSolves, getWeekPoints } from './model'

const now = Date.parse('2026-11-21T10:00:00Z')
const attempt = (status: string, more: object = {}) => ({ id: 1, status, ...more }) as unknown as Attempt

test.each<[string, object, ReturnType<typeof getExamAction>]>([
  ['need_pay', { price: 1_490_000, currency: 'RUB' }, 'pay'],
  ['need_pay', { payment_url: 'https://pay.example/1' }, 'pay'],
  ['need_pay', {}, 'admission'],
  ['payment_rejected', { price: 1, currency: 'RUB' }, 'payAgain'],
  ['payed', {}, 'start'],
  ['get_access', {}, 'start'],
  ['exam_started', {}, 'running'],
  ['time_left', {}, 'timeOver'],
  ['need_report', { report_deadline: '2026-11-22T10:00:00Z' }, 'report'],
  ['need_report', { report_deadline: '2026-11-20T10:00:00Z' }, 'overdue'],
  ['need_report', {}, 'report'],
  ['checking', {}, null],
  ['checking', { review_due: '2026-11-20T21:00:00Z' }, null],
  ['checking', { review_due: '2026-11-19T21:00:00Z' }, 'lateReview'],
  ['completed', {}, null],
  ['report_rejected', {}, null],
  ['unknown', {}, null],
  ['something new', {}, null],
])('an attempt with the status %s (%j) needs: %s', (status, more, action) => {
  expect(getExamAction(toAttemptView(attempt(status, more), now), now)).toBe(action)
})

const summary = (id: number, more: Partial<GroupSummary> = {}) =>
  ({ id, name: `Group ${id}`, is_exam: true, ...more }) as GroupSummary
const group = (attempts: unknown) => ({ attempts }) as Group

test('shows the more urgent of two exams; ignores groups that failed to load or have drifted', () => {
  const chosen = (...groups: (Group | undefined)[]) =>
    chooseExam(
      groups.map((read, at) => ({ summary: summary(at + 1), group: read })),
      now,
    )?.group.id
  expect(chosen(group([attempt('get_access')]), group([attempt('exam_started')]))).toBe(2)
  expect(chosen(group([attempt('need_pay')]), undefined)).toBe(1)
  expect(chosen(undefined, group('none'))).toBeUndefined()
  expect(chosen(group([attempt('completed')]))).toBeUndefined()
})

test('considers only running exams, at most two', () => {
  const ids = examGroups(
    [
      summary(1, { is_exam: false }),
      summary(2, { end_date: '2026-11-20T00:00:00Z' }),
      summary(3),
      summary(4),
      summary(5),
    ],
    now,
  ).map(({ id }) => id)
  expect(ids).toEqual([3, 4])
})

test('dates that are to come, the nearest first; unreadable and past ones are left out', () => {
  const course = { is_exam: false }
  const groups = [
    summary(1, { ...course, start_date: '2026-09-01T00:00:00Z', end_date: '2027-01-13T00:00:00Z' }),
    summary(2, { ...course, start_date: '2026-12-09T00:00:00Z', end_date: 'later' }),
    summary(3),
  ]
  const times = { started_at: '2026-11-21T09:00:00Z', ends_at: '2026-11-22T09:00:00Z' }
  const exams = (status: string, more: object) => [
    { summary: summary(3), group: group([attempt(status, { ...times, ...more })]) },
  ]
  const kinds = (status: string, more: object) =>
    getDates(groups, exams(status, more), now).map(({ kind, groupId }) => `${kind} ${groupId}`)
  const report_deadline = '2026-11-23T09:00:00Z'
  expect(kinds('exam_started', { report_deadline })).toEqual(['exam 3', 'report 3', 'start 2', 'end 1'])
  expect(kinds('need_report', { report_deadline })).toEqual(['report 3', 'start 2', 'end 1'])
  expect(kinds('checking', { report_deadline })).toEqual(['start 2', 'end 1'])
  expect(kinds('need_report', { report_deadline: '2026-11-20T00:00:00Z' })).toEqual(['start 2', 'end 1'])
})

test('solves have the day that the server wrote, and count once for several competencies', () => {
  const day = parseDay('2026-11-20') ?? 0
  const web = {
    id: 101,
    group_id: 1,
    category_name: 'Веб',
    points: 50,
    solved_at: '2026-11-20T23:30:00+03:00',
  }
  const competencies = [
    { tasks: [web, { title: 'T', solved_at: '2026-11-20T09:00:00Z' }, { id: 103, solved_at: '2026-11-19' }] },
    { tasks: [web, { id: 104 }, 'none', null] },
    { tasks: 5 },
    'none',
  ]
  expect(getKnownSolves(competencies, day)).toEqual([
    { day, category: 'Веб', points: 50 },
    { day, category: null, points: null },
  ])
  expect(getKnownSolves(undefined, day)).toEqual([])
})

test('the points of a week are told if each solve is known', () => {
  const day = (at: number, solved: number) => ({ day: at, solved, level: 0 as const })
  const solve = (at: number, points: number | null) => ({ day: at, category: null, points })
  const week = [day(1, 1), day(2, 0), day(3, 2)]
  expect(getWeekPoints(week, [solve(0, 9), solve(1, 50), solve(3, 75), solve(3, 0)])).toBe(125)
  expect(getWeekPoints(week, [solve(1, 50), solve(3, 75)])).toBeNull()
  expect(getWeekPoints(week, [solve(1, 50), solve(3, 75), solve(3, null)])).toBeNull()
})
