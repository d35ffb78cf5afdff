import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { LeaderboardRow } from '../../api/schema.gen'
import { rowHeight } from './use-row-window'

/** By how many places most of the watched rows moved; a single one that shot up is not followed. */
export const shiftOf = (
  before: readonly LeaderboardRow[],
  after: readonly LeaderboardRow[],
  first: number,
  end: number,
): number => {
  const places = new Map(after.map(({ user_id }, at) => [user_id, at]))
  const shifts: number[] = []
  for (let at = first; at < Math.min(end, before.length); at++) {
    const now = places.get(before[at]?.user_id ?? 0)
    if (now !== undefined) shifts.push(now - at)
  }
  return shifts.sort((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0
}

/** What the page's header and the head of the table cover, in pixels. */
const headRoom = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0

/**
 * When a refresh moves rows, what is being read stays where it is on the screen. Whoever sees the first row wants to go on
 * seeing it, and after an own search or sort nothing is held.
 * @param order the search and sort that the rows are shown by
 */
export const useKeptPlace = (
  rows: readonly LeaderboardRow[],
  order: string,
  body: RefObject<HTMLElement | null>,
): void => {
  const before = useRef({ rows, order })
  useLayoutEffect(() => {
    const { rows: old, order: oldOrder } = before.current
    before.current = { rows, order }
    if (old === rows || oldOrder !== order || !body.current) return
    const height = rowHeight()
    const head = headRoom()
    const top = body.current.getBoundingClientRect().top
    const first = Math.ceil((head - top) / height)
    if (first <= 0) return
    const shift = shiftOf(old, rows, first, Math.floor((window.innerHeight - top) / height))
    if (shift !== 0) window.scrollBy({ top: shift * height, behavior: 'instant' })
  }, [rows, order, body])
}
