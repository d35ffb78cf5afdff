import { ApiError, isRefusal } from '../api/errors'
import type { Clock } from '../lib/clock'
import { createPollLoop } from './poll-loop'

/** Seconds between two questions; the last one stays. */
const pauses = [2, 4, 8, 15, 30]

interface FollowDeps {
  clock: Clock
  /** One question; rejects with what went wrong. */
  ask: () => Promise<unknown>
  /** Elapsed time, in milliseconds, after which nothing more is asked. */
  until: number
  isVisible: () => boolean
  /** Hears whenever the page is shown or hidden; gives back how to stop hearing. */
  onVisibility: (listener: () => void) => () => void
  /** Nothing more is asked: the platform refuses to say, or the time is over. */
  onEnd: (why: 'refused' | 'gaveUp') => void
}

const askedPause = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0

/** The application itself refuses to say, so no answer comes of asking again. A word of a gateway between is not its own. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && isRefusal(error) && (error.detail !== undefined || error.status === 401)

/**
 * Asks what has become of a payment: at once, then ever less often, and not while nobody looks (brief waits are the
 * bank's rule, long ones its exception). On return to the page it asks at once. Stop it by the returned function.
 */
export const followPayment = (deps: FollowDeps): (() => void) => {
  const { clock, until, isVisible } = deps
  let step = 0
  let isOver = false
  const pause = (_: number, error: unknown): number | null => {
    // Stopped while the question was under way: its answer is nobody's any more.
    if (isOver) return null
    if (isFinal(error) || clock.elapsed() >= until) {
      isOver = true
      loop.stop()
      deps.onEnd(isFinal(error) ? 'refused' : 'gaveUp')
      return null
    }
    const own = (pauses[Math.min(step, pauses.length - 1)] ?? 0) * 1000
    step += 1
    return Math.max(own, askedPause(error))
  }
  const loop = createPollLoop({ clock, ask: deps.ask, pause, onFailure: () => {} })
  const update = () => {
    if (!isVisible() || isOver) loop.stop()
    else loop.start(0)
  }
  const stopHearing = deps.onVisibility(update)
  update()
  return () => {
    isOver = true
    stopHearing()
    loop.stop()
  }
}
