import { afterEach, describe, expect, test } from 'vitest'
import { dayText } from '../../lib/calendar-days'
import { readActivity } from './activity-view-model'
import { monthMarks } from './month-marks'

const own = process.env.TZ
afterEach(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

/** A Monday noon. */
const now = Date.parse('2026-10-05T12:00:00Z')
const read = (activity: unknown, at = now) => {
  const view = readActivity(activity, at)
  if (!view) throw new Error('There is no activity.')
  return view
}
const solvedDays = (activity: unknown, at = now) =>
  read(activity, at)
    .days.filter(({ solved }) => solved > 0)
    .map(({ day, solved }) => [dayText(day), solved])

describe.each(['UTC', 'Asia/Vladivostok', 'America/New_York'])('in %s', zone => {
  test('52 weeks from a Monday to today, with the days that the server named', () => {
    process.env.TZ = zone
    const view = read([
      { date: '2025-10-13', solved: 2 },
      { date: '2026-10-05', solved: 1 },
      // The clocks change in New York.
      { date: '2026-03-08', solved: 3 },
    ])
    expect(view.days).toHaveLength(51 * 7 + 1)
    const [first, last] = [view.days[0], view.days.at(-1)]
    expect([first, last].map(day => day && dayText(day.day))).toEqual(['2025-10-13', '2026-10-05'])
    expect(solvedDays([{ date: '2026-03-08', solved: 3 }])).toEqual([['2026-03-08', 3]])
    expect([first?.solved, last?.solved, view.solved, view.activeDays]).toEqual([2, 1, 6, 3])
    // A second before midnight and at it, by the server's clock.
    const midnight = Date.parse('2026-10-06T00:00:00Z')
    const end = (at: number) => dayText(read([], at).days.at(-1)?.day ?? 0)
    expect([end(midnight - 1000), end(midnight)]).toEqual(['2026-10-05', '2026-10-06'])
  })
})

test('a whole week is seven days more than the Monday before it', () => {
  const sunday = Date.parse('2026-10-11T12:00:00Z')
  expect(read([], sunday).days).toHaveLength(52 * 7)
})

test('a server whose calendar is a day ahead is believed, one that is further ahead is not', () => {
  expect(solvedDays([{ date: '2026-10-06', solved: 1 }])).toEqual([['2026-10-06', 1]])
  expect(solvedDays([{ date: '2026-10-07', solved: 1 }])).toEqual([])
})

test.each<[string, unknown[], [string, number][]]>([
  [
    'a day that came twice',
    [
      ['2026-10-01', 1],
      ['2026-10-01', 2],
    ],
    [['2026-10-01', 3]],
  ],
  ['a number as text', [['2026-10-01', '2']], [['2026-10-01', 2]]],
  ['a time of a day', [['2026-10-01T23:59:00-11:00', 2]], [['2026-10-01', 2]]],
  ['a day that no month has', [['2026-09-31', 2]], []],
  ['words', [['yesterday', 2]], []],
  ['a negative count', [['2026-10-01', -2]], []],
  ['no count', [['2026-10-01', Number.NaN]], []],
  ['a day of long ago', [['2001-10-01', 2]], []],
])('N02 %s', (_, rows, expected) => {
  const activity = (rows as [unknown, unknown][]).map(([date, solved]) => ({ date, solved }))
  expect(solvedDays(activity)).toEqual(expected)
})

test('N02 lists of nothing hold nothing, and no list is no activity', () => {
  expect(solvedDays([null, 7, 'x', [], {}])).toEqual([])
  for (const activity of [undefined, null, 'x', 7, {}]) expect(readActivity(activity, now)).toBeNull()
})

test('levels are the same for everybody', () => {
  const activity = [1, 2, 3, 4, 5, 6].map(solved => ({ date: `2026-09-0${solved}`, solved }))
  const levels = read(activity).days.filter(({ solved }) => solved > 0)
  expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 3, 4, 4])
})

test('the longest run counts days in a row, over the end of a month', () => {
  const days = ['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-03']
  expect(read(days.map(date => ({ date, solved: 1 }))).longestRun).toBe(3)
  expect(read([]).longestRun).toBe(0)
})

test('the best day is told only when there is one', () => {
  const two = [
    { date: '2026-09-29', solved: 3 },
    { date: '2026-09-30', solved: 3 },
  ]
  expect(read(two).best).toBeNull()
  expect(dayText(read([...two, { date: '2026-10-01', solved: 4 }]).best?.day ?? 0)).toBe('2026-10-01')
  expect(read([]).best).toBeNull()
})

test('months are whole or cut by the window, newest first', () => {
  const { months } = read([
    { date: '2026-10-01', solved: 2 },
    { date: '2026-10-02', solved: 1 },
  ])
  expect(months).toHaveLength(13)
  expect(months[0]).toMatchObject({ activeDays: 2, solved: 3 })
  expect(dayText(months[0]?.day ?? 0)).toBe('2026-10-01')
  expect(dayText(months.at(-1)?.day ?? 0)).toBe('2025-10-13')
})

test('a month is named above the week in which it begins', () => {
  const { days } = read([])
  const marks = monthMarks(days, day => dayText(day).slice(0, 7))
  // November begins in the third week: too near for October to be named as well.
  expect([...marks].slice(0, 2)).toEqual([
    [2, '2025-11'],
    [7, '2025-12'],
  ])
  expect(marks.size).toBe(12)
  // Here the next month is far enough away.
  const later = read([], Date.parse('2026-10-26T12:00:00Z')).days
  expect(monthMarks(later, day => dayText(day)).get(0)).toBe('2025-11-03')
})
