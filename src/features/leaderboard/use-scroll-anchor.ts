import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { LeaderboardRow } from '../../queries/responses'
import { getIsPrinting } from './use-printing'
import { getRowHeight } from './use-row-window'

/** Median, so that a single user who jumped up is ignored. */
export const getMedianShift = (
  before: readonly LeaderboardRow[],
  after: readonly LeaderboardRow[],
  first: number,
  end: number,
): number => {
  const newIndexes = new Map(after.map(({ user_id }, at) => [user_id, at]))
  const shifts: number[] = []
  for (let at = first; at < Math.min(end, before.length); at++) {
    const now = newIndexes.get(before[at]?.user_id ?? 0)
    if (now !== undefined) shifts.push(now - at)
  }
  return shifts.sort((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0
}

/** Height of the sticky headers, in pixels. */
const getHeaderHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0

/** Offset from the top of the document, in pixels. */
const getDocumentTop = (body: HTMLElement): number => body.getBoundingClientRect().top + window.scrollY

const isAboveTableHidden = (top: number): boolean => top < getHeaderHeight() + getRowHeight()

const scrollBy = (top: number): void => {
  if (top !== 0) window.scrollBy({ top, behavior: 'instant' })
}

/** After a new sort scrolls to the first row, unless it is visible or the focus is in the table. */
const scrollToFirstRow = (body: HTMLElement): void => {
  const above = body.getBoundingClientRect().top - getHeaderHeight()
  if (above < 0 && !body.contains(document.activeElement)) scrollBy(above)
}

/**
 * Scroll anchoring for a windowed table: visible rows stay in place when a refetch moves rows or the content
 * above changes height. A new sort scrolls to the first row.
 * @param viewKey sort, a space and the query
 */
export const useScrollAnchor = (
  rows: readonly LeaderboardRow[],
  viewKey: string,
  body: RefObject<HTMLElement | null>,
): void => {
  const before = useRef({ rows, viewKey })
  const bodyTop = useRef<number | null>(null)
  useLayoutEffect(() => {
    const { rows: previousRows, viewKey: previousViewKey } = before.current
    before.current = { rows, viewKey }
    if (!body.current) return
    if (previousViewKey !== viewKey) {
      if (previousViewKey.split(' ')[0] !== viewKey.split(' ')[0]) scrollToFirstRow(body.current)
      return
    }
    const bodyTopNow = getDocumentTop(body.current)
    const moved = bodyTopNow - (bodyTop.current ?? bodyTopNow)
    bodyTop.current = bodyTopNow
    if (previousRows === rows) return
    const height = getRowHeight()
    const top = bodyTopNow - moved - window.scrollY
    const first = Math.ceil((getHeaderHeight() - top) / height)
    const shift =
      first <= 0
        ? 0
        : getMedianShift(previousRows, rows, first, Math.floor((window.innerHeight - top) / height))
    scrollBy(shift * height + (isAboveTableHidden(top) ? moved : 0))
  }, [rows, viewKey, body])
  useLayoutEffect(() => {
    // Content above the table may change its height without new rows.
    const observer =
      globalThis.ResizeObserver &&
      new ResizeObserver(() => {
        if (!body.current || getIsPrinting()) return
        const bodyTopNow = getDocumentTop(body.current)
        const moved = bodyTopNow - (bodyTop.current ?? bodyTopNow)
        bodyTop.current = bodyTopNow
        if (isAboveTableHidden(bodyTopNow - moved - window.scrollY)) scrollBy(moved)
      })
    observer?.observe(document.body)
    // Native scroll anchoring would apply the shift a second time.
    const { style } = document.documentElement
    style.setProperty('overflow-anchor', 'none')
    return () => {
      observer?.disconnect()
      style.removeProperty('overflow-anchor')
    }
  }, [body])
}
