import { act, fireEvent, screen } from '@testing-library/react'
import { payAtBank } from '../../mocks/platform/exam-events'
import type { PaymentChoice } from '../../mocks/platform/payments'
import { announcements } from '../lib/announce'
import { examTabPath, openExamTab } from './exam-page'
import { installFakeClock } from './fake-clock'
import { beforePlaceholder, ru, startingWith } from './messages'

/** Opens the exam tab of an attempt that needs a payment, with a fake clock. */
export const openPayment = async (options: Parameters<typeof openExamTab>[0] = {}, path = examTabPath) => {
  const clock = installFakeClock()
  const page = await openExamTab({ scenario: 'needPay', ...options }, path)
  const { db } = page.platform
  const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 30)))
  return {
    ...page,
    checks: () => page.count('checkPayment'),
    /** Passes time for page and platform. */
    pass: async (seconds: number) => {
      db.clock.advance(seconds * 1000)
      clock.advance(seconds * 1000)
      await settle()
    },
    settle,
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
