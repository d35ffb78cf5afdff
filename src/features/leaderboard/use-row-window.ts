import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Up to here every row is mounted: the browser's own search and print then see all of them. */
export const fewRows = 150

/** Every row has this height, so a window over any number of them needs no measuring and no list of positions. */
export const rowRem = 3.5

/** Rows mounted at least beyond each edge of the screen, for the moment in which the browser scrolls ahead of the page. */
const spare = 3

/** By how many rows the window moves at once: most frames of slow scrolling then mount nothing. */
const step = 2

export const rowHeight = (): number =>
  rowRem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

export interface RowWindow {
  first: number
  /** One after the last. */
  end: number
  /** At least as many as the window ever has rows on this screen: two rows of it never have the same place by this modulus. */
  slots: number
}

/** Which rows of a long table are near the screen. Follows scrolling in the same frame, so nobody sees a gap. */
export const useRowWindow = (count: number, body: RefObject<HTMLElement | null>): RowWindow | null => {
  const isPartial = count > fewRows
  const [shown, setShown] = useState<RowWindow>({ first: 0, end: 12, slots: 12 })
  useLayoutEffect(() => {
    if (!isPartial) return undefined
    let height = rowHeight()
    const look = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      const above = Math.max(0, Math.min(count - 1, Math.floor(-top / height)) - spare)
      const below = Math.max(0, Math.ceil((window.innerHeight - top) / height)) + spare
      const first = above - (above % step)
      const end = Math.min(count, Math.ceil(below / step) * step)
      const slots = Math.ceil(window.innerHeight / height) + 2 * (spare + step) + 1
      setShown(before =>
        before.first === first && before.end === end && before.slots === slots
          ? before
          : { first, end, slots },
      )
    }
    const follow = () => flushSync(look)
    const measure = () => {
      height = rowHeight()
      look()
    }
    look()
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', measure)
    // What stands above the table comes late, opens and closes: the rows move without a scroll.
    const observer = globalThis.ResizeObserver && new ResizeObserver(measure)
    observer?.observe(document.body)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', measure)
      observer?.disconnect()
    }
  }, [isPartial, count, body])
  return isPartial ? shown : null
}
