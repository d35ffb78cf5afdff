import { describe, expect, test } from 'vitest'
import { createStorage } from '../lib/storage'
import { createPaymentStore, mayReturn } from './payment-store'

const minute = 60_000
const begin = Date.parse('2026-11-21T12:00:00Z')

/** A device: its storage outlives its pages, and its time goes on. */
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

test('a payment that was begun is taken up after a reload, for an hour by the server’s clock', () => {
  const device = createDevice()
  device.openPage().begin(41, false)
  expect(text(device)).toBe(`41 ${begin}`)
  device.time.passed = 59 * minute
  const page = device.openPage()
  expect(page.of(41)).toMatchObject({ phase: 'confirming', outcome: null, hasAnswer: false })
  expect(page.of(41)).toBe(page.of(41))
  expect(page.of(42)).toBeNull()
  device.time.passed = 60 * minute
  expect(device.openPage().of(41)).toBeNull()
})

test('what the bank has said, and that it is another payment, is remembered too', () => {
  const device = createDevice()
  const page = device.openPage()
  page.begin(41, true)
  page.confirm(41, 'ok')
  expect(text(device)).toBe(`41 ${begin} ok again`)
  expect(device.openPage().of(41)).toMatchObject({ outcome: 'ok', isAgain: true })
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
])('a record %j is no payment', value => {
  const device = createDevice()
  device.values.set('flagship.payment', value)
  expect(device.openPage().of(41)).toBeNull()
})

test('a payment of another clock is not taken up', () => {
  const device = createDevice()
  device.values.set('flagship.payment', `41 ${begin + 61 * minute}`)
  expect(device.openPage().of(41)).toBeNull()
})

test('whatever empties the storage ends the payment', () => {
  const device = createDevice()
  const page = device.openPage()
  page.begin(41, false)
  device.values.clear()
  expect(page.of(41)).toBeNull()
  page.confirm(41, 'ok')
  page.giveUp(41, 'gaveUp')
  expect(text(device)).toBeUndefined()
})

describe('F05 only the platform’s word ends a payment', () => {
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
    expect(page.settle(41, status)).toBe(isEnd)
    expect(page.of(41) === null).toBe(isEnd)
    expect(text(device) === undefined).toBe(isEnd)
  })

  test('a rejection from before says nothing about the payment after it', () => {
    const page = createDevice().openPage()
    page.begin(41, true)
    page.confirm(41, 'ok')
    page.hear(41, 'payment_rejected')
    expect(page.settle(41, 'payment_rejected')).toBe(false)
    // The platform knows of the new order.
    page.hear(41, 'need_pay')
    expect(page.settle(41, 'payment_rejected')).toBe(true)
  })

  test('unless the bank has reported a problem as well', () => {
    const page = createDevice().openPage()
    page.begin(41, true)
    page.confirm(41, 'fail')
    expect(page.settle(41, 'payment_rejected')).toBe(true)
  })
})

describe('paying again is offered when no money is on its way', () => {
  const open = () => {
    const page = createDevice().openPage()
    page.begin(41, false)
    const may = () => {
      const payment = page.of(41)
      return payment && mayReturn(payment)
    }
    return { page, may }
  }

  test.each([undefined, 'fail'] as const)('the bank has said %s: once the platform has answered', outcome => {
    const { page, may } = open()
    page.confirm(41, outcome)
    expect(may()).toBe(false)
    page.hear(41, 'need_pay')
    expect(may()).toBe(true)
  })

  test('the bank has said ok: only when the platform has denied it for ten minutes', () => {
    const { page, may } = open()
    page.confirm(41, 'ok')
    page.hear(41, 'need_pay')
    expect(may()).toBe(false)
    page.giveUp(41, 'gaveUp')
    expect(may()).toBe(true)
  })

  test.each(['refused', 'gaveUp'] as const)(
    'the bank has said ok, and the platform nothing (%s): never',
    why => {
      const { page, may } = open()
      page.confirm(41, 'ok')
      page.giveUp(41, why)
      expect(page.of(41)?.phase).toBe(why)
      expect(may()).toBe(false)
    },
  )

  test('a refusal is taken back by an answer: the platform is asked by itself again', () => {
    const { page, may } = open()
    page.confirm(41, 'ok')
    page.hear(41, 'need_pay')
    page.giveUp(41, 'refused')
    expect(may()).toBe(false)
    page.hear(41, 'need_pay')
    expect(page.of(41)?.phase).toBe('confirming')
  })

  test('whoever is back at the bank has not given up', () => {
    const { page } = open()
    page.giveUp(41, 'refused')
    expect(page.of(41)?.phase).toBe('atBank')
  })
})

describe('several attempts and several tabs', () => {
  test('a payment that is begun does not forget the one before it, nor does its end', () => {
    const device = createDevice()
    const one = device.openPage()
    one.begin(40, false)
    one.confirm(40, 'ok')
    device.time.passed = minute
    const other = device.openPage()
    other.begin(41, true)
    expect(text(device)).toBe(`40 ${begin} ok, 41 ${begin + minute} again`)
    expect(one.of(40)).toMatchObject({ phase: 'confirming', outcome: 'ok' })
    expect(one.of(41)).toMatchObject({ phase: 'confirming', isAgain: true })
    expect(other.of(41)?.phase).toBe('atBank')
    expect(other.settle(41, 'payed')).toBe(true)
    expect(text(device)).toBe(`40 ${begin} ok`)
    expect(one.of(41)).toBeNull()
    expect(one.settle(40, 'payed')).toBe(true)
    expect(text(device)).toBeUndefined()
  })

  test('what another tab learns of a payment does not take its bank’s page away', () => {
    const device = createDevice()
    const first = device.openPage()
    first.begin(41, true)
    const second = device.openPage()
    expect(second.of(41)?.phase).toBe('confirming')
    second.hear(41, 'need_pay')
    expect(text(device)).toBe(`41 ${begin}`)
    expect(first.of(41)).toMatchObject({ phase: 'atBank', isAgain: false, outcome: null })
    expect(first.of(41)).toBe(first.of(41))
    // Begun anew elsewhere, it is another payment, and its page is there.
    device.time.passed = 1000
    second.begin(41, false)
    expect(first.of(41)?.phase).toBe('confirming')
  })

  test('only so many are remembered, the latest', () => {
    const device = createDevice()
    const page = device.openPage()
    for (let id = 1; id <= 10; id += 1) {
      device.time.passed += 1000
      page.begin(id, false)
    }
    expect(page.of(2)).toBeNull()
    expect(device.openPage().of(3)).not.toBeNull()
    expect(device.openPage().of(10)).not.toBeNull()
  })
})

test('listeners hear of each change, and of nothing else', () => {
  const page = createDevice().openPage()
  let heard = 0
  const stop = page.subscribe(() => {
    heard += 1
  })
  page.begin(41, false)
  page.confirm(41)
  page.hear(41, 'need_pay')
  page.hear(41, 'need_pay')
  page.settle(41, 'need_pay')
  page.giveUp(42, 'gaveUp')
  expect(heard).toBe(3)
  page.settle(41, 'payed')
  expect(heard).toBe(4)
  stop()
  page.begin(41, false)
  expect(heard).toBe(4)
})
