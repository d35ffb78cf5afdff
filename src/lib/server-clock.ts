import { type Clock, clock } from './clock'

/** A `Date` header counts whole seconds: the true moment lies somewhere in the second it names. */
const dateResolution = 1000
/** A difference between wall and elapsed time that appears at once and is larger than this is a sleep or a set clock. */
const jump = 2000

type Bounds = { low: number; high: number }

/**
 * Elapsed time that goes on while the device sleeps: most systems stop the elapsed counter then, but not the wall
 * clock. A wall clock set back adds nothing, so nobody gains time by it.
 */
const makeTimeline = (device: Clock) => {
  let slept = 0
  let difference = device.now() - device.elapsed()
  return (): number => {
    const elapsed = device.elapsed()
    const current = device.now() - elapsed
    if (current - difference > jump) slept += current - difference
    difference = current
    return elapsed + slept
  }
}

/**
 * Makes a clock that follows the server's (design §8). Each answer says that the server's time lay between two bounds;
 * the intersection of a few such bounds is well under a second wide. An answer that contradicts the bounds (the
 * server's time jumped, the device slept) puts new ones in their place.
 */
export const createServerClock = (device: Clock = clock) => {
  let timeline = makeTimeline(device)
  let bounds: Bounds | null = null

  return {
    /** A mark to take before a request is sent; give it back to `observe`. */
    mark: (): number => timeline(),

    /**
     * Reads one answer.
     * @param date the answer's `Date` header; a missing or unreadable one is ignored
     * @param sentAt the mark taken before the request was sent
     */
    observe(date: string | null, sentAt: number): void {
      const served = date ? Date.parse(date) : Number.NaN
      if (!Number.isFinite(served)) return
      const next: Bounds = { low: served - timeline(), high: served + dateResolution - sentAt }
      const low = Math.max(next.low, bounds?.low ?? next.low)
      const high = Math.min(next.high, bounds?.high ?? next.high)
      bounds = low <= high ? { low, high } : next
    },

    /** Takes the time of another tab's clock, so that both show the same second. */
    agree(now: number): void {
      if (!Number.isFinite(now)) return
      const offset = now - timeline()
      bounds = { low: offset, high: offset }
    },

    /** The server's time in milliseconds since the epoch; the device's own while no answer was seen. */
    now(): number {
      if (!bounds) return device.now()
      return timeline() + (bounds.low + bounds.high) / 2
    },

    /** Forgets what was seen (tests, another clock). */
    reset(): void {
      bounds = null
      timeline = makeTimeline(device)
    },
  }
}

export type ServerClock = ReturnType<typeof createServerClock>

/** The one clock of countdowns and deadlines: the server's. */
export const serverClock = createServerClock()
