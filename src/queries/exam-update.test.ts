import { expect, test } from 'vitest'
import { getExamUpdate } from './exam-update'
import type { Group } from './responses'

const at = (time: string) => `2026-10-05T${time}:00Z`
const known = { attemptId: 2, endsAt: Date.parse(at('14:00')) }
const groupWith = (...attempts: unknown[]) => ({ attempts }) as Group
const attempt = (status: unknown, fields: object = {}) => ({ id: 2, status, hours: 4, ...fields })

test.each([
  ['time_left', true, true],
  ['need_report', true, false],
  ['checking', true, false],
  ['completed', true, false],
  ['report_rejected', true, false],
  ['need_pay', false, false],
  ['payment_rejected', false, false],
  ['payed', false, false],
  ['get_access', false, false],
  ['unknown', false, true],
  ['a new one', false, true],
  [17, false, true],
])('after a running exam %s means over: %s, polled on: %s', (status, isOver, isUndecided) => {
  const news = getExamUpdate(known, groupWith(attempt(status)))
  expect(news).toEqual({ running: null, moved: null, isOver, isUndecided })
})

test.each([
  ['time_left', true],
  ['need_report', true],
  ['checking', true],
  ['completed', false],
  ['report_rejected', false],
])('after a reload with the stored group only, %s is reported: %s', (status, isOver) => {
  expect(getExamUpdate(null, groupWith(attempt(status))).isOver).toBe(isOver)
})

test('another attempt says nothing about the one that ran', () => {
  expect(getExamUpdate(known, groupWith({ ...attempt('completed'), id: 1 })).isOver).toBe(false)
})

test.each([
  ['later', at('15:00'), true],
  ['earlier', at('13:00'), true],
  ['the same, otherwise written', '2026-10-05T17:00:00.400+03:00', false],
  ['missing', undefined, false],
  ['no time', 'soon', false],
])('an end that is %s: reported as moved %s', (_, ends_at, isMoved) => {
  const { moved, running } = getExamUpdate(known, groupWith(attempt('exam_started', { ends_at })))
  expect(running?.attemptId).toBe(2)
  expect(moved !== null).toBe(isMoved)
  if (moved) expect(moved).toEqual({ from: known.endsAt, to: running?.endsAt })
})

test.each([
  ['the same', at('14:00'), false],
  ['moved', at('14:30'), true],
  ['missing', undefined, false],
])('after a reload an end that is %s than the stored one: reported as moved %s', (_, ends_at, isMoved) => {
  const group = groupWith(attempt('exam_started', { started_at: at('10:00'), ends_at }))
  const { moved } = getExamUpdate(null, group, known.endsAt)
  expect(moved).toEqual(isMoved ? { from: known.endsAt, to: Date.parse(at('14:30')) } : null)
})

test('ignores a stored end from before the attempt', () => {
  const group = groupWith(attempt('exam_started', { started_at: at('15:00'), ends_at: at('19:00') }))
  expect(getExamUpdate(null, group, known.endsAt).moved).toBeNull()
})

test('the end of another attempt is not a change', () => {
  const other = { ...attempt('exam_started', { ends_at: at('18:00') }), id: 3 }
  expect(getExamUpdate(known, groupWith(other)).moved).toBeNull()
})
