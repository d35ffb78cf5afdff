/** Stops a timer; calling it twice does no harm. */
type Cancel = () => void

/**
 * Where time comes from. The simulated platform and tests put their own in with `setClock`.
 * Everything is in milliseconds.
 */
export type ClockSource = {
  /** Wall clock since the epoch; may jump when somebody sets the device's clock. */
  now(): number
  /** Since some fixed moment; never runs backwards, whatever happens to the wall clock. */
  elapsed(): number
  /** One timer of at most `longestTimeout`. */
  timer(delay: number, run: () => void): Cancel
}

/** Browsers keep a delay in 32 bits: a longer one fires at once. */
export const longestTimeout = 2 ** 31 - 1

const machine: ClockSource = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  timer: (delay, run) => {
    const id = setTimeout(run, delay)
    return () => clearTimeout(id)
  },
}

let source = machine

/** Replaces some or all of the clock; `null` brings the machine's back. Timers that run keep their source. */
export const setClock = (next: Partial<ClockSource> | null): void => {
  source = { ...machine, ...next }
}

const after = (delay: number, run: () => void): Cancel => {
  const { elapsed, timer } = source
  const due = elapsed() + Math.max(0, delay)
  let cancel: Cancel = () => {}
  const wait = () => {
    const left = due - elapsed()
    cancel = left > longestTimeout ? timer(longestTimeout, wait) : timer(Math.max(0, left), run)
  }
  wait()
  return () => cancel()
}

const every = (period: number, run: () => void): Cancel => {
  if (!(period > 0)) throw new RangeError('A period must be more than 0 milliseconds.')
  const { elapsed } = source
  const begin = elapsed()
  let cancel: Cancel = () => {}
  const plan = () => {
    const spent = elapsed() - begin
    // Counted from the beginning, so that lateness never adds up, and a slept-through tick is not made up for.
    const next = (Math.floor(spent / period + 1e-6) + 1) * period
    cancel = after(next - spent, () => {
      plan()
      run()
    })
  }
  plan()
  return () => cancel()
}

/**
 * The one clock of the application (design §8): every timer and every "now" is asked from it.
 * `after` and `every` count elapsed time, so setting the device's clock moves neither; `after` takes any delay, also
 * one of years; `every` does not drift and never bursts after a sleep.
 */
export const clock = {
  now: (): number => source.now(),
  elapsed: (): number => source.elapsed(),
  after,
  every,
}

export type Clock = typeof clock
