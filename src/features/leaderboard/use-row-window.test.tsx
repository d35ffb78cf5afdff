import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LeaderboardRow } from '../../api/responses'
import { getSlot, useIsPrinting, useRowWindow, useScrollAnchor } from './use-row-window'

const createRows = (...ids: number[]): LeaderboardRow[] =>
  ids.map(user_id => ({ user_id, rank: user_id, username: 'x', points: 0, solved: 0 }))

const open = (bodyTop: number, scrolled: number) => {
  const body = document.createElement('tbody')
  document.body.append(body)
  const layout = { begin: bodyTop, scrolled }
  vi.spyOn(body, 'getBoundingClientRect').mockImplementation(
    () => ({ top: layout.begin - layout.scrolled }) as DOMRect,
  )
  vi.stubGlobal('scrollY', scrolled)
  const ref = { current: body }
  const { rerender } = renderHook(({ rows, order }) => useScrollAnchor(rows, order, ref), {
    initialProps: { rows: createRows(1, 2, 3, 4, 5), order: ' ' },
  })
  return {
    body,
    place: layout,
    rerenderRows: (rows: LeaderboardRow[], order = ' ') => rerender({ rows, order }),
  }
}

const scrolls = () => vi.mocked(window.scrollBy).mock.calls.map(([to]) => (to as ScrollToOptions).top)

beforeEach(() => {
  vi.stubGlobal('scrollBy', vi.fn())
  vi.stubGlobal('innerHeight', 1000)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test.each<[string, { scrolled: number; bodyTop: number; rows: LeaderboardRow[] }, number[]]>([
  ['a podium that grew', { scrolled: 600, bodyTop: 582, rows: createRows(1, 2, 3, 4, 5) }, [82]],
  [
    'a new row and the podium',
    { scrolled: 600, bodyTop: 582, rows: createRows(9, 1, 2, 3, 4, 5) },
    [82 + 56],
  ],
  ['a podium above the first row', { scrolled: 500, bodyTop: 582, rows: createRows(1, 2, 3, 4, 5) }, [82]],
  ['a podium that is visible', { scrolled: 100, bodyTop: 582, rows: createRows(1, 2, 3, 4, 5) }, []],
  ['nothing', { scrolled: 600, bodyTop: 500, rows: createRows(1, 2, 3, 4, 5) }, []],
])('compensates a refetch that moves the rows by %s', (_, { scrolled, bodyTop, rows }, expected) => {
  const { place: layout, rerenderRows } = open(500, scrolled)
  layout.begin = bodyTop
  rerenderRows(rows)
  expect(scrolls()).toEqual(expected)
})

test('a new sort scrolls to the first row, unless the own row has the focus', () => {
  const { body, place: layout, rerenderRows } = open(500, 2500)
  rerenderRows(createRows(5, 4, 3, 2, 1), '-points ')
  expect(scrolls()).toEqual([-2000])
  const row = body.appendChild(document.createElement('tr'))
  row.tabIndex = -1
  row.focus()
  rerenderRows(createRows(1, 2, 3, 4, 5), 'points ')
  row.blur()
  layout.scrolled = 300
  rerenderRows(createRows(5, 4, 3, 2, 1), '-points ')
  layout.scrolled = 2500
  rerenderRows(createRows(5), '-points user_5')
  expect(scrolls()).toEqual([-2000])
})

test('restores the scroll position after printing', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('scrollY', 280_000)
  const table = renderHook(() => useIsPrinting())
  const rail = renderHook(() => useIsPrinting())
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect([table.result.current, rail.result.current]).toEqual([true, true])
  vi.stubGlobal('scrollY', 8000)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect([table.result.current, rail.result.current]).toEqual([false, false])
  expect(scrollTo.mock.calls).toEqual([[{ top: 280_000, behavior: 'instant' }]])
})

test('M01 rows keep their slots while scrolling, and change in place after a jump', () => {
  const body = document.createElement('tbody')
  const ref = { current: body }
  const { result } = renderHook(() => useRowWindow(10_000, ref))
  const scrollTo = (row: number) => {
    vi.spyOn(body, 'getBoundingClientRect').mockReturnValue({ top: -row * 56 } as DOMRect)
    act(() => void window.dispatchEvent(new Event('scroll')))
    const rowWindow = result.current ?? { first: 0, end: 0, slots: 1, base: 0 }
    const indexes = Array.from({ length: rowWindow.end - rowWindow.first }, (_, at) => rowWindow.first + at)
    return new Map(indexes.map(index => [index, getSlot(index, rowWindow)]))
  }
  const before = scrollTo(100)
  for (const rows of [before, scrollTo(104), scrollTo(98)]) {
    expect(rows.size).toBeGreaterThan(20)
    expect(new Set(rows.values()).size).toBe(rows.size)
    for (const [index, slot] of rows) expect(slot).toBe(before.get(index) ?? slot)
  }
  for (const row of [5000, 20])
    expect([...scrollTo(row).values()]).toEqual([...scrollTo(row).keys()].map((_, at) => at))
})
