import { afterEach, describe, expect, it } from 'vitest'
import { clock as appClock, setClock } from '../../src/lib/clock'
import { createServerClock } from '../../src/lib/server-clock'
import { type ClockState, createClock } from '../platform/clock'
import { createVirtualClock } from './virtual-clock'

const minute = 60_000
const day = 86_400_000

/** A machine whose time passes by hand, and the platform's clock on it. */
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
  /** Changes the platform's clock as the panel does. */
  const change = (work: (clock: typeof platform) => void) => {
    work(platform)
    virtual.follow()
    pass(0)
  }
  return { pass, change, platform }
}

/** How often something was rung. */
function createBell() {
  const bell = { rung: 0, ring: () => {} }
  bell.ring = () => {
    bell.rung++
  }
  return bell
}

afterEach(() => setClock(null))

describe('the clock of the application', () => {
  it('goes as the platform’s does', () => {
    const { pass, change, platform } = createMachine()
    pass(5000)
    expect(appClock.now()).toBe(platform.now())
    change(clock => clock.advance(day))
    expect(appClock.now()).toBe(2 * day + 5000)
    change(clock => clock.setSpeed(60))
    pass(1000)
    expect(appClock.now()).toBe(platform.now())
  })

  it('counts a jump forward as time that has passed, once, and a jump back as none', () => {
    const { pass, change } = createMachine()
    const begin = appClock.elapsed()
    change(clock => clock.advance(day))
    expect(appClock.elapsed() - begin).toBe(day)
    change(clock => clock.advance(-3 * day))
    expect(appClock.elapsed() - begin).toBe(day)
    pass(minute)
    expect(appClock.elapsed() - begin).toBe(day + minute)
  })

  it.each([day, -day])('agrees with the clock of the server after a jump of %d', async milliseconds => {
    const { pass, change, platform } = createMachine()
    const server = createServerClock()
    const answer = () => server.observe(new Date(platform.now()).toUTCString(), server.mark())
    answer()
    change(clock => clock.advance(milliseconds))
    if (milliseconds < 0) answer()
    expect(Math.abs(server.now() - platform.now())).toBeLessThan(1000)
    pass(minute)
    expect(Math.abs(server.now() - platform.now())).toBeLessThan(1000)
  })
})

describe('a long timer', () => {
  it('waits for the virtual time, at any speed', () => {
    const { pass, change } = createMachine()
    const bell = createBell()
    appClock.after(60 * minute, bell.ring)
    change(clock => clock.setSpeed(60))
    pass(59_000)
    expect(bell.rung).toBe(0)
    pass(1000)
    expect(bell.rung).toBe(1)
  })

  it('rings at once when the time jumps over it, and not again', () => {
    const { pass, change } = createMachine()
    const bell = createBell()
    appClock.after(60 * minute, bell.ring)
    change(clock => clock.advance(day))
    expect(bell.rung).toBe(1)
    pass(2 * day)
    expect(bell.rung).toBe(1)
  })

  it('stands still with a paused clock, and goes on with it', () => {
    const { pass, change } = createMachine()
    const bell = createBell()
    appClock.after(minute, bell.ring)
    pass(30_000)
    change(clock => clock.pause())
    pass(day)
    expect(bell.rung).toBe(0)
    change(clock => clock.resume())
    pass(30_000)
    expect(bell.rung).toBe(1)
  })

  it('that was cancelled never rings', () => {
    const { pass, change } = createMachine()
    const bell = createBell()
    const cancel = appClock.after(minute, bell.ring)
    change(clock => clock.setSpeed(10))
    cancel()
    change(clock => clock.advance(day))
    pass(day)
    expect(bell.rung).toBe(0)
  })
})

describe('a short timer', () => {
  it.each([0, 1, 60])('takes its time by the machine at speed %d', speed => {
    const { pass } = createMachine(speed)
    const bell = createBell()
    appClock.after(4000, bell.ring)
    pass(3999)
    expect(bell.rung).toBe(0)
    pass(1)
    expect(bell.rung).toBe(1)
  })

  it('is shortened by a jump forward', () => {
    const { change } = createMachine()
    const bell = createBell()
    appClock.after(10_000, bell.ring)
    change(clock => clock.advance(9000))
    expect(bell.rung).toBe(0)
    change(clock => clock.advance(1000))
    expect(bell.rung).toBe(1)
  })

  it.each([0, 0.5])('ticks calmly at speed %d', speed => {
    const { pass, change } = createMachine()
    const bell = createBell()
    appClock.every(1000, bell.ring)
    pass(999)
    change(clock => clock.setSpeed(speed))
    pass(10_000)
    expect(bell.rung).toBeGreaterThanOrEqual(5)
    expect(bell.rung).toBeLessThanOrEqual(41)
  })
})
