import { describe, expect, it } from 'vitest'
import { type ClockState, createClock } from './clock'

function createClockAt(base: number) {
  let machine = 1000
  let state: ClockState = { base, anchor: machine, speed: 1 }
  const clock = createClock({
    read: () => state,
    write: next => {
      state = next
    },
    machineNow: () => machine,
  })
  return {
    clock,
    pass: (milliseconds: number) => {
      machine += milliseconds
    },
  }
}

describe('the virtual clock', () => {
  it('runs with the machine', () => {
    const { clock, pass } = createClockAt(50_000)
    pass(250)
    expect(clock.now()).toBe(50_250)
  })

  it.each([
    ['is advanced and runs on', 'advance', 4_000, 54_100],
    ['is set and runs on', 'set', 9_000, 9_100],
  ] as const)('%s', (_, method, argument, expected) => {
    const { clock, pass } = createClockAt(50_000)
    clock[method](argument)
    pass(100)
    expect(clock.now()).toBe(expected)
  })

  it('stops while paused, and can be advanced then', () => {
    const { clock, pass } = createClockAt(50_000)
    clock.pause()
    pass(100)
    clock.advance(5)
    pass(100)
    expect(clock.now()).toBe(50_005)
    clock.resume()
    pass(100)
    expect(clock.now()).toBe(50_105)
  })

  it('keeps the time when the speed changes', () => {
    const { clock, pass } = createClockAt(50_000)
    pass(100)
    clock.setSpeed(60)
    pass(10)
    expect(clock.now()).toBe(50_700)
  })
})
