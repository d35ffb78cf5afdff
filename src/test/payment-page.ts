import { act, fireEvent, screen } from '@testing-library/react'
import { payAtBank } from '../../mocks/platform/exam-events'
import type { PaymentChoice } from '../../mocks/platform/payments'
import { announcements } from '../lib/announce'
import { examTabPath, openExamTab } from './exam-page'
import { holdClock } from './fake-clock'

/** The exam tab of a candidate whose newest attempt waits for its payment, and time that passes by hand. */
export const openPayment = async (options: Parameters<typeof openExamTab>[0] = {}, path = examTabPath) => {
  const clock = holdClock()
  const page = await openExamTab({ scenario: 'needPay', ...options }, path)
  const { db } = page.platform
  const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 30)))
  return {
    ...page,
    checks: () => page.count('checkPayment'),
    /** Page and platform together; answers come in between. */
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
export const pay = /^Оплатить, 14.900.₽$/
export const spoken = () => announcements.get().map(({ text }) => text)

export const bankFrame = (): HTMLIFrameElement => {
  const frame = document.querySelector('iframe')
  if (!frame) throw new Error('There is no page of a bank.')
  return frame
}

/** A message to this page; by default what the order page in the bank's frame says after a payment. */
export const sendMessage = (message: { origin?: string; source?: Window | null; data?: unknown } = {}) => {
  const event = new MessageEvent('message', {
    origin: window.origin,
    source: bankFrame().contentWindow,
    data: { type: 'flagship.order', outcome: 'ok' },
    ...message,
  })
  fireEvent(window, event)
}
