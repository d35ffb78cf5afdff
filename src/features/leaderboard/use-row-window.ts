import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Up to here every row is mounted: the browser's own search and print then see all of them. */
const fewRows = 150

/** Rows have one height, in rem, so that a window over them needs no measuring. */
const rowHeightRem = 3.5

const rowHeight = (): number =>
  rowHeightRem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

export interface RowWindow {
  /** The mounted rows in their order, with the height of the gap before each and after the last. */
  rows: { index: number; gapBefore: number }[]
  gapAfter: number
  isPartial: boolean
}

/** Which rows of a long table are mounted: those near the screen, and always the reader's own. */
export const useRowWindow = (
  count: number,
  ownIndex: number,
  body: RefObject<HTMLElement | null>,
): RowWindow => {
  const isPartial = count > fewRows
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const { top: offset = 0 } = body.current?.getBoundingClientRect() ?? {}
    setTop(offset + window.scrollY)
  }, [body])
  const virtualizer = useWindowVirtualizer({
    count: isPartial ? count : 0,
    estimateSize: rowHeight,
    overscan: 12,
    scrollMargin: top,
    rangeExtractor: range => {
      const shown = defaultRangeExtractor(range)
      return ownIndex < 0 ? shown : [...new Set([...shown, ownIndex])].sort((a, b) => a - b)
    },
  })
  if (!isPartial) {
    const all = Array.from({ length: count }, (_, index) => ({ index, gapBefore: 0 }))
    return { rows: all, gapAfter: 0, isPartial }
  }
  const height = rowHeight()
  const shown = virtualizer.getVirtualItems().map(({ index }) => index)
  const rows = shown.map((index, at) => ({ index, gapBefore: (index - (shown[at - 1] ?? -1) - 1) * height }))
  return { rows, gapAfter: (count - 1 - (shown.at(-1) ?? -1)) * height, isPartial }
}
