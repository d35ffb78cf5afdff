import { describe, expect, test } from 'vitest'
import { createStorage } from '../lib/storage'
import { canReopenBankPage, createPaymentStore } from './payment-store'

const minute = 60_000
const begin = Date.parse('2026-11-21T12:00:00Z')

/** A device whose storage and time outlive its pages. */
const createDevice = () => {
  const values = new Map<string, string>()
  const area = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const time = { passed: 0 }
  const openPage = () =>
    createPaymentStore({
      clock: {
        now: () => begin,
        elapsed: () => time.passed,
        after: () => () => {},
        every: () => () => {},
      },
      serverClock: { now: () => begin + time.passed },
      storage: createStorage(() => area),
    })
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
  expect(page.get(41)).toBe(page.get(41))
  expect(page.get(42)).toBeNull()
  device.time.passed = 60 * minute
  expect(device.openPage().get(41)).toBeNull()
})

test("restores the bank's result and that an earlier payment was rejected", () => {
  const device = createDevice()
  const page = device.openPage()
  page.begin(41, true)
  page.confirm(41, 'ok')
  expect(text(device)).toBe(`41 ${begin} ok again`)
  expect(device.openPage().get(41)).toMatchObject({ outcome: 'ok', isAgain: true })
})

test.each([
  '',
  '41',
  'x 1',
  '41 x',
  '0 1764000000000',
  `41 ${begin} payed`,
  `41 ${begin} ok ok`,
  `41 ${begin},`,
  `, 41 ${begin}`,
])('ignores the record %j', value => {
  const device = createDevice()
  device.values.set('flagship.payment', value)
  expect(device.openPage().get(41)).toBeNull()
})

test('ignores a payment with a time of another clock', () => {
  const device = createDevice()
  device.values.set('flagship.payment', `41 ${begin + 61 * minute}`)
  expect(device.openPage().get(41)).toBeNull()
})

test('clearing the storage ends the payment', () => {
  const device = createDevice()
  const page = device.openPage()
  page.begin(41, false)
  device.values.clear()
  expect(page.get(41)).toBeNull()
  page.confirm(41, 'ok')
  page.stopPolling(41, 'gaveUp')
  expect(text(device)).toBeUndefined()
})

describe('F05 only the platform ends a payment', () => {
  test.each([
    ['need_pay', false],
    ['payed', true],
    ['payment_rejected', true],
    ['get_access', true],
    ['exam_started', true],
    ['unknown', false],
    ['processing', false],
    [undefined, false],
  ])('%s ends it: %s', (status, isEnd) => {
    const device = createDevice()
    const page = device.openPage()
    page.begin(41, false)
    page.confirm(41, 'ok')
    expect(page.finishIfFinal(41, status)).toBe(isEnd)
    expect(page.get(41) === null).toBe(isEnd)
    expect(text(device) === undefined).toBe(isEnd)
  })

  test('ignores an earlier rejection', () => {
    const page = createDevice().openPage()
    page.begin(41, true)
    page.confirm(41, 'ok')
    page.recordStatus(41, 'payment_rejected')
    expect(page.finishIfFinal(41, 'payment_rejected')).toBe(false)
    // The platform knows of the new order.
    page.recordStatus(41, 'need_pay')
    expect(page.finishIfFinal(41, 'payment_rejected')).toBe(true)
  })

  test('unless the bank has reported a problem as well', () => {
    const page = createDevice().openPage()
    page.begin(41, true)
    page.confirm(41, 'fail')
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
      page.confirm(41, outcome)
      expect(may()).toBe(false)
      page.recordStatus(41, 'need_pay')
      expect(may()).toBe(true)
    },
  )

  test('after a reported success: only when the platform has denied it for ten minutes', () => {
    const { page, may } = open()
    page.confirm(41, 'ok')
    page.recordStatus(41, 'need_pay')
    expect(may()).toBe(false)
    page.stopPolling(41, 'gaveUp')
    expect(may()).toBe(true)
  })

  test.each(['refused', 'gaveUp'] as const)(
    'after a reported success without a response (%s): never',
    why => {
      const { page, may } = open()
      page.confirm(41, 'ok')
      page.stopPolling(41, why)
      expect(page.get(41)?.phase).toBe(why)
      expect(may()).toBe(false)
    },
  )

  test('a response after denied access resumes polling', () => {
    const { page, may } = open()
    page.confirm(41, 'ok')
    page.recordStatus(41, 'need_pay')
    page.stopPolling(41, 'refused')
    expect(may()).toBe(false)
    page.recordStatus(41, 'need_pay')
    expect(page.get(41)?.phase).toBe('confirming')
  })

  test("reopening the bank's page does not count as giving up", () => {
    const { page } = open()
    page.stopPolling(41, 'refused')
    expect(page.get(41)?.phase).toBe('atBank')
  })
})

describe('several attempts and tabs', () => {
  test('starting or ending a payment keeps the others', () => {
    const device = createDevice()
    const one = device.openPage()
    one.begin(40, false)
    one.confirm(40, 'ok')
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
  page.confirm(41)
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
