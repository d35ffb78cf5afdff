import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeaderboardRow } from '../../queries/answers'
import { useKeptPlace } from './use-kept-place'

const people = (...ids: number[]): LeaderboardRow[] =>
  ids.map(user_id => ({ user_id, rank: user_id, username: 'x', points: 0, solved: 0 }))

/** A table that begins so far below the top of the page, in a page scrolled so far; 1000 px are seen of it. */
const open = (begin: number, scrolled: number) => {
  const body = document.createElement('tbody')
  document.body.append(body)
  const place = { begin, scrolled }
  vi.spyOn(body, 'getBoundingClientRect').mockImplementation(
    () => ({ top: place.begin - place.scrolled }) as DOMRect,
  )
  vi.stubGlobal('scrollY', scrolled)
  const ref = { current: body }
  const { rerender } = renderHook(({ rows, order }) => useKeptPlace(rows, order, ref), {
    initialProps: { rows: people(1, 2, 3, 4, 5), order: ' ' },
  })
  return { body, place, show: (rows: LeaderboardRow[], order = ' ') => rerender({ rows, order }) }
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

test.each<[string, { scrolled: number; begin: number; rows: LeaderboardRow[] }, number[]]>([
  ['a podium that grew', { scrolled: 600, begin: 582, rows: people(1, 2, 3, 4, 5) }, [82]],
  ['a place and the podium', { scrolled: 600, begin: 582, rows: people(9, 1, 2, 3, 4, 5) }, [82 + 56]],
  ['a podium above the first row', { scrolled: 500, begin: 582, rows: people(1, 2, 3, 4, 5) }, [82]],
  ['a podium that is in sight', { scrolled: 100, begin: 582, rows: people(1, 2, 3, 4, 5) }, []],
  ['nothing', { scrolled: 600, begin: 500, rows: people(1, 2, 3, 4, 5) }, []],
])('a refresh that moves the rows by %s is made up for', (_, { scrolled, begin, rows }, expected) => {
  const { place, show } = open(500, scrolled)
  place.begin = begin
  show(rows)
  expect(scrolls()).toEqual(expected)
})

test('a new order begins with its first row, unless the own row has the focus', () => {
  const { body, place, show } = open(500, 2500)
  show(people(5, 4, 3, 2, 1), '-points ')
  expect(scrolls()).toEqual([-2000])
  const row = body.appendChild(document.createElement('tr'))
  row.tabIndex = -1
  row.focus()
  show(people(1, 2, 3, 4, 5), 'points ')
  row.blur()
  place.scrolled = 300
  show(people(5, 4, 3, 2, 1), '-points ')
  place.scrolled = 2500
  show(people(5), '-points user_5')
  expect(scrolls()).toEqual([-2000])
})
