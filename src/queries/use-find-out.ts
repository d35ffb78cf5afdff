import { useEffect, useRef } from 'react'
import { contact } from '../api/contact'
import { ApiError } from '../api/errors'
import { clock } from '../lib/clock'
import { isVisible } from '../lib/is-visible'
import { connection } from '../lib/online'

/** Milliseconds before each reading; the last one is repeated. */
const pauses = [2000, 3000, 5000, 8000] as const
const pauseAfter = (readings: number): number => pauses[Math.min(readings, pauses.length - 1)] ?? 0
/** Milliseconds after an answer to another call: the server may be coming back for every tab at once. */
const soon = 500

/** Whether a write may have had its effect all the same: no readable answer came, or a server that broke without a word. */
export const isOutcomeUnknown = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.kind === 'offline' || error.kind === 'aborted') return false
  return error.kind !== 'http' || ((error.status ?? 500) >= 500 && !error.detail)
}

/**
 * Keeps the promise to find out what became of a write whose answer was lost: while `isOpen`, reads again at a growing
 * pause, when the connection returns, and when the server answers anything else. Only for reads; in a tab that is seen.
 */
export const useFindOut = (isOpen: boolean, read: () => Promise<unknown>): void => {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    if (!isOpen) return undefined
    let readings = 0
    let isReading = false
    let cancel = () => {}
    const plan = (pause: number) => {
      cancel()
      cancel = clock.after(pause, () => void look())
    }
    const look = async () => {
      if (isReading || !isVisible()) return
      isReading = true
      readings += 1
      await latest.current().catch(() => {})
      isReading = false
      if (!isOver) plan(pauseAfter(readings))
    }
    let isOver = false
    const lookSoon = () => {
      if (!isReading && readings > 0) plan(soon)
    }
    const onVisibility = () => void look()
    plan(pauseAfter(0))
    document.addEventListener('visibilitychange', onVisibility)
    const stops = [
      connection.onReturn(() => void look()),
      contact.follow(({ failure }) => {
        if (!failure) lookSoon()
      }),
    ]
    return () => {
      isOver = true
      cancel()
      document.removeEventListener('visibilitychange', onVisibility)
      for (const stop of stops) stop()
    }
  }, [isOpen])
}
