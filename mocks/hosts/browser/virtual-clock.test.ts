import { afterEach, describe, expect, it, vi } from 'vitest'
import { clock as appClock, setClock } from '../../../src/lib/clock'
import { createServerClock } from '../../../src/lib/server-clock'
import { type ClockState, createClock } from '../../platform/clock'
import { createVirtualClock } from './virtual-clock'

const minute = 60_000
const day = 86_400_000

/** A machine whose time is advanced by hand, and the platform's clock on it. */
function createMachine(speed = 1) {
  let now = 1_000_000
  let timers: { due: number; run: () => void }[] = []
  const machine = {
    now: () => now,
    elapsed: () => now - 900_000,
    timer: (delay: number, run: () => void) => {
      const timer = { due: now + delay, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(one => one !== timer)
      }
    },
  }
  let state: ClockState = { base: day, anchor: now, speed }
  const platform = createClock({
    read: () => state,
    write: next => {
      state = next
    },
    machineNow: machine.now,
  })
  const virtual = createVirtualClock(() => state, machine)
  setClock(virtual)
  const pass = (milliseconds: number) => {
    const end = now + milliseconds
    const next = () => timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0]
    for (let timer = next(); timer; timer = next()) {
      const due = timer
      timers = timers.filter(one => one !== due)
      now = Math.max(now, due.due)
      due.run()
    }
    now = end
  }
  const change = (work: (clock: typeof platform) => void) => {
    work(platform)
    virtual.sync()
    pass(0)
  }
  return { pass, change, platform }
}

afterEach(() => setClock(null))

describe('the clock of the application', () => {
  it('follows the platform’s clock', () => {
    const { pass, change, platform } = createMachine()
    pass(5000)
    expect(appClock.now()).toBe(platform.now())
    change(clock => clock.advance(day))
    expect(appClock.now()).toBe(2 * day + 5000)
    change(clock => clock.setSpeed(60))
    pass(1000)
    expect(appClock.now()).toBe(platform.now())
  })

  it('counts a jump forward as elapsed time once, and a jump back as none', () => {
    const { pass, change } = createMachine()
    const start = appClock.elapsed()
    change(clock => clock.advance(day))
    expect(appClock.elapsed() - start).toBe(day)
    change(clock => clock.advance(-3 * day))
    expect(appClock.elapsed() - start).toBe(day)
    pass(minute)
    expect(appClock.elapsed() - start).toBe(day + minute)
  })

  it.each([day, -day])('agrees with the clock of the server after a jump of %d', async milliseconds => {
    const { pass, change, platform } = createMachine()
    const server = createServerClock()
    const response = () => server.observe(new Date(platform.now()).toUTCString(), server.mark())
    response()
    change(clock => clock.advance(milliseconds))
    // One response alone moves no clock back.
    if (milliseconds < 0) {
      response()
      pass(2000)
      response()
    }
    expect(Math.abs(server.now() - platform.now())).toBeLessThan(1000)
    pass(minute)
    expect(Math.abs(server.now() - platform.now())).toBeLessThan(1000)
  })
})

describe('a long timer', () => {
  it('runs in virtual time, at any speed', () => {
    const { pass, change } = createMachine()
    const timer = vi.fn()
    appClock.after(60 * minute, timer)
    change(clock => clock.setSpeed(60))
    pass(59_000)
    expect(timer).toHaveBeenCalledTimes(0)
    pass(1000)
    expect(timer).toHaveBeenCalledTimes(1)
  })

  it('fires at once when the time jumps past it, and only once', () => {
    const { pass, change } = createMachine()
    const timer = vi.fn()
    appClock.after(60 * minute, timer)
    change(clock => clock.advance(day))
    expect(timer).toHaveBeenCalledTimes(1)
    pass(2 * day)
    expect(timer).toHaveBeenCalledTimes(1)
  })

  it('pauses and resumes with the clock', () => {
    const { pass, change } = createMachine()
    const timer = vi.fn()
    appClock.after(minute, timer)
    pass(30_000)
    change(clock => clock.pause())
    pass(day)
    expect(timer).toHaveBeenCalledTimes(0)
    change(clock => clock.resume())
    pass(30_000)
    expect(timer).toHaveBeenCalledTimes(1)
  })

  it('never fires once cancelled', () => {
    const { pass, change } = createMachine()
    const timer = vi.fn()
    const cancel = appClock.after(minute, timer)
    change(clock => clock.setSpeed(10))
    cancel()
    change(clock => clock.advance(day))
    pass(day)
    expect(timer).toHaveBeenCalledTimes(0)
  })
})

describe('a short timer', () => {
  it.each([0, 1, 60])('runs in machine time at speed %d', speed => {
    const { pass } = createMachine(speed)
    const timer = vi.fn()
    appClock.after(4000, timer)
    pass(3999)
    expect(timer).toHaveBeenCalledTimes(0)
    pass(1)
    expect(timer).toHaveBeenCalledTimes(1)
  })

  it('is shortened by a jump forward', () => {
    const { change } = createMachine()
    const timer = vi.fn()
    appClock.after(10_000, timer)
    change(clock => clock.advance(9000))
    expect(timer).toHaveBeenCalledTimes(0)
    change(clock => clock.advance(1000))
    expect(timer).toHaveBeenCalledTimes(1)
  })

  it.each([0, 0.5])('does not tick in a loop at speed %d', speed => {
    const { pass, change } = createMachine()
    const timer = vi.fn()
    appClock.every(1000, timer)
    pass(999)
    change(clock => clock.setSpeed(speed))
    pass(10_000)
    expect(timer.mock.calls.length).toBeGreaterThanOrEqual(5)
    expect(timer.mock.calls.length).toBeLessThanOrEqual(41)
  })
})
