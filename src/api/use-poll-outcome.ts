import { useEffect, useEffectEvent } from 'react'
import { backoff } from '../lib/backoff'
import { clock } from '../lib/clock'
import { connection, isVisible } from '../lib/online'
import { onVisibilityChange } from '../lib/poll-loop'
import { apiHealth } from './api-health'
import { ApiError } from './errors'

const getDelayAfter = (readings: number): number => backoff(readings, 2000, 8000)
/** After a response to another call the server is probably back; wait a moment, because all tabs notice it at once. */
const AFTER_RESPONSE_MS = 500

/** Whether a failed write may have taken effect: no readable response, or a 5xx without a documented detail. */
export const isOutcomeUnknown = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.kind === 'offline' || error.kind === 'aborted') return false
  return error.kind !== 'http' || ((error.status ?? 500) >= 500 && !error.detail)
}

/**
 * Finds out the outcome of a write without a response: while `isOpen`, refetches at growing delays, when the connection
 * returns and when another call succeeds. Reads only, in visible tabs.
 */
export const usePollOutcome = (isOpen: boolean, read: () => Promise<unknown>): void => {
  const readLatest = useEffectEvent(read)
  useEffect(() => {
    if (!isOpen) return undefined
    let readings = 0
    let isReading = false
    let cancel = () => {}
    const schedule = (pause: number) => {
      cancel()
      cancel = clock.after(pause, () => void poll())
    }
    const poll = async () => {
      if (isReading || !isVisible()) return
      isReading = true
      readings += 1
      await readLatest().catch(() => {})
      isReading = false
      if (!isOver) schedule(getDelayAfter(readings))
    }
    let isOver = false
    const pollSoon = () => {
      if (!isReading && readings > 0) schedule(AFTER_RESPONSE_MS)
    }
    schedule(getDelayAfter(0))
    const stops = [
      onVisibilityChange(() => void poll()),
      connection.onReturn(() => void poll()),
      apiHealth.subscribe(({ failure }) => {
        if (!failure) pollSoon()
      }),
    ]
    return () => {
      isOver = true
      cancel()
      for (const stop of stops) stop()
    }
  }, [isOpen])
}
