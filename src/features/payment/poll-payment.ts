import { getRetryAfterMs, isClientError } from '../../api/errors'
import { clock } from '../../lib/clock'
import { createPollLoop } from '../../lib/poll-loop'

/** The last delay repeats. */
const DELAYS_MS = [2000, 4000, 8000, 15_000, 30_000]

interface PollPaymentDeps {
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
  const { deadline, isVisible } = deps
  let step = 0
  let isOver = false
  const getDelay = (_: number, error: unknown): number | null => {
    // Stopped during the request.
    if (isOver) return null
    const isRefused = isFinalError(error)
    if (isRefused || clock.elapsed() >= deadline) {
      isOver = true
      loop.stop()
      deps.onEnd(isRefused ? 'refused' : 'gaveUp')
      return null
    }
    const delay = DELAYS_MS[Math.min(step, DELAYS_MS.length - 1)] ?? 0
    step += 1
    return Math.max(delay, getRetryAfterMs(error))
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
