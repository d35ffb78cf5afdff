import type { ClockState } from '../platform/clock'

/** The machine's own time, replaced by tests. Everything is in milliseconds. */
export interface MachineTime {
  /** Since the epoch. */
  now(): number
  /** Since some fixed moment; never runs backwards. */
  elapsed(): number
  timer(delay: number, run: () => void): () => void
}

/** Time for the application by the platform's clock, as `src/lib/clock.ts` takes it. */
export interface VirtualClock extends MachineTime {
  /** To be called after each change of the platform's clock, by whichever tab: plans every timer anew. */
  follow(): void
}

/**
 * Timers up to this long (the longest limit of a call) are about the person at the screen: a pause before a search, a
 * limit, the tick of a countdown. They take the machine's time, so that a paused clock freezes nothing and a fast one
 * cuts nothing short; only a jump forward shortens them by what it skips. Longer ones wait for the virtual time.
 */
const shortest = 15_000
/** A tick that plans the next one by a clock that stands still would do so without end. */
const shortestTick = 250
/** Browsers keep a delay in 32 bits. */
const longest = 2 ** 31 - 1

interface Timer {
  /** By the machine for short timers, virtual for long ones. */
  due: number
  isShort: boolean
  run: () => void
  cancel: () => void
}

/**
 * Makes a clock that goes as the platform's does.
 * @param read the state of the platform's clock; the same object until it changes
 */
export function createVirtualClock(read: () => ClockState, machine: MachineTime): VirtualClock {
  let state = read()
  let elapsed = machine.elapsed()
  let last = nowOf(state, machine)
  let isFiring = false
  const timers = new Set<Timer>()

  /** Virtual time adds up; a clock that is set back adds nothing. */
  const pass = (to: ClockState) => {
    const now = nowOf(to, machine)
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

  const plan = (timer: Timer) => {
    timer.cancel()
    timer.cancel = () => {}
    const rest = Math.max(0, timer.due - (timer.isShort ? machine.elapsed() : elapsed))
    // A clock that stands still brings no long timer nearer.
    if (rest > 0 && !timer.isShort && state.speed === 0) return
    const wait = timer.isShort || rest === 0 ? rest : rest / state.speed
    timer.cancel = machine.timer(Math.min(wait, longest), () => {
      follow()
      if (timer.isShort || timer.due - elapsed < 1) fire(timer)
      else if (timers.has(timer)) plan(timer)
    })
  }

  const follow = () => {
    const next = read()
    if (next === state) {
      pass(state)
      return
    }
    pass(state)
    const before = last
    pass(next)
    state = next
    const skipped = Math.max(0, last - before)
    for (const timer of timers) {
      if (timer.isShort) timer.due -= skipped
      plan(timer)
    }
  }

  return {
    now: () => nowOf(read(), machine),
    elapsed: () => {
      follow()
      return elapsed
    },
    timer: (delay, run) => {
      follow()
      const isShort = delay <= shortest
      const floor = isFiring && state.speed < 1 ? shortestTick : 0
      const due = isShort ? machine.elapsed() + Math.max(floor, delay) : elapsed + delay
      const timer: Timer = { due, isShort, run, cancel: () => {} }
      timers.add(timer)
      plan(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    follow,
  }
}

function nowOf({ base, anchor, speed }: ClockState, machine: MachineTime): number {
  return speed === 0 ? base : base + (machine.now() - anchor) * speed
}
