import type { ClockState } from '../../platform/clock'

/** The machine's time; replaced by tests. All values are milliseconds. */
export interface MachineTime {
  /** Since the epoch. */
  now(): number
  /** Monotonic. */
  elapsed(): number
  timer(delay: number, run: () => void): () => void
}

/** The platform's virtual time, as `src/lib/clock.ts` takes it. */
export interface VirtualClock extends MachineTime {
  /** Must be called after each change of the platform's clock: reschedules every timer. */
  sync(): void
}

/**
 * Timers up to this long (the longest request timeout) concern the user at the screen: debounces, timeouts, ticks. They
 * run in machine time, so a paused clock freezes nothing and a fast one cuts nothing short; only a jump forward
 * shortens them. Longer timers run in virtual time.
 */
const REAL_TIME_MAX_MS = 15_000
/** Without it, a tick that computes its next run from a stopped clock would loop. */
const MIN_TICK_MS = 250
/** Browsers store timer delays as 32-bit integers. */
const MAX_DELAY_MS = 2 ** 31 - 1

interface Timer {
  /** Machine time for short timers, virtual time for long ones. */
  due: number
  isShort: boolean
  run: () => void
  cancel: () => void
}

/**
 * Creates a clock that follows the platform's.
 * @param read the state of the platform's clock; the same object until it changes
 */
export function createVirtualClock(read: () => ClockState, machine: MachineTime): VirtualClock {
  let state = read()
  let elapsed = machine.elapsed()
  let last = getNow(state, machine)
  let isFiring = false
  const timers = new Set<Timer>()

  /** Elapsed time only grows; setting the clock back adds nothing. */
  const accumulate = (to: ClockState) => {
    const now = getNow(to, machine)
    elapsed += Math.max(0, now - last)
    last = now
  }

  const fire = (timer: Timer) => {
    timers.delete(timer)
    isFiring = true
    try {
      timer.run()
    } finally {
      isFiring = false
    }
  }

  const schedule = (timer: Timer) => {
    timer.cancel()
    timer.cancel = () => {}
    const rest = Math.max(0, timer.due - (timer.isShort ? machine.elapsed() : elapsed))
    // A paused clock never reaches a long timer.
    if (rest > 0 && !timer.isShort && state.speed === 0) return
    const wait = timer.isShort || rest === 0 ? rest : rest / state.speed
    timer.cancel = machine.timer(Math.min(wait, MAX_DELAY_MS), () => {
      sync()
      if (timer.isShort || timer.due - elapsed < 1) fire(timer)
      else if (timers.has(timer)) schedule(timer)
    })
  }

  const sync = () => {
    const next = read()
    if (next === state) {
      accumulate(state)
      return
    }
    accumulate(state)
    const before = last
    accumulate(next)
    state = next
    const skipped = Math.max(0, last - before)
    for (const timer of timers) {
      if (timer.isShort) timer.due -= skipped
      schedule(timer)
    }
  }

  return {
    now: () => getNow(read(), machine),
    elapsed: () => {
      sync()
      return elapsed
    },
    timer: (delay, run) => {
      sync()
      const isShort = delay <= REAL_TIME_MAX_MS
      const floor = isFiring && state.speed < 1 ? MIN_TICK_MS : 0
      const due = isShort ? machine.elapsed() + Math.max(floor, delay) : elapsed + delay
      const timer: Timer = { due, isShort, run, cancel: () => {} }
      timers.add(timer)
      schedule(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    sync: sync,
  }
}

function getNow({ base, anchor, speed }: ClockState, machine: MachineTime): number {
  return speed === 0 ? base : base + (machine.now() - anchor) * speed
}
