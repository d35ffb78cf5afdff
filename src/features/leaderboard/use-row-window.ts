import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { LeaderboardRow } from '../../api/responses'
import { createListeners } from '../../lib/listeners'

const listeners = createListeners()
let subscriberCount = 0
let isPrinting = false
let scrollTop = 0

const startPrinting = () => {
  scrollTop = window.scrollY
  isPrinting = true
  flushSync(listeners.emit)
}

/** The printed page is shorter, so the scroll position has to be restored. */
const endPrinting = () => {
  isPrinting = false
  flushSync(listeners.emit)
  window.scrollTo({ top: scrollTop, behavior: 'instant' })
}

const subscribe = (listener: () => void) => {
  subscriberCount += 1
  if (subscriberCount === 1) {
    window.addEventListener('beforeprint', startPrinting)
    window.addEventListener('afterprint', endPrinting)
  }
  const unsubscribe = listeners.subscribe(listener)
  return () => {
    unsubscribe()
    subscriberCount -= 1
    if (subscriberCount > 0) return
    isPrinting = false
    window.removeEventListener('beforeprint', startPrinting)
    window.removeEventListener('afterprint', endPrinting)
  }
}

export const getIsPrinting = (): boolean => isPrinting

/** True before the first printed page is laid out. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, getIsPrinting, () => false)

/** Up to this many rows nothing is windowed. Larger tables print only this many, and the own row. */
export const MAX_UNWINDOWED_ROWS = 150

/** A fixed height, so that windowing needs no measuring. */
export const ROW_HEIGHT_REM = 3.5

/** Rows mounted beyond each edge of the viewport. */
const OVERSCAN = 3

/** The window moves by this many rows, so that most scroll frames mount nothing. */
const STEP = 4

export interface RowLayout {
  heightRem: number
  /** Above this, rows are mounted near the viewport only. */
  maxUnwindowed: number
}

const boardLayout: RowLayout = { heightRem: ROW_HEIGHT_REM, maxUnwindowed: MAX_UNWINDOWED_ROWS }

const getRowHeight = ({ heightRem } = boardLayout): number =>
  heightRem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

interface RowWindow {
  first: number
  /** Exclusive. */
  end: number
  /** At least the maximum window size, so that two mounted rows never share a slot. */
  slots: number
  /** The row of the first slot. Moves with a jump, after which all rows change in place instead of changing places. */
  base: number
}

/**
 * The range near the viewport, of a table in the page or in a box that scrolls. Updates in the scroll event's frame
 * (`flushSync`), so that no gap is painted.
 */
export const useRowWindow = (
  count: number,
  body: RefObject<HTMLElement | null>,
  layout = boardLayout,
): RowWindow | null => {
  const isPartial = count > layout.maxUnwindowed
  const [rowWindow, setRowWindow] = useState<RowWindow>({ first: 0, end: 12, slots: 12, base: 0 })
  useLayoutEffect(() => {
    if (!isPartial) return undefined
    let height = getRowHeight(layout)
    const update = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      const above = Math.max(0, Math.min(count - 1, Math.floor(-top / height)) - OVERSCAN)
      const below = Math.max(0, Math.ceil((window.innerHeight - top) / height)) + OVERSCAN
      const first = above - (above % STEP)
      const end = Math.min(count, Math.ceil(below / STEP) * STEP)
      const slots = Math.ceil(window.innerHeight / height) + 2 * (OVERSCAN + STEP) + 1
      setRowWindow(before =>
        before.first === first && before.end === end && before.slots === slots
          ? before
          : { first, end, slots, base: Math.abs(first - before.first) > slots / 2 ? first : before.base },
      )
    }
    const handleScroll = () => flushSync(update)
    const measure = () => {
      height = getRowHeight(layout)
      update()
    }
    update()
    // Captured: the scroll of a box does not bubble.
    const options = { passive: true, capture: true }
    window.addEventListener('scroll', handleScroll, options)
    window.addEventListener('resize', measure)
    // Content above the table may change its height without a scroll event.
    const observer = globalThis.ResizeObserver && new ResizeObserver(measure)
    observer?.observe(document.body)
    return () => {
      window.removeEventListener('scroll', handleScroll, options)
      window.removeEventListener('resize', measure)
      observer?.disconnect()
    }
  }, [isPartial, count, body, layout])
  return isPartial ? rowWindow : null
}

/** Rows of a window never share a slot; a row that enters it gets the slot of one that leaves. */
export const getSlot = (index: number, { slots, base }: RowWindow): number =>
  (((index - base) % slots) + slots) % slots

interface MountedRow {
  index: number
  /** Unmounted rows right before it. */
  skippedBefore: number
}

export interface MountedRows {
  rows: MountedRow[]
  /** Unmounted rows after the last one. */
  trailing: number
}

/** All rows of a short table, else those in the window, or the first 150 when printing; always the own row. */
export const getMountedRows = (
  count: number,
  ownIndex: number,
  rowWindow: Pick<RowWindow, 'first' | 'end'> | null,
  isPrinting: boolean,
): MountedRows => {
  const printedRows = { first: 0, end: MAX_UNWINDOWED_ROWS }
  const allRows = { first: 0, end: count }
  const { first, end } = rowWindow ? (isPrinting ? printedRows : rowWindow) : allRows
  const last = Math.min(count, end)
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at)
  if (ownIndex >= last) indexes.push(ownIndex)
  else if (ownIndex >= 0 && ownIndex < first) indexes.unshift(ownIndex)
  if (isPrinting) return { rows: indexes.map(index => ({ index, skippedBefore: 0 })), trailing: 0 }
  const rows = indexes.map((index, at) => ({ index, skippedBefore: index - (indexes[at - 1] ?? -1) - 1 }))
  return { rows, trailing: count - 1 - (indexes.at(-1) ?? -1) }
}

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
