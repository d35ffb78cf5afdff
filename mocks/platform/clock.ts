/**
 * The only file under `mocks/` that reads the machine's clock: everything else uses the database's clock, so that tests
 * can advance it.
 */

let readMachine = () => Date.now()

/** Milliseconds since the epoch by the machine's own clock. */
export function machineNow(): number {
  return readMachine()
}

/** Makes `Date.now` return virtual time, so that for example cached responses are stale after a jump of a day. */
export function overrideDateNow(now: () => number): void {
  readMachine = Date.now.bind(Date)
  Date.now = () => Math.round(now())
}

/** Monotonic milliseconds. */
export function machineElapsed(): number {
  return performance.now()
}

/** A database row, so that tabs and reloads agree on the time. */
export interface ClockState {
  /** Virtual milliseconds since the epoch at the anchor. */
  base: number
  /** Machine milliseconds since the epoch at the anchor. */
  anchor: number
  /** Virtual seconds per real second; 0 is paused. */
  speed: number
}

export interface Clock {
  /** Virtual milliseconds since the epoch. */
  now(): number
  /** Keeps the speed. */
  advance(milliseconds: number): void
  /** `time` is in milliseconds since the epoch. Keeps the speed. */
  set(time: number): void
  pause(): void
  /** Continues at real speed. */
  resume(): void
  /** Virtual seconds per real second. */
  setSpeed(speed: number): void
}

export interface ClockStore {
  read(): ClockState
  write(state: ClockState): void
  machineNow(): number
}

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

/** RFC 3339 in UTC, as all times of the contract. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
