import { type Clock, clock } from '../lib/clock'
import type { OrderOutcome } from '../lib/order-message'
import { type ServerClock, serverClock } from '../lib/server-clock'
import { type AppStorage, storage } from '../lib/storage'
import { knownStatus } from './attempt-rules'

/** A payment that was begun on this device: the bank's page was opened, and nobody knows yet what came of it. */
export interface BegunPayment {
  attemptId: number
  /**
   * `atBank`: the page is open. `confirming`: the platform is asked by itself. It is not any more when it has refused to
   * say (`refused`) or its time is over (`gaveUp`).
   */
  phase: 'atBank' | 'confirming' | 'refused' | 'gaveUp'
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

/** So many payments are remembered; nobody pays for more exams at once. */
const most = 8

/** Whether the status says what became of the payment. One that is not known says nothing, nor a rejection from before. */
const isOutcome = ({ isAgain, outcome }: BegunPayment, status: unknown): boolean => {
  const known = knownStatus(status)
  if (known === 'unknown' || known === 'need_pay') return false
  return !(known === 'payment_rejected' && isAgain && outcome !== 'fail')
}

/**
 * Whether the bank's page may be opened again (no double payment). Once it has said that the money is on its way, only
 * after the platform has denied it all the time long: its silence or its refusal to say denies nothing.
 */
export const mayReturn = ({ phase, outcome, hasAnswer }: BegunPayment): boolean =>
  outcome === 'ok' ? phase === 'gaveUp' && hasAnswer : phase !== 'confirming' || hasAnswer

interface StoreDeps {
  clock: Clock
  serverClock: Pick<ServerClock, 'now'>
  storage: AppStorage
}

/** A payment and when it was begun, in milliseconds by the server: both together tell it from every other. */
interface Kept {
  at: number
  payment: BegunPayment
}

const recordOf = ({ at, payment }: Kept): string =>
  [payment.attemptId, at, payment.outcome, payment.isAgain && 'again'].filter(Boolean).join(' ')

/**
 * Keeps the payments that are under way, one for each attempt, over pages, reloads and logouts, for the person who began
 * them. Local storage is the truth (registry, `flagship.payment`), so whatever empties it ends them here; what it does not
 * hold lives as long as the tab.
 */
export const createPaymentStore = (deps: StoreDeps) => {
  let seen: string | null = null
  let kept = new Map<number, Kept>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const later = (milliseconds: number) => deps.clock.elapsed() + milliseconds

  /** What a record tells. Of a payment that this tab has begun or taken up itself, it knows best how far that went. */
  const recall = (record: string): Kept | null => {
    const [id = '', begunAt = '', ...words] = record.split(' ')
    const at = Number(begunAt)
    const told: Pick<BegunPayment, 'outcome' | 'isAgain'> = {
      outcome: words.includes('ok') ? 'ok' : words.includes('fail') ? 'fail' : null,
      isAgain: words.includes('again'),
    }
    const own = kept.get(Number(id))
    if (own?.at === at) {
      const isSame = own.payment.outcome === told.outcome && own.payment.isAgain === told.isAgain
      return isSame ? own : { at, payment: { ...own.payment, ...told } }
    }
    if (Math.abs(deps.serverClock.now() - at) >= memory) return null
    const unknown = { phase: 'confirming', hasAnswer: false, until: later(patience) } as const
    return { at, payment: { attemptId: Number(id), ...unknown, ...told } }
  }

  const current = (): Map<number, Kept> => {
    const text = deps.storage.get('flagship.payment')
    if (text === seen) return kept
    const found = (text?.split(', ') ?? []).map(recall).filter(one => one !== null)
    seen = text
    kept = new Map(found.map(one => [one.payment.attemptId, one]))
    return kept
  }

  /** The payment of an attempt; the same object until something changes. */
  const of = (attemptId: number): BegunPayment | null => current().get(attemptId)?.payment ?? null

  const write = () => {
    kept = new Map([...kept].sort(([, a], [, b]) => a.at - b.at).slice(-most))
    seen = kept.size > 0 ? [...kept.values()].map(recordOf).join(', ') : null
    if (seen === null) deps.storage.remove('flagship.payment')
    else deps.storage.set('flagship.payment', seen)
    tell()
  }

  const change = (attemptId: number, part: Partial<BegunPayment>) => {
    const own = current().get(attemptId)
    if (!own) return
    kept.set(attemptId, { at: own.at, payment: { ...own.payment, ...part } })
    write()
  }

  return {
    of,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The bank's page opens. */
    begin(attemptId: number, isAgain: boolean): void {
      const at = Math.round(deps.serverClock.now())
      const payment = {
        attemptId,
        phase: 'atBank',
        outcome: null,
        isAgain,
        hasAnswer: false,
        until: 0,
      } as const
      current().set(attemptId, { at, payment })
      write()
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
    /** The platform is not asked by itself any more; says nothing of a payment that was begun anew meanwhile. */
    giveUp(attemptId: number, why: 'refused' | 'gaveUp'): void {
      if (of(attemptId)?.phase === 'confirming') change(attemptId, { phase: why })
    },
    /** A status that is the outcome of the payment ends it. True when it has. */
    settle(attemptId: number, status: unknown): boolean {
      const payment = of(attemptId)
      if (!payment || !isOutcome(payment, status)) return false
      kept.delete(attemptId)
      write()
      return true
    },
    /** The platform has answered, and the payment goes on; where it had refused to, it is asked again. */
    hear(attemptId: number, status: unknown): void {
      const payment = of(attemptId)
      if (!payment) return
      // Once the new payment has reopened the attempt, another rejection is about that one.
      const isAgain = payment.isAgain && status !== 'need_pay'
      const isBack = payment.phase === 'refused'
      if (payment.hasAnswer && isAgain === payment.isAgain && !isBack) return
      change(attemptId, { isAgain, hasAnswer: true, ...(isBack && { phase: 'confirming' }) })
    },
  }
}

/** The application's one. */
export const payments = createPaymentStore({ clock, serverClock, storage })
