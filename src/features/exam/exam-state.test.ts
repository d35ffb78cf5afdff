import { describe, expect, test } from 'vitest'
import type { Group } from '../../api/responses'
import { createMemoryStorage } from '../../test/memory-storage'
import { createExamStore, type ExamState, getExamUpdate, getPolledGroup, reduceExam } from './exam-state'

const at = (time: string) => `2026-10-05T${time}:00Z`
const known = { attemptId: 2, endsAt: Date.parse(at('14:00')) }
const groupWith = (...attempts: unknown[]) => ({ attempts }) as Group
const attempt = (status: unknown, fields: object = {}) => ({ id: 2, status, hours: 4, ...fields })

test.each([
  ['time_left', true, true],
  ['checking', true, false],
  ['completed', true, false],
  ['report_rejected', true, false],
  ['need_pay', false, false],
  ['get_access', false, false],
  ['unknown', false, true],
])('after a running exam %s means over: %s, polled on: %s', (status, isOver, isUndecided) => {
  const news = getExamUpdate(known, groupWith(attempt(status)))
  expect(news).toEqual({ running: null, moved: null, isOver, isUndecided })
})

test.each([
  ['time_left', true],
  ['checking', true],
  ['completed', false],
  ['report_rejected', false],
])('after a reload with the stored group only, %s is reported: %s', (status, isOver) => {
  expect(getExamUpdate(null, groupWith(attempt(status))).isOver).toBe(isOver)
  // Another attempt says nothing about the one that ran.
  expect(getExamUpdate(known, groupWith({ ...attempt(status), id: 1 })).isOver).toBe(false)
})

test.each([
  ['later', { ends_at: at('15:00') }, true],
  ['earlier', { ends_at: at('13:00') }, true],
  ['the same, otherwise written', { ends_at: '2026-10-05T17:00:00.400+03:00' }, false],
  ['missing', {}, false],
  ['no time', { ends_at: 'soon' }, false],
  ['that of another attempt', { ends_at: at('18:00'), id: 3 }, false],
])('an end that is %s: reported as moved %s', (_, fields, isMoved) => {
  const { moved, running } = getExamUpdate(known, groupWith(attempt('exam_started', fields)))
  expect(moved).toEqual(isMoved ? { from: known.endsAt, to: running?.endsAt } : null)
})

test.each([
  ['the same', at('10:00'), at('14:00'), false],
  ['moved', at('10:00'), at('14:30'), true],
  ['missing', at('10:00'), undefined, false],
  ['of an attempt that started later', at('15:00'), at('19:00'), false],
])('after a reload an end that is %s: reported as moved %s', (_, started_at, ends_at, isMoved) => {
  const { moved } = getExamUpdate(
    null,
    groupWith(attempt('exam_started', { started_at, ends_at })),
    known.endsAt,
  )
  expect(moved).toEqual(isMoved ? { from: known.endsAt, to: Date.parse(at('14:30')) } : null)
})

const idle = createExamStore(createMemoryStorage(new Map())).get()
const running: ExamState = { ...idle, groupId: 5, known }
const runs = groupWith(attempt('exam_started', { ends_at: at('14:00') }))
const refused: ExamState = { ...idle, notice: { kind: 'refused', groupId: 5 } }

describe('the stored exam', () => {
  const open = (stored?: string) => {
    const values = new Map(stored === undefined ? [] : [['flagship.exam', stored]])
    const store = createExamStore(createMemoryStorage(values))
    store.restore()
    return { ...store, stored: () => values.get('flagship.exam'), values }
  }
  const answer = (group: Group) => ({ kind: 'answered', groupId: 5, group }) as const

  test('stays until the server has answered', () => {
    const { dispatch, restore, stored } = open('5 1764000000000')
    dispatch({ kind: 'cutOff' })
    dispatch({ kind: 'reached' })
    restore()
    expect(stored()).toBe('5 1764000000000')
    dispatch(answer(runs))
    expect(stored()).toBe(`5 ${known.endsAt}`)
  })

  test('of another tab is not overwritten by what this tab knew before', () => {
    const { dispatch, restore, stored, values } = open()
    dispatch(answer(runs))
    values.set('flagship.exam', '5 1764000000000')
    restore()
    dispatch({ kind: 'cutOff' })
    dispatch({ ...answer(runs), groupId: 8 })
    expect(stored()).toBe('5 1764000000000')
    values.delete('flagship.exam')
    dispatch({ kind: 'reached' })
    expect(stored()).toBeUndefined()
  })

  test('is removed by its end and by a refusal, and kept when the user leaves', () => {
    const { dispatch, stored } = open()
    dispatch(answer(runs))
    dispatch(answer(groupWith(attempt('need_report'))))
    expect(stored()).toBeUndefined()
    dispatch(answer(runs))
    dispatch({ kind: 'refused', groupId: 5 })
    expect(stored()).toBeUndefined()
    dispatch(answer(runs))
    dispatch({ kind: 'left' })
    expect(stored()).toBe(`5 ${known.endsAt}`)
  })
})

describe('the state of the exam', () => {
  test.each([
    ['an exam begins', idle, { kind: 'answered', groupId: 5, group: runs }, running],
    ['another group, while one runs', running, { kind: 'answered', groupId: 8, group: runs }, running],
    ['a group without an exam', idle, { kind: 'answered', groupId: 5, group: groupWith() }, idle],
    [
      'it ends',
      { ...running, isUnreachable: true },
      { kind: 'answered', groupId: 5, group: groupWith(attempt('need_report')) },
      { ...idle, known, notice: { kind: 'over', groupId: 5 } },
    ],
    [
      'it ends, and the next status is unknown',
      running,
      { kind: 'answered', groupId: 5, group: groupWith(attempt('time_left')) },
      { ...idle, known, undecidedId: 5, notice: { kind: 'over', groupId: 5 } },
    ],
    ['it is refused', running, { kind: 'refused', groupId: 5 }, { ...refused, known }],
    [
      'it runs after a refusal',
      { ...refused, known },
      { kind: 'answered', groupId: 5, group: runs },
      running,
    ],
    [
      'a page restores it',
      idle,
      { kind: 'restored', groupId: 5, endsAt: 9 },
      { ...idle, groupId: 5, storedEnd: 9 },
    ],
    ['another tab has another one', running, { kind: 'restored', groupId: 8, endsAt: null }, running],
    ['no connection without an exam', idle, { kind: 'cutOff' }, idle],
    ['no connection', running, { kind: 'cutOff' }, { ...running, isUnreachable: true }],
    ['a connection', { ...running, isUnreachable: true }, { kind: 'reached' }, running],
    ['the notice is dismissed', refused, { kind: 'dismissed' }, idle],
    ['the user leaves', running, { kind: 'left' }, idle],
  ] as const)('%s', (_, state, event, next) => {
    expect(reduceExam(state, event)).toEqual(next)
  })

  test('an event that changes nothing leaves the same object', () => {
    expect(reduceExam(running, { kind: 'reached' })).toBe(running)
    expect(reduceExam(running, { kind: 'answered', groupId: 8, group: runs })).toBe(running)
  })

  test.each([
    [running, 5],
    [{ ...idle, undecidedId: 6 }, 6],
    [refused, 5],
    [idle, null],
  ])('polls %j: %s', (state, groupId) => {
    expect(getPolledGroup(state)).toBe(groupId)
  })
})
