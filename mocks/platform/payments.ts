import type { ExamSeed } from './data/types'
import type { Db } from './db'
import type { AttemptRow, OrderRow } from './rows'

/** The simulated bank: orders that pay for attempts, and what the bank's own page may do about one. */

/** How long the bank thinks about an order. */
const settlesAfterSeconds = 20

const reasons = {
  noMoney: 'Банк отклонил операцию: недостаточно средств',
  notConfirmed: 'Банк отклонил операцию: платёж не подтверждён держателем карты',
} as const

/** What a person chooses on the bank's page and the bank takes as an order. */
export type PaymentChoice = 'pay' | 'decline'

/**
 * Open: may be paid, also again after a rejection. Processing: an order has not settled. Paid: one has been paid.
 * Closed: there is nothing to pay, because the exam has no price or the candidate was admitted without payment.
 */
export type PaymentState = 'open' | 'processing' | 'paid' | 'closed'

export function lastOrder({ orders }: AttemptRow): OrderRow | undefined {
  return orders?.at(-1)
}

function isSettled(db: Db, { settles_at }: OrderRow): boolean {
  return db.now() >= settles_at
}

/** What the bank knows of an attempt. It knows at once what the platform learns by a payment check only. */
export function paymentStateOf(db: Db, row: AttemptRow, exam: ExamSeed): PaymentState {
  const order = lastOrder(row)
  if (order?.outcome === 'payed' && isSettled(db, order)) return 'paid'
  if (exam.price === undefined || row.has_admission || row.started_at !== undefined) return 'closed'
  return order && !isSettled(db, order) ? 'processing' : 'open'
}

/** Why the bank has rejected the newest order; undefined where it has not. */
export function rejectionOf(db: Db, row: AttemptRow): string | undefined {
  const order = lastOrder(row)
  return order && isSettled(db, order) ? order.reason : undefined
}

/**
 * Makes an order; only for an attempt whose payment is open. A bank that refuses everything accepts the order all
 * the same and rejects it when it settles, so that the page's word is never the last one.
 */
export function placeOrder(db: Db, row: AttemptRow, choice: PaymentChoice): AttemptRow {
  const settles_at = db.now() + settlesAfterSeconds * 1000
  const reason = reasonFor(db, choice)
  const order: OrderRow = {
    settles_at,
    outcome: reason === undefined ? 'payed' : 'rejected',
    ...(reason !== undefined && { reason }),
  }
  return db.tables.attempts.patch(row.id, { orders: [...(row.orders ?? []), order] })
}

function reasonFor(db: Db, choice: PaymentChoice): string | undefined {
  if (choice === 'decline') return reasons.notConfirmed
  return db.settings.doesBankRefuse ? reasons.noMoney : undefined
}

/** What the platform knows of an order's outcome; undefined until a check or the bank's own word has told it. */
export function knownOutcome(db: Db, order: OrderRow | undefined): OrderRow['outcome'] | undefined {
  const isKnown = order?.is_checked || (order?.is_told && isSettled(db, order))
  return isKnown ? order?.outcome : undefined
}

/** Lets the platform learn what became of the newest order. Gives the row as it is then. */
export function learnOutcome(db: Db, row: AttemptRow): AttemptRow {
  const order = lastOrder(row)
  if (!order || order.is_checked || !isSettled(db, order)) return row
  const orders = [...(row.orders ?? []).slice(0, -1), { ...order, is_checked: true } as const]
  return db.tables.attempts.patch(row.id, { orders })
}

/** An order that the bank rejected at that moment for want of money; nobody has checked it yet. */
export function rejectedOrder(settles_at: number): OrderRow {
  return { settles_at, outcome: 'rejected', reason: reasons.noMoney }
}
