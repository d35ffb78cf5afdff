import { toKnownStatus } from '../../api/attempts'
import { clock } from '../../lib/clock'
import { createListeners } from '../../lib/listeners'
import { type ServerClock, serverClock } from '../../lib/server-clock'
import { type AppStorage, storage } from '../../lib/storage'
import type { OrderOutcome } from './order-outcome'

/** A payment started on this device whose result is unknown. */
export interface BegunPayment {
  attemptId: number
  /** `atBank`: the bank's page is open. `confirming`: polled. `refused`: access denied. `gaveUp`: time is over. */
  phase: 'atBank' | 'confirming' | 'refused' | 'gaveUp'
  /** Result reported by the page that the bank redirects to; only a hint (F05). */
  outcome: OrderOutcome | null
  /** An earlier payment of the attempt was rejected: that status may still be about it. */
  isAgain: boolean
  /** The platform has answered since the bank's page was closed. */
  hasAnswer: boolean
  /** When polling ends, in monotonic time. */
  deadline: number
}

/** Older payments are not restored after a reload. */
const RESTORE_WITHIN_MS = 3_600_000
const POLL_FOR_MS = 600_000

const MAX_PAYMENTS = 8

/** Whether the status is the payment's result. An unknown status or an earlier rejection is not. */
const isFinalStatus = ({ isAgain, outcome }: BegunPayment, status: unknown): boolean => {
  const known = toKnownStatus(status)
  if (known === 'unknown' || known === 'need_pay') return false
  return !(known === 'payment_rejected' && isAgain && outcome !== 'fail')
}

/**
 * Whether the bank's page may be opened again without a double payment. After a reported success only when the platform
 * has denied it for the whole polling time; silence or denied access don't count.
 */
export const canReopenBankPage = ({ phase, outcome, hasAnswer }: BegunPayment): boolean =>
  outcome === 'ok' ? phase === 'gaveUp' && hasAnswer : phase !== 'confirming' || hasAnswer

/** A payment with its start in server time; together they identify it. */
interface StoredPayment {
  at: number
  payment: BegunPayment
}

const formatRecord = ({ at, payment }: StoredPayment): string =>
  [payment.attemptId, at, payment.outcome, payment.isAgain && 'again'].filter(Boolean).join(' ')

/** One per attempt, across pages, reloads and logouts. `localStorage` is the source of truth. */
export const createPaymentStore = (deps: { serverClock: Pick<ServerClock, 'now'>; storage: AppStorage }) => {
  let lastText: string | null = null
  let stored = new Map<number, StoredPayment>()
  const listeners = createListeners()
  /** The state in which the platform is polled. */
  const confirming = () =>
    ({ phase: 'confirming', hasAnswer: false, deadline: clock.elapsed() + POLL_FOR_MS }) as const

  /** Parses a record. For a payment of this tab, the fields in memory are kept. */
  const parseRecord = (record: string): StoredPayment | null => {
    const [id = '', begunAt = '', ...flags] = record.split(' ')
    const at = Number(begunAt)
    const parsed: Pick<BegunPayment, 'outcome' | 'isAgain'> = {
      outcome: flags.includes('ok') ? 'ok' : flags.includes('fail') ? 'fail' : null,
      isAgain: flags.includes('again'),
    }
    const own = stored.get(Number(id))
    if (own?.at === at) {
      const isSame = own.payment.outcome === parsed.outcome && own.payment.isAgain === parsed.isAgain
      return isSame ? own : { at, payment: { ...own.payment, ...parsed } }
    }
    if (Math.abs(deps.serverClock.now() - at) >= RESTORE_WITHIN_MS) return null
    return { at, payment: { attemptId: Number(id), ...confirming(), ...parsed } }
  }

  const current = (): Map<number, StoredPayment> => {
    const text = deps.storage.get('flagship.payment')
    if (text === lastText) return stored
    const found = (text?.split(', ') ?? []).map(parseRecord).filter(one => one !== null)
    lastText = text
    stored = new Map(found.map(one => [one.payment.attemptId, one]))
    return stored
  }

  /** The payment of an attempt; identical until it changes. */
  const get = (attemptId: number): BegunPayment | null => current().get(attemptId)?.payment ?? null

  const write = () => {
    stored = new Map([...stored].sort(([, a], [, b]) => a.at - b.at).slice(-MAX_PAYMENTS))
    lastText = stored.size > 0 ? [...stored.values()].map(formatRecord).join(', ') : null
    if (lastText === null) deps.storage.remove('flagship.payment')
    else deps.storage.set('flagship.payment', lastText)
    listeners.emit()
  }

  const change = (attemptId: number, part: Partial<BegunPayment>) => {
    const own = current().get(attemptId)
    if (!own) return
    stored.set(attemptId, { at: own.at, payment: { ...own.payment, ...part } })
    write()
  }

  return {
    get,
    subscribe: listeners.subscribe,
    /** The bank's page opens. */
    begin(attemptId: number, isAgain: boolean): void {
      const unknown = { phase: 'atBank', outcome: null, hasAnswer: false, deadline: 0 } as const
      const at = Math.round(deps.serverClock.now())
      current().set(attemptId, { at, payment: { attemptId, isAgain, ...unknown } })
      write()
    },
    /** The bank's page was closed or reported its result: start polling. */
    startPolling(attemptId: number, outcome?: OrderOutcome): void {
      change(attemptId, { ...confirming(), ...(outcome && { outcome }) })
    },
    /** Ends polling; ignored if a new payment was started meanwhile. */
    stopPolling(attemptId: number, why: 'refused' | 'gaveUp'): void {
      if (get(attemptId)?.phase === 'confirming') change(attemptId, { phase: why })
    },
    /** Ends the payment if the status is its result, and returns whether it did. */
    finishIfFinal(attemptId: number, status: unknown): boolean {
      const payment = get(attemptId)
      if (!payment || !isFinalStatus(payment, status)) return false
      stored.delete(attemptId)
      write()
      return true
    },
    /** The platform has answered and the payment is still pending; resumes polling after denied access. */
    recordStatus(attemptId: number, status: unknown): void {
      const payment = get(attemptId)
      if (!payment) return
      // The new payment has reopened the attempt, so a later rejection is about it.
      const isAgain = payment.isAgain && status !== 'need_pay'
      const isBack = payment.phase === 'refused'
      if (payment.hasAnswer && isAgain === payment.isAgain && !isBack) return
      change(attemptId, { isAgain, hasAnswer: true, ...(isBack && { phase: 'confirming' }) })
    },
  }
}

export const payments = createPaymentStore({ serverClock, storage })
