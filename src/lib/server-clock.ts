import { type Clock, clock } from './clock'

/** A `Date` header has whole seconds: the true time is within that second. */
const DATE_RESOLUTION_MS = 1000
/** A larger sudden difference between wall and monotonic time means sleep or a changed device clock. */
const CLOCK_JUMP_MS = 2000

/** Dates further apart are no delay of the network: the server's clock was set, or several servers disagree. */
const CONTRADICTION_MS = 60_000
/** Answers in a row that have to agree before the time counts again: after the first contradiction, and at most. */
const MIN_AGREEING = 3
const MAX_AGREEING = 12

type Bounds = { low: number; high: number }

const intersect = (one: Bounds, other: Bounds): Bounds | null => {
  const low = Math.max(one.low, other.low)
  const high = Math.min(one.high, other.high)
  return low <= high ? { low, high } : null
}

/**
 * Monotonic time that includes sleep: most systems stop the monotonic clock then, but not the wall clock. Setting the
 * wall clock back is ignored, so it gains no exam time.
 */
const createTimeline = (device: Clock) => {
  let slept = 0
  let difference = device.now() - device.elapsed()
  let hasJumped = false
  const now = (): number => {
    const elapsed = device.elapsed()
    const current = device.now() - elapsed
    if (current - difference > CLOCK_JUMP_MS) {
      slept += current - difference
      hasJumped = true
    }
    difference = current
    return elapsed + slept
  }
  /** Whether the device has slept, or its clock was set, since the last call. */
  const takeJump = (): boolean => {
    const jumped = hasJumped
    hasJumped = false
    return jumped
  }
  return { now, takeJump }
}

/**
 * Whether answers contradict one another. Each contradiction needs one more answer that agrees than the last one did: a
 * clock that was set is trusted after a few answers, servers that disagree never.
 */
const createTrust = () => {
  let needed = MIN_AGREEING
  let missing = 0
  /** The date of the last answer that was too early. A stored one has the same date each time. */
  let earlyDate: number | null = null
  return {
    isShaken: (): boolean => missing > 0,
    agree: (): void => {
      missing = Math.max(0, missing - 1)
    },
    contradict: (): void => {
      missing = needed
      needed = Math.min(needed + 1, MAX_AGREEING)
    },
    /** Notes an answer that was too early. Returns whether its clock goes on since the one before. */
    noteEarly: (served: number): boolean => {
      const goesOn = earlyDate !== null && served > earlyDate
      earlyDate = served
      return goesOn
    },
  }
}

/**
 * Estimates the server's time. Each response bounds it; intersecting a few of these bounds gives well under a second. A
 * response that contradicts the bounds replaces them if the time is later than they say (the server's time changed, the
 * device slept). Earlier would give a candidate time, and a cache sends old dates: that takes two that agree.
 */
export const createServerClock = (device: Clock = clock) => {
  let timeline = createTimeline(device)
  let bounds: Bounds | null = null
  /** The last response, if it said that it is earlier than the bounds say. */
  let earlier: { served: number; bounds: Bounds } | null = null
  let trust = createTrust()
  /** What the server says contradicts its own time. */
  let isContradicted = false

  return {
    /** Take it before sending a request and pass it to `observe`. */
    mark: (): number => timeline.now(),

    /**
     * @param date the header `Date`
     * @param sentAt result of `mark` before the request
     * @param age the header `Age`: how many seconds a cache has kept the response
     */
    observe(date: string | null, sentAt: number, age: string | null = null): void {
      const served = date ? Date.parse(date) : Number.NaN
      // A stored response was dated in the past, and caches count its age in their own ways.
      if (!Number.isFinite(served) || (age !== null && age.trim() !== '0')) return
      // Which of the two it was only a response can tell.
      if (timeline.takeJump()) {
        bounds = null
        earlier = null
      }
      const resolution = DATE_RESOLUTION_MS * (age === null ? 1 : 2)
      const next: Bounds = { low: served - timeline.now(), high: served + resolution - sentAt }
      const isEarlier = bounds !== null && next.high < bounds.low
      const gap = bounds === null ? 0 : Math.max(bounds.low - next.high, next.low - bounds.high)
      if (gap <= CONTRADICTION_MS) trust.agree()
      else if (!isEarlier || trust.noteEarly(served)) trust.contradict()
      if (!isEarlier) {
        bounds = (bounds && intersect(bounds, next)) ?? next
        earlier = null
        return
      }
      // The same stored response again, whose date stands still, confirms nothing.
      const confirmed = earlier && served > earlier.served ? intersect(earlier.bounds, next) : null
      bounds = confirmed ?? bounds
      earlier = confirmed ? null : { served, bounds: next }
    },

    /** Says whether the last answer contradicts the server's time, as a running exam does whose end has passed. */
    setContradicted(isSo: boolean): void {
      isContradicted = isSo
    },

    /** Whether the server's time contradicts itself, so that a countdown by it would be wrong. */
    isDoubtful: (): boolean => isContradicted || trust.isShaken(),

    /** Takes over the time of another tab, so that both show the same second. */
    syncTo(now: number): void {
      if (!Number.isFinite(now)) return
      const offset = now - timeline.now()
      bounds = { low: offset, high: offset }
      earlier = null
      trust = createTrust()
    },

    /** Milliseconds since the epoch; the device's time before the first response. */
    now(): number {
      if (!bounds) return device.now()
      return timeline.now() + (bounds.low + bounds.high) / 2
    },

    /** For tests and replaced clocks. */
    reset(): void {
      bounds = null
      earlier = null
      trust = createTrust()
      isContradicted = false
      timeline = createTimeline(device)
    },
  }
}

export type ServerClock = ReturnType<typeof createServerClock>

/** The clock of countdowns and deadlines. */
export const serverClock = createServerClock()
