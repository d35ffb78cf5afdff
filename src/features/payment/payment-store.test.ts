import { describe, expect, onTestFinished, test } from 'vitest'
import { ApiError } from '../../api/errors'
import { clock, setClock } from '../../lib/clock'
import { createStorage } from '../../lib/storage'
import { installFakeClock } from '../../test/fake-clock'
import { canReopenBankPage, createPaymentStore } from './payment-store'
import { pollPayment } from './use-payment'

const minute = 60_000
const begin = Date.parse('2026-11-21T12:00:00Z')

/** A device whose storage and time outlive its pages. */
const createDevice = () => {
  const values = new Map<string, string>()
  const time = { passed: 0 }
  setClock({ elapsed: () => time.passed })
  onTestFinished(() => setClock(null))
  const serverClock = { now: () => begin + time.passed }
  const storage = createStorage(() => ({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }))
  const openPage = () => createPaymentStore({ serverClock, storage })
  return { values, time, openPage }
}

const text = (device: ReturnType<typeof createDevice>) => device.values.get('flagship.payment')

test('restores a pending payment after a reload, for an hour of server time', () => {
  const device = createDevice()
  device.openPage().begin(41, false)
  expect(text(device)).toBe(`41 ${begin}`)
  device.time.passed = 59 * minute
  const page = device.openPage()
  expect(page.get(41)).toMatchObject({ phase: 'confirming', outcome: null, hasAnswer: false })
  expect(page.get(42)).toBeNull()
  device.time.passed = 60 * minute
  expect(device.openPage().get(41)).toBeNull()
})

test("restores the bank's result and that an earlier payment was rejected", () => {
  const device = createDevice()
  const page = device.openPage()
  page.begin(41, true)
  page.startPolling(41, 'ok')
  expect(text(device)).toBe(`41 ${begin} ok again`)
  expect(device.openPage().get(41)).toMatchObject({ outcome: 'ok', isAgain: true })
})

test.each([
  '',
  '41',
  'x 1',
  '41 x',
  '0 1764000000000',
  `41 ${begin},`,
  `, 41 ${begin}`,
  // A time of another clock.
  `41 ${begin + 61 * minute}`,
])('ignores the record %j', value => {
  const device = createDevice()
  device.values.set('flagship.payment', value)
  expect(device.openPage().get(41)).toBeNull()
})

test('clearing the storage ends the payment', () => {
  const device = createDevice()
  const page = device.openPage()
  page.begin(41, false)
  device.values.clear()
  expect(page.get(41)).toBeNull()
  page.startPolling(41, 'ok')
  page.stopPolling(41, 'gaveUp')
  expect(text(device)).toBeUndefined()
})

describe('F05 only the platform ends a payment', () => {
  test.each([
    ['need_pay', false],
    ['payed', true],
    ['payment_rejected', true],
    ['get_access', true],
    ['unknown', false],
    [undefined, false],
  ])('%s ends it: %s', (status, isEnd) => {
    const device = createDevice()
    const page = device.openPage()
    page.begin(41, false)
    page.startPolling(41, 'ok')
    expect(page.finishIfFinal(41, status)).toBe(isEnd)
    expect(page.get(41) === null).toBe(isEnd)
    expect(text(device) === undefined).toBe(isEnd)
  })

  test('ignores an earlier rejection', () => {
    const page = createDevice().openPage()
    page.begin(41, true)
    page.startPolling(41, 'ok')
    page.recordStatus(41, 'payment_rejected')
    expect(page.finishIfFinal(41, 'payment_rejected')).toBe(false)
    // The platform knows of the new order.
    page.recordStatus(41, 'need_pay')
    expect(page.finishIfFinal(41, 'payment_rejected')).toBe(true)
  })

  test('unless the bank has reported a problem as well', () => {
    const page = createDevice().openPage()
    page.begin(41, true)
    page.startPolling(41, 'fail')
    expect(page.finishIfFinal(41, 'payment_rejected')).toBe(true)
  })
})

describe('paying again', () => {
  const open = () => {
    const page = createDevice().openPage()
    page.begin(41, false)
    const may = () => {
      const payment = page.get(41)
      return payment && canReopenBankPage(payment)
    }
    return { page, may }
  }

  test.each([undefined, 'fail'] as const)(
    "after the bank's result %s: once the platform has answered",
    outcome => {
      const { page, may } = open()
      page.startPolling(41, outcome)
      expect(may()).toBe(false)
      page.recordStatus(41, 'need_pay')
      expect(may()).toBe(true)
    },
  )

  test('after a reported success: only when the platform has denied it for ten minutes', () => {
    const { page, may } = open()
    page.startPolling(41, 'ok')
    page.recordStatus(41, 'need_pay')
    expect(may()).toBe(false)
    page.stopPolling(41, 'gaveUp')
    expect(may()).toBe(true)
  })

  test.each(['refused', 'gaveUp'] as const)(
    'after a reported success without a response (%s): never',
    why => {
      const { page, may } = open()
      page.startPolling(41, 'ok')
      page.stopPolling(41, why)
      expect([page.get(41)?.phase, may()]).toEqual([why, false])
    },
  )

  test('a response after denied access resumes polling', () => {
    const { page, may } = open()
    page.startPolling(41, 'ok')
    page.recordStatus(41, 'need_pay')
    page.stopPolling(41, 'refused')
    expect(may()).toBe(false)
    page.recordStatus(41, 'need_pay')
    expect(page.get(41)?.phase).toBe('confirming')
  })
})

describe('several attempts and tabs', () => {
  test('starting or ending a payment keeps the others', () => {
    const device = createDevice()
    const one = device.openPage()
    one.begin(40, false)
    one.startPolling(40, 'ok')
    device.time.passed = minute
    const other = device.openPage()
    other.begin(41, true)
    expect(text(device)).toBe(`40 ${begin} ok, 41 ${begin + minute} again`)
    expect(one.get(40)).toMatchObject({ phase: 'confirming', outcome: 'ok' })
    expect(one.get(41)).toMatchObject({ phase: 'confirming', isAgain: true })
    expect(other.get(41)?.phase).toBe('atBank')
    expect(other.finishIfFinal(41, 'payed')).toBe(true)
    expect(text(device)).toBe(`40 ${begin} ok`)
    expect(one.get(41)).toBeNull()
    expect(one.finishIfFinal(40, 'payed')).toBe(true)
    expect(text(device)).toBeUndefined()
  })

  test("another tab's update keeps the bank's page open", () => {
    const device = createDevice()
    const first = device.openPage()
    first.begin(41, true)
    const second = device.openPage()
    expect(second.get(41)?.phase).toBe('confirming')
    second.recordStatus(41, 'need_pay')
    expect(text(device)).toBe(`41 ${begin}`)
    expect(first.get(41)).toMatchObject({ phase: 'atBank', isAgain: false, outcome: null })
    expect(first.get(41)).toBe(first.get(41))
    // Polling elsewhere doesn't end what is open here.
    first.stopPolling(41, 'refused')
    expect(first.get(41)?.phase).toBe('atBank')
    // A payment started again elsewhere is another one, and its page is open there.
    device.time.passed = 1000
    second.begin(41, false)
    expect(first.get(41)?.phase).toBe('confirming')
  })

  test('keeps the latest payments only', () => {
    const device = createDevice()
    const page = device.openPage()
    for (let id = 1; id <= 10; id += 1) {
      device.time.passed += 1000
      page.begin(id, false)
    }
    expect(page.get(2)).toBeNull()
    expect(device.openPage().get(3)).not.toBeNull()
    expect(device.openPage().get(10)).not.toBeNull()
  })
})

test('notifies listeners of each change, and of nothing else', () => {
  const page = createDevice().openPage()
  let calls = 0
  const stop = page.subscribe(() => {
    calls += 1
  })
  page.begin(41, false)
  page.startPolling(41)
  page.recordStatus(41, 'need_pay')
  page.recordStatus(41, 'need_pay')
  page.finishIfFinal(41, 'need_pay')
  page.stopPolling(42, 'gaveUp')
  expect(calls).toBe(3)
  page.finishIfFinal(41, 'payed')
  expect(calls).toBe(4)
  stop()
  page.begin(41, false)
  expect(calls).toBe(4)
})

const operation = 'checkPayment'
const http = (status: number, retryAfter?: number) =>
  new ApiError({ kind: 'http', operation, status, retryAfter })

/** Time passes only by `pass`, in steps of half a second with responses in between. */
const holdTime = () => {
  const device = installFakeClock()
  const turn = async (milliseconds: number) => {
    device.advance(milliseconds)
    await new Promise(resolve => setImmediate(resolve))
  }
  return async (seconds: number) => {
    await turn(0)
    for (let step = 0; step < seconds * 2; step += 1) await turn(500)
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

test('polls at once, then after 2, 4, 8, 16, 30, 30… seconds, and gives up after ten minutes', async () => {
  const { pass, asked, ends, whys } = startPolling()
  await pass(120)
  expect(asked).toEqual([0, 2, 6, 14, 30, 60, 90, 120])
  expect(ends).toEqual([])
  await pass(900)
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
  expect(asked).toEqual([0, 2, 47, 55, 71])
})

const notFound = 'attempt not found'

test.each([
  [401, 'Invalid token', true],
  // A proxy's.
  [401, undefined, false],
  [404, notFound, true],
  [403, undefined, false],
  [404, undefined, false],
  [429, undefined, false],
  [500, undefined, false],
] as const)('a %s with the detail %j ends polling: %s', async (status, detail, isEnd) => {
  const { pass, asked, whys } = startPolling(async () => {
    throw new ApiError({ kind: 'http', operation, status, detail })
  })
  await pass(20)
  expect(whys).toEqual(isEnd ? ['refused'] : [])
  expect(asked).toHaveLength(isEnd ? 1 : 4)
})

test('stopped during a request it ends nothing, and neither polls nor listens', async () => {
  let rejectWith = (_: unknown) => {}
  const { pass, asked, ends, page, stop, turn } = startPolling(
    () =>
      new Promise((_, reject) => {
        rejectWith = reject
      }),
  )
  await pass(1)
  expect(page.hears).toBe(1)
  stop()
  rejectWith(new ApiError({ kind: 'http', operation, status: 404, detail: notFound }))
  await pass(1)
  turn(true)
  await pass(700)
  expect(asked).toEqual([0])
  expect(page.hears).toBe(0)
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
