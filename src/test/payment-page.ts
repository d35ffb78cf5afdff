import { fireEvent, screen } from '@testing-library/react'
import { payAtBank } from '../../mocks/platform/exam-events'
import { type PaymentChoice, SETTLE_SECONDS } from '../../mocks/platform/payments'
import { announcements } from '../lib/announce'
import { examTabPath, openExamTab } from './exam-page'
import { installFakeClock } from './fake-clock'
import { beforePlaceholder, ru, startingWith } from './messages'
import { settle } from './settle'

/** At most so long after the settling the page checks the payment. */
const CHECK_SECONDS = 30

/** Opens the exam tab of an attempt that needs a payment, with a fake clock. */
export const openPayment = async (options: Parameters<typeof openExamTab>[0] = {}, path = examTabPath) => {
  const clock = installFakeClock()
  const page = await openExamTab({ scenario: 'needPay', ...options }, path)
  const { db } = page.platform
  const pass = async (seconds: number) => {
    db.clock.advance(seconds * 1000)
    clock.advance(seconds * 1000)
    await settle(page)
  }
  return {
    ...page,
    checks: () => page.count('checkPayment'),
    /** Passes time for page and platform. */
    pass,
    /** Passes the time in which the bank settles an order, and that until the check that finds it. */
    passUntilSettled: async () => {
      for (let passed = 0; passed < SETTLE_SECONDS + CHECK_SECONDS; passed += 8) await pass(8)
    },
    settle: () => settle(page),
    atBank: (choice: PaymentChoice) => payAtBank(db, 'candidate', 5, choice),
  }
}

export const button = (name: string | RegExp) => screen.queryByRole('button', { name })
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
export const payButtonName = startingWith(beforePlaceholder(ru.payment['pay.price']))
export const getAnnouncements = () => announcements.get().map(({ text }) => text)

export const bankFrame = (): HTMLIFrameElement => {
  const frame = document.querySelector('iframe')
  if (!frame) throw new Error('There is no bank frame.')
  return frame
}

/** Dispatches a message event; by default that of a successful payment in the bank frame. */
export const sendMessage = (message: { origin?: string; source?: Window | null; data?: unknown } = {}) => {
  const event = new MessageEvent('message', {
    origin: window.origin,
    source: bankFrame().contentWindow,
    data: { type: 'flagship.order', outcome: 'ok' },
    ...message,
  })
  fireEvent(window, event)
}
