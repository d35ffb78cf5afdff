import { type Clock, clock } from './clock'

/** A `Date` header has whole seconds: the true time is within that second. */
const DATE_RESOLUTION_MS = 1000
/** A larger sudden difference between wall and monotonic time means sleep or a changed device clock. */
const CLOCK_JUMP_MS = 2000

type Bounds = { low: number; high: number }

/**
 * Monotonic time that includes sleep: most systems stop the monotonic clock then, but not the wall clock. Setting the
 * wall clock back is ignored, so it gains no exam time.
 */
const createTimeline = (device: Clock) => {
  let slept = 0
  let difference = device.now() - device.elapsed()
  return (): number => {
    const elapsed = device.elapsed()
    const current = device.now() - elapsed
    if (current - difference > CLOCK_JUMP_MS) slept += current - difference
    difference = current
    return elapsed + slept
  }
}

/**
 * Estimates the server's time. Each response bounds it; intersecting a few of these bounds gives well under a second. A
 * response that contradicts the bounds (the server's time changed, the device slept) replaces them.
 */
export const createServerClock = (device: Clock = clock) => {
  let timeline = createTimeline(device)
  let bounds: Bounds | null = null

  return {
    /** Take it before sending a request and pass it to `observe`. */
    mark: (): number => timeline(),

    /** @param sentAt result of `mark` before the request */
    observe(date: string | null, sentAt: number): void {
      const served = date ? Date.parse(date) : Number.NaN
      if (!Number.isFinite(served)) return
      const next: Bounds = { low: served - timeline(), high: served + DATE_RESOLUTION_MS - sentAt }
      const low = Math.max(next.low, bounds?.low ?? next.low)
      const high = Math.min(next.high, bounds?.high ?? next.high)
      bounds = low <= high ? { low, high } : next
    },

    /** Takes over the time of another tab, so that both show the same second. */
    syncTo(now: number): void {
      if (!Number.isFinite(now)) return
      const offset = now - timeline()
      bounds = { low: offset, high: offset }
    },

    /** Milliseconds since the epoch; the device's time before the first response. */
    now(): number {
      if (!bounds) return device.now()
      return timeline() + (bounds.low + bounds.high) / 2
    },

    /** For tests and replaced clocks. */
    reset(): void {
      bounds = null
      timeline = createTimeline(device)
    },
  }
}

export type ServerClock = ReturnType<typeof createServerClock>

/** The clock of countdowns and deadlines. */
export const serverClock = createServerClock()
