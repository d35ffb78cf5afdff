import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createServerClock } from './server-clock'

/** A device with a wall clock that is off by `error`, and the server's true time. */
const makeDb = (error: number) => {
  const begin = Date.parse('2026-11-20T12:00:00.345Z')
  let elapsed = 5000
  let asleep = 0
  let wrong = error
  const truth = () => begin + elapsed + asleep
  const device = {
    now: () => Math.round(truth() + wrong),
    elapsed: () => elapsed,
    after: () => () => {},
    every: () => () => {},
  }
  const clock = createServerClock(device)
  return {
    clock,
    truth,
    pass: (milliseconds: number) => {
      elapsed += milliseconds
    },
    sleep: (milliseconds: number) => {
      asleep += milliseconds
    },
    setWallClock: (by: number) => {
      wrong += by
    },
    /** One request with its latencies, the server's time, and the age that a cache names. */
    respond: (there: number, back: number, shift = 0, age: string | null = null) => {
      const sentAt = clock.mark()
      elapsed += there
      const date = new Date(truth() + shift).toUTCString()
      elapsed += back
      clock.observe(date, sentAt, age)
    },
  }
}

const day = 86_400_000
const errors = [0, 1000, -1000, 300_000, -300_000, day, -day, 3650 * day, -3650 * day]

describe("the server's time", () => {
  test.each(errors)('E01 is within 2 s after one response, with a device clock off by %i ms', error => {
    const db = makeDb(error)
    db.respond(100, 200)
    expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(700)
  })

  test('E01 is well within a second after a few responses, and never leaves the bounds', () => {
    const latency = fc.integer({ min: 1, max: 400 })
    const rounds = fc.array(fc.tuple(latency, latency, fc.integer({ min: 0, max: 5000 })), {
      minLength: 8,
      maxLength: 30,
    })
    const property = fc.property(fc.constantFrom(...errors), rounds, (error, steps) => {
      const db = makeDb(error)
      for (const [there, back, pause] of steps) {
        db.respond(there, back)
        db.pass(pause)
        expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(1000)
      }
    })
    fc.assert(property, { seed: 1, numRuns: 300 })
    const db = makeDb(day)
    for (let count = 0; count < 20; count += 1) {
      db.respond(40, 40)
      db.pass(137)
    }
    expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(150)
  })

  test("E06 setting the device's clock back gains no time", () => {
    const db = makeDb(0)
    db.respond(50, 50)
    db.setWallClock(-day)
    db.pass(60_000)
    expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(700)
  })

  test('E02 counts sleep before the first response', () => {
    const db = makeDb(-300_000)
    db.respond(50, 50)
    db.clock.now()
    db.sleep(7_200_000)
    expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(700)
  })

  test("follows a jump of the server's time forward at the next response, back at the second", () => {
    const db = makeDb(0)
    const getError = () => db.clock.now() - db.truth()
    for (let count = 0; count < 5; count += 1) db.respond(50, 50)
    db.respond(50, 50, 2 * day)
    expect(Math.abs(getError() - 2 * day)).toBeLessThan(700)
    db.pass(1000)
    db.respond(50, 50)
    expect(Math.abs(getError() - 2 * day)).toBeLessThan(700)
    db.pass(1000)
    db.respond(50, 50)
    expect(Math.abs(getError())).toBeLessThan(700)
  })

  describe('E16 is doubtful', () => {
    test('after a jump, until three answers agree, and not after sleep', () => {
      const db = makeDb(0)
      for (let count = 0; count < 3; count += 1) db.respond(50, 50)
      expect(db.clock.isDoubtful()).toBe(false)
      for (let count = 0; count < 3; count += 1) {
        db.respond(50, 50, day)
        expect(db.clock.isDoubtful()).toBe(true)
      }
      db.respond(50, 50, day)
      expect(db.clock.isDoubtful()).toBe(false)
      db.sleep(day)
      db.respond(50, 50, day)
      expect(db.clock.isDoubtful()).toBe(false)
    })

    test('while servers disagree, whichever answered first, also twice in a row', () => {
      for (const first of [day, -day])
        for (const inARow of [1, 2]) {
          const db = makeDb(0)
          for (let count = 0; count < 60; count += 1) {
            db.respond(50, 50, count % (2 * inARow) < inARow ? first : 0)
            db.pass(5000)
            if (count > 3 * inARow) expect(db.clock.isDoubtful()).toBe(true)
          }
        }
    })

    test('not because of a stored answer, however often it comes', () => {
      const db = makeDb(0)
      db.respond(50, 50)
      const storedAt = db.truth() - day
      for (let count = 0; count < 5; count += 1) {
        db.respond(20, 20, storedAt - db.truth() - 20)
        db.respond(20, 20)
        db.pass(1000)
        expect(db.clock.isDoubtful()).toBe(false)
      }
    })

    test('while an answer contradicts it', () => {
      const { clock } = makeDb(0)
      clock.setContradicted(true)
      expect(clock.isDoubtful()).toBe(true)
      clock.reset()
      expect(clock.isDoubtful()).toBe(false)
    })
  })

  describe('E15 an answer of a cache', () => {
    const seconds = fc.integer({ min: 3, max: 400_000 })
    const latency = fc.integer({ min: 1, max: 400 })
    const pause = fc.integer({ min: 0, max: 60_000 })
    const ages = fc.oneof(
      fc.constantFrom('7', ' 86400', '1e3', '-1', 'stale', '2147483648'),
      seconds.map(String),
    )

    test('with its age never moves the clock, however old it says to be', () => {
      const steps = fc.array(fc.tuple(seconds, ages, latency, pause), { minLength: 1, maxLength: 20 })
      const property = fc.property(
        fc.constantFrom(...errors),
        steps,
        fc.boolean(),
        (error, stored, isKnown) => {
          const db = makeDb(error)
          if (isKnown) db.respond(60, 90)
          const before = db.clock.now() - db.truth()
          for (const [old, age, back, rest] of stored) {
            db.respond(10, back, -1000 * old, age)
            db.pass(rest)
            expect(db.clock.now() - db.truth()).toBeCloseTo(before, 0)
          }
        },
      )
      fc.assert(property, { seed: 3, numRuns: 300 })
    })

    test('that hides its age gives no time, between fresh ones or repeated', () => {
      const step = fc.record({
        old: seconds,
        repeats: fc.integer({ min: 1, max: 5 }),
        back: latency,
        rest: pause,
      })
      const property = fc.property(
        fc.constantFrom(...errors),
        fc.array(step, { maxLength: 20 }),
        (error, steps) => {
          const db = makeDb(error)
          db.respond(60, 90)
          for (const { old, repeats, back, rest } of steps) {
            const storedAt = db.truth() - 1000 * old
            for (let count = 0; count < repeats; count += 1) {
              db.respond(20, back, storedAt - db.truth() - 20)
              expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(1000)
            }
            db.pass(rest)
            db.respond(20, back)
            expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(1000)
          }
        },
      )
      fc.assert(property, { seed: 4, numRuns: 300 })
    })

    test('that has just passed through it (Age: 0) counts, a second less exactly', () => {
      const db = makeDb(-3650 * day)
      db.respond(50, 50, -900, '0')
      expect(Math.abs(db.clock.now() - db.truth())).toBeLessThan(1100)
    })
  })

  test("is the device's time without a valid date", () => {
    const db = makeDb(1234)
    db.clock.observe(null, db.clock.mark())
    db.clock.observe('yesterday', db.clock.mark())
    expect(db.clock.now()).toBe(Math.round(db.truth() + 1234))
    db.respond(1, 1)
    db.clock.reset()
    expect(db.clock.now()).toBe(Math.round(db.truth() + 1234))
  })
})

describe('the time of another tab', () => {
  test('is taken over, so that both show the same second', () => {
    const { clock, truth, pass } = makeDb(60_000)
    clock.syncTo(truth() + 250)
    expect(clock.now()).toBe(truth() + 250)
    pass(1000)
    expect(clock.now()).toBe(truth() + 250)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('is ignored when it is %d', value => {
    const { clock, truth } = makeDb(60_000)
    clock.syncTo(truth())
    clock.syncTo(value)
    expect(clock.now()).toBe(truth())
  })
})
