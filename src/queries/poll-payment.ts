import { getRetryAfterMs, isClientError } from '../api/errors'
import type { Clock } from '../lib/clock'
import { createPollLoop } from './poll-loop'

/** The last delay repeats. */
const DELAYS_SECONDS = [2, 4, 8, 15, 30]

interface PollPaymentDeps {
  clock: Clock
  /** One check; rejects with its failure. */
  request: () => Promise<unknown>
  /** Monotonic time at which polling ends. */
  deadline: number
  isVisible: () => boolean
  /** Called when the page is shown or hidden. Returns the unsubscribe function. */
  onVisibility: (listener: () => void) => () => void
  /** Polling has ended: access denied, or the time is over. */
  onEnd: (why: 'refused' | 'gaveUp') => void
}

/** The application denies access, so polling is pointless. Gateways send no documented detail. */
const isFinalError = (error: unknown): boolean =>
  isClientError(error) && (error.detail !== undefined || error.status === 401)

/**
 * Polls a payment: first quickly, then less and less often (banks usually confirm within seconds), only while the page
 * is visible, and immediately on return. Returns the stop function.
 */
export const pollPayment = (deps: PollPaymentDeps): (() => void) => {
  const { clock, deadline, isVisible } = deps
  let step = 0
  let isOver = false
  const getDelay = (_: number, error: unknown): number | null => {
    // Stopped during the request.
    if (isOver) return null
    if (isFinalError(error) || clock.elapsed() >= deadline) {
      isOver = true
      loop.stop()
      deps.onEnd(isFinalError(error) ? 'refused' : 'gaveUp')
      return null
    }
    const own = (DELAYS_SECONDS[Math.min(step, DELAYS_SECONDS.length - 1)] ?? 0) * 1000
    step += 1
    return Math.max(own, getRetryAfterMs(error))
  }
  const loop = createPollLoop({ clock, request: deps.request, getDelay, onFailure: () => {} })
  const update = () => {
    if (!isVisible() || isOver) loop.stop()
    else loop.start(0)
  }
  const unsubscribe = deps.onVisibility(update)
  update()
  return () => {
    isOver = true
    unsubscribe()
    loop.stop()
  }
}
