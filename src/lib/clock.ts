/** Cancels a timer; may be called repeatedly. */
type Cancel = () => void

/** Source of time, in milliseconds. The simulated platform and tests replace it with `setClock`. */
export type ClockSource = {
  /** Wall clock since the epoch; jumps when the device's clock is set. */
  now(): number
  /** Monotonic time. */
  elapsed(): number
  /** One timer of at most `MAX_TIMEOUT_MS`. */
  timer(delay: number, run: () => void): Cancel
}

/** Browsers store the delay as a 32-bit integer; longer ones fire at once. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1

const systemClock: ClockSource = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  timer: (delay, run) => {
    const id = setTimeout(run, delay)
    return () => clearTimeout(id)
  },
}

/** Resolves in the next task: browsers paint what a press has changed before it. A hidden page does not wait for a paint. */
export const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

let source = systemClock

/** Replaces parts of the clock; `null` restores the system clock. Running timers keep their source. */
export const setClock = (next: Partial<ClockSource> | null): void => {
  source = { ...systemClock, ...next }
}

const after = (delay: number, run: () => void): Cancel => {
  const { elapsed, timer } = source
  const due = elapsed() + Math.max(0, delay)
  let cancel: Cancel = () => {}
  const wait = () => {
    const left = due - elapsed()
    cancel = left > MAX_TIMEOUT_MS ? timer(MAX_TIMEOUT_MS, wait) : timer(Math.max(0, left), run)
  }
  wait()
  return () => cancel()
}

const every = (period: number, run: () => void): Cancel => {
  if (!(period > 0)) throw new RangeError('A period must be more than 0 milliseconds.')
  const { elapsed } = source
  const startedAt = elapsed()
  let cancel: Cancel = () => {}
  const schedule = () => {
    const passed = elapsed() - startedAt
    // Counted from the start, so delays don't add up and ticks missed during sleep are skipped.
    const next = (Math.floor(passed / period + 1e-6) + 1) * period
    cancel = after(next - passed, () => {
      schedule()
      run()
    })
  }
  schedule()
  return () => cancel()
}

/** Monotonic, so setting the device's clock has no effect. `every` doesn't drift and skips the ticks of a sleep. */
export const clock = {
  now: (): number => source.now(),
  elapsed: (): number => source.elapsed(),
  after,
  every,
}

export type Clock = typeof clock
