import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '../api/errors'
import { clock, setClock } from '../lib/clock'
import { pollPayment } from './poll-payment'

const operation = 'post /groups/payment/order_status/extended'
const http = (status: number, retryAfter?: number) =>
  new ApiError({ kind: 'http', operation, status, retryAfter })

/** Time passes only by `pass`, in steps of half a second with responses in between. */
const holdTime = () => {
  let elapsed = 0
  let timers: { due: number; run: () => void }[] = []
  setClock({
    elapsed: () => elapsed,
    timer: (delay, run) => {
      const timer = { due: elapsed + delay, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(one => one !== timer)
      }
    },
  })
  onTestFinished(() => setClock(null))
  const turn = async () => {
    const due = timers.filter(timer => timer.due <= elapsed)
    timers = timers.filter(timer => timer.due > elapsed)
    for (const { run } of due) run()
    await new Promise(resolve => setImmediate(resolve))
  }
  return async (seconds: number) => {
    await turn()
    for (const end = elapsed + seconds * 1000; elapsed < end; ) {
      elapsed += 500
      await turn()
    }
  }
}

/** A polled payment and the seconds of its requests. */
const startPolling = (answer: (question: number) => Promise<unknown> = async () => null) => {
  const pass = holdTime()
  const page = { isVisible: true, show: () => {}, hears: 0 }
  const asked: number[] = []
  const ends: number[] = []
  const whys: string[] = []
  const stop = pollPayment({
    clock,
    request: () => {
      asked.push(clock.elapsed() / 1000)
      return answer(asked.length)
    },
    deadline: 600_000,
    isVisible: () => page.isVisible,
    onVisibility: listener => {
      page.show = listener
      page.hears += 1
      return () => {
        page.hears -= 1
      }
    },
    onEnd: why => {
      ends.push(clock.elapsed() / 1000)
      whys.push(why)
    },
  })
  const turn = (isVisible: boolean) => {
    page.isVisible = isVisible
    page.show()
  }
  return { pass, asked, ends, whys, page, stop, turn }
}

test('polls at once, then after 2, 4, 8, 15, 30, 30… seconds, and gives up after ten minutes', async () => {
  const { pass, asked, ends, whys } = startPolling()
  await pass(120)
  expect(asked).toEqual([0, 2, 6, 14, 29, 59, 89, 119])
  expect(ends).toEqual([])
  await pass(900)
  expect(ends).toHaveLength(1)
  expect(ends[0]).toBeGreaterThanOrEqual(600)
  expect(ends[0]).toBeLessThan(630)
  expect(asked.at(-1)).toBe(ends[0])
  expect(whys).toEqual(['gaveUp'])
})

test('waits for Retry-After', async () => {
  const { pass, asked } = startPolling(async question => {
    if (question === 2) throw http(429, 45)
    if (question === 3) throw http(503, 1)
  })
  await pass(80)
  expect(asked).toEqual([0, 2, 47, 55, 70])
})

const notFound = 'attempt not found'

test.each([
  [401, undefined, true],
  [404, notFound, true],
  [400, undefined, false],
  [403, undefined, false],
  [404, undefined, false],
  [408, undefined, false],
  [429, undefined, false],
  [500, undefined, false],
  [502, undefined, false],
] as const)('a %s with the detail %j ends polling: %s', async (status, detail, isEnd) => {
  const { pass, asked, whys } = startPolling(async () => {
    throw new ApiError({ kind: 'http', operation, status, detail })
  })
  await pass(20)
  expect(whys).toEqual(isEnd ? ['refused'] : [])
  expect(asked).toHaveLength(isEnd ? 1 : 4)
})

test('ends nothing when stopped during a request', async () => {
  let rejectWith = (_: unknown) => {}
  const { pass, ends, stop } = startPolling(
    () =>
      new Promise((_, reject) => {
        rejectWith = reject
      }),
  )
  await pass(1)
  stop()
  rejectWith(new ApiError({ kind: 'http', operation, status: 404, detail: notFound }))
  await pass(700)
  expect(ends).toEqual([])
})

test('pauses while hidden, and polls at once when visible again', async () => {
  const { pass, asked, turn } = startPolling()
  await pass(3)
  turn(false)
  await pass(100)
  expect(asked).toEqual([0, 2])
  turn(true)
  await pass(0)
  expect(asked).toEqual([0, 2, 103])
})

test('polls once more when it becomes visible after ten minutes', async () => {
  const { pass, asked, ends, turn } = startPolling()
  await pass(1)
  turn(false)
  await pass(1000)
  turn(true)
  await pass(100)
  expect(asked).toEqual([0, 1001])
  expect(ends).toEqual([1001])
  turn(false)
  turn(true)
  await pass(100)
  expect(asked).toHaveLength(2)
})

test('one request at a time, however long it takes and however often the page is shown', async () => {
  let answer = () => {}
  const { pass, asked, turn } = startPolling(
    () =>
      new Promise<void>(resolve => {
        answer = resolve
      }),
  )
  await pass(50)
  turn(false)
  turn(true)
  await pass(50)
  expect(asked).toEqual([0])
  answer()
  await pass(1)
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)
})

test('neither polls nor listens after it was stopped', async () => {
  const { pass, asked, page, turn, stop, ends } = startPolling()
  await pass(3)
  expect(page.hears).toBe(1)
  stop()
  turn(true)
  await pass(100)
  expect(asked).toEqual([0, 2])
  expect(page.hears).toBe(0)
  expect(ends).toEqual([])
})
