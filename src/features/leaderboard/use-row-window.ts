import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Small tables are not windowed, so that find-in-page and printing see every row. */
export const MAX_UNWINDOWED_ROWS = 150

/** A fixed height, so that windowing needs no measuring. */
export const ROW_HEIGHT_REM = 3.5

/** Rows mounted beyond each edge of the viewport. */
const OVERSCAN = 3

/** The window moves by this many rows, so that most scroll frames mount nothing. */
const STEP = 2

export const getRowHeight = (): number =>
  ROW_HEIGHT_REM * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

export interface RowWindow {
  first: number
  /** Exclusive. */
  end: number
  /** At least the maximum window size, so that two mounted rows never share a slot. */
  slots: number
}

/**
 * Row range near the viewport. Updates in the scroll event's frame (`flushSync`), so that no gap is painted.
 */
export const useRowWindow = (count: number, body: RefObject<HTMLElement | null>): RowWindow | null => {
  const isPartial = count > MAX_UNWINDOWED_ROWS
  const [rowWindow, setRowWindow] = useState<RowWindow>({ first: 0, end: 12, slots: 12 })
  useLayoutEffect(() => {
    if (!isPartial) return undefined
    let height = getRowHeight()
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
          : { first, end, slots },
      )
    }
    const handleScroll = () => flushSync(update)
    const measure = () => {
      height = getRowHeight()
      update()
    }
    update()
    window.addEventListener('scroll', handleScroll, { passive: true })
    window.addEventListener('resize', measure)
    // Content above the table may change its height without a scroll event.
    const observer = globalThis.ResizeObserver && new ResizeObserver(measure)
    observer?.observe(document.body)
    return () => {
      window.removeEventListener('scroll', handleScroll)
      window.removeEventListener('resize', measure)
      observer?.disconnect()
    }
  }, [isPartial, count, body])
  return isPartial ? rowWindow : null
}

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

/**
 * Which rows to mount: all of a short table, else those in the window, or the first 150 when printing. The
 * own row (`ownIndex`, -1 for none) is always included.
 */
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
