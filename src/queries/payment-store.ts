import { type Clock, clock } from '../lib/clock'
import type { OrderOutcome } from '../lib/order-message'
import { type ServerClock, serverClock } from '../lib/server-clock'
import { type AppStorage, storage } from '../lib/storage'

/** A payment that was begun on this device: the bank's page was opened, and nobody knows yet what came of it. */
export interface BegunPayment {
  attemptId: number
  /** `atBank`: the page is open. `confirming`: the platform is asked by itself. `gaveUp`: it is not any more. */
  phase: 'atBank' | 'confirming' | 'gaveUp'
  /** What the page that the bank returns to has said; a hint, it decides nothing (F05). */
  outcome: OrderOutcome | null
  /** The attempt's payment had been rejected before: the same status may still be about that one. */
  isAgain: boolean
  /** The platform has answered since the bank's page was left. */
  hasAnswer: boolean
  /** Elapsed time, in milliseconds, at which the platform is not asked by itself any more. */
  until: number
}

/** Milliseconds by the server: what was begun longer ago is not taken up after a reload. */
const memory = 3_600_000
/** Milliseconds for which the platform is asked by itself. */
const patience = 600_000

/** Whether the status says what became of the payment; a rejection from before says nothing about it. */
const isOutcome = ({ isAgain, outcome }: BegunPayment, status: unknown): boolean =>
  status !== 'need_pay' && !(status === 'payment_rejected' && isAgain && outcome !== 'fail')

/** Whether the bank's page may be opened again: never while it has said that the money is on its way (no double payment). */
export const mayReturn = ({ phase, outcome, hasAnswer }: BegunPayment): boolean =>
  phase === 'gaveUp' || (outcome !== 'ok' && hasAnswer)

interface StoreDeps {
  clock: Clock
  serverClock: Pick<ServerClock, 'now'>
  storage: AppStorage
}

/**
 * Keeps the one payment that is under way, over pages and reloads, for the person who began it. Local storage is the
 * truth (registry, `flagship.payment`), so whatever empties it, a logout too, ends the payment here; what it does not
 * hold lives as long as the tab.
 */
export const createPaymentStore = (deps: StoreDeps) => {
  let kept: { text: string; payment: BegunPayment } | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const later = (milliseconds: number) => deps.clock.elapsed() + milliseconds

  /** What another page load, or another tab, has left: nobody knows how far it went. */
  const recall = (text: string): BegunPayment | null => {
    const [id = '', at = '', ...words] = text.split(' ')
    if (Math.abs(deps.serverClock.now() - Number(at)) >= memory) return null
    return {
      attemptId: Number(id),
      phase: 'confirming',
      outcome: words.includes('ok') ? 'ok' : words.includes('fail') ? 'fail' : null,
      isAgain: words.includes('again'),
      hasAnswer: false,
      until: later(patience),
    }
  }

  const current = (): BegunPayment | null => {
    const text = deps.storage.get('flagship.payment')
    if (text === null) kept = null
    else if (text !== kept?.text) {
      const payment = recall(text)
      kept = payment && { text, payment }
    }
    return kept?.payment ?? null
  }

  /** The payment of an attempt; the same object until something changes. */
  const of = (attemptId: number): BegunPayment | null => {
    const payment = current()
    return payment?.attemptId === attemptId ? payment : null
  }

  const put = (payment: BegunPayment, begunAt?: number) => {
    const at = begunAt ?? Number(kept?.text.split(' ')[1])
    const words = [payment.attemptId, at, payment.outcome, payment.isAgain && 'again'].filter(Boolean)
    kept = { text: words.join(' '), payment }
    deps.storage.set('flagship.payment', kept.text)
    tell()
  }

  const change = (attemptId: number, part: Partial<BegunPayment>) => {
    const payment = of(attemptId)
    if (payment) put({ ...payment, ...part })
  }

  return {
    of,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The bank's page opens. */
    begin(attemptId: number, isAgain: boolean): void {
      const begunAt = Math.round(deps.serverClock.now())
      put({ attemptId, phase: 'atBank', outcome: null, isAgain, hasAnswer: false, until: 0 }, begunAt)
    },
    /** The bank's page was left, or says how it ended: from now on the platform is asked. */
    confirm(attemptId: number, outcome?: OrderOutcome): void {
      change(attemptId, {
        phase: 'confirming',
        hasAnswer: false,
        until: later(patience),
        ...(outcome && { outcome }),
      })
    },
    giveUp: (attemptId: number): void => change(attemptId, { phase: 'gaveUp' }),
    /** A status that is the outcome of the payment ends it. True when it has. */
    settle(attemptId: number, status: unknown): boolean {
      const payment = of(attemptId)
      if (!payment || !isOutcome(payment, status)) return false
      deps.storage.remove('flagship.payment')
      tell()
      return true
    },
    /** The platform has answered, and the payment goes on. */
    hear(attemptId: number, status: unknown): void {
      const payment = of(attemptId)
      if (!payment) return
      // Once the new payment has reopened the attempt, another rejection is about that one.
      const isAgain = payment.isAgain && status !== 'need_pay'
      if (!payment.hasAnswer || isAgain !== payment.isAgain) put({ ...payment, isAgain, hasAnswer: true })
    },
  }
}

/** The application's one. */
export const payments = createPaymentStore({ clock, serverClock, storage })
