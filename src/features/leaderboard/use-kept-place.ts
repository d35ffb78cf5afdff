import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { LeaderboardRow } from '../../queries/answers'
import { isOnPaper } from './use-printing'
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

/** Where the rows begin in the page, in pixels, however far it is scrolled. */
const beginOf = (body: HTMLElement): number => body.getBoundingClientRect().top + window.scrollY

/** With the first row right below the heads, or further up, nothing of what stands above the table is in sight. */
const isRead = (top: number): boolean => top < headRoom() + rowHeight()

const scrollBy = (top: number): void => {
  if (top !== 0) window.scrollBy({ top, behavior: 'instant' })
}

/** A new order begins with its first row, unless that is in sight anyway or the reader is with their own row. */
const showFirst = (body: HTMLElement): void => {
  const above = body.getBoundingClientRect().top - headRoom()
  if (above < 0 && !body.contains(document.activeElement)) scrollBy(above)
}

/**
 * When a refresh moves rows, or changes the height of what stands above them, what is being read stays where it is on the
 * screen. Whoever sees the first row wants to go on seeing it. A new sort begins with its first row, a search holds nothing.
 * @param order the sort, a space, and the search that the rows are shown by
 */
export const useKeptPlace = (
  rows: readonly LeaderboardRow[],
  order: string,
  body: RefObject<HTMLElement | null>,
): void => {
  const before = useRef({ rows, order })
  const begin = useRef<number | null>(null)
  useLayoutEffect(() => {
    const { rows: old, order: oldOrder } = before.current
    before.current = { rows, order }
    if (!body.current) return
    if (oldOrder !== order) {
      if (oldOrder.split(' ')[0] !== order.split(' ')[0]) showFirst(body.current)
      return
    }
    const beginNow = beginOf(body.current)
    const moved = beginNow - (begin.current ?? beginNow)
    begin.current = beginNow
    if (old === rows) return
    const height = rowHeight()
    const top = beginNow - moved - window.scrollY
    const first = Math.ceil((headRoom() - top) / height)
    const shift = first <= 0 ? 0 : shiftOf(old, rows, first, Math.floor((window.innerHeight - top) / height))
    scrollBy(shift * height + (isRead(top) ? moved : 0))
  }, [rows, order, body])
  useLayoutEffect(() => {
    // What comes late or is opened above the table moves it without new rows.
    const observer =
      globalThis.ResizeObserver &&
      new ResizeObserver(() => {
        if (!body.current || isOnPaper()) return
        const beginNow = beginOf(body.current)
        const moved = beginNow - (begin.current ?? beginNow)
        begin.current = beginNow
        if (isRead(beginNow - moved - window.scrollY)) scrollBy(moved)
      })
    observer?.observe(document.body)
    // Two who hold the place would move it twice, and not every browser does.
    const { style } = document.documentElement
    style.setProperty('overflow-anchor', 'none')
    return () => {
      observer?.disconnect()
      style.removeProperty('overflow-anchor')
    }
  }, [body])
}
