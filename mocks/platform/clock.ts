/**
 * The clock of the simulated platform. This is the one file under `mocks/` that may ask the machine for the
 * time: everything else asks the database, so a test can move an exam's four hours in one line.
 */

let readMachine = () => Date.now()

/** Milliseconds since the epoch by the machine's own clock. */
export function machineNow(): number {
  return readMachine()
}

/**
 * Tells everything else in a page, such as the cache of answers that counts their age, a time in place of the machine's:
 * with the virtual one, what was read before a jump of a day is old.
 */
export function tellPageTime(now: () => number): void {
  readMachine = Date.now.bind(Date)
  Date.now = () => Math.round(now())
}

/** Milliseconds of the machine that no change of its clock moves. */
export function machineElapsed(): number {
  return performance.now()
}

/** What a clock is made of; kept as a row of the database, so that tabs and reloads agree on the time. */
export interface ClockState {
  /** Virtual milliseconds since the epoch at the anchor. */
  base: number
  /** Machine milliseconds since the epoch when `base` was true. */
  anchor: number
  /** Virtual seconds for each machine second; 0 is paused. */
  speed: number
}

export interface Clock {
  /** Virtual milliseconds since the epoch. */
  now(): number
  /** Moves the time by so many milliseconds, keeping the speed. */
  advance(milliseconds: number): void
  /** Sets the time (milliseconds since the epoch), keeping the speed. */
  set(time: number): void
  pause(): void
  /** Runs on at the speed of the machine's clock. */
  resume(): void
  /** 60 makes a minute of every second. */
  setSpeed(speed: number): void
}

export interface ClockStore {
  read(): ClockState
  write(state: ClockState): void
  machineNow(): number
}

/** Makes a clock over a place that keeps its state. */
export function createClock(store: ClockStore): Clock {
  const now = () => {
    const { base, anchor, speed } = store.read()
    return speed === 0 ? base : Math.round(base + (store.machineNow() - anchor) * speed)
  }
  const restart = (base: number, speed: number) => store.write({ base, anchor: store.machineNow(), speed })
  return {
    now,
    advance: milliseconds => restart(now() + milliseconds, store.read().speed),
    set: time => restart(time, store.read().speed),
    pause: () => restart(now(), 0),
    resume: () => restart(now(), 1),
    setSpeed: speed => restart(now(), speed),
  }
}

/** RFC 3339 in UTC, the form of every time in the contract. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
