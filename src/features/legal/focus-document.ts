import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { clock } from '../../lib/clock'

const headingOf = (id: string): HTMLElement | null => {
  const heading = document.getElementById(id)
  return heading?.matches('[data-document]') ? heading : null
}

/** Longer than any formatting takes; after that the page moves for nobody. */
const holdMs = 5000
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * The texts above a heading grow when their formatting arrives, and would push it away: it is brought back until the
 * reader moves. Returns what ends it.
 */
const holdInSight = (heading: HTMLElement): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  let isFirst = true
  const observer = new ResizeObserver(() => {
    // The first call only tells the size at the beginning, when the router has already scrolled.
    if (!isFirst) heading.scrollIntoView()
    isFirst = false
  })
  observer.observe(document.body)
  const ending = new AbortController()
  const end = () => {
    observer.disconnect()
    ending.abort()
    stopTimer()
  }
  const stopTimer = clock.after(holdMs, end)
  for (const move of ownMoves) addEventListener(move, end, { signal: ending.signal, passive: true })
  return end
}

/**
 * Focuses the document that the address names, at the start and at every change of the hash; the router scrolls to it.
 * The answer is for the links of the contents: one that names the present hash changes no address.
 */
export const useDocumentFocus = (): ((id: string) => void) => {
  const hash = useLocation({ select: location => location.hash })
  useEffect(() => {
    const heading = headingOf(hash)
    if (!heading) return
    heading.focus({ preventScroll: true })
    return holdInSight(heading)
  }, [hash])
  return id => {
    if (id !== hash) return
    const heading = headingOf(id)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
}
