import type { ExamSeed } from './data/types'
import type { Db } from './db'
import type { AttemptRow, OrderRow } from './rows'

/** How long the bank takes to settle an order. */
export const SETTLE_SECONDS = 20

const reasons = {
  noMoney: 'Банк отклонил операцию: недостаточно средств',
  notConfirmed: 'Банк отклонил операцию: платёж не подтверждён держателем карты',
} as const

/** The choice on the bank's page. */
export type PaymentChoice = 'pay' | 'decline'

/**
 * Open: can be paid, also again after a rejection. Processing: an order has not settled. Paid: an order succeeded.
 * Closed: nothing to pay, because the exam is free or the candidate was admitted.
 */
export type PaymentState = 'open' | 'processing' | 'paid' | 'closed'

export function lastOrder({ orders }: AttemptRow): OrderRow | undefined {
  return orders?.at(-1)
}

function isSettled(db: Db, { settles_at }: OrderRow): boolean {
  return db.now() >= settles_at
}

/** The bank's view of an attempt. The platform learns it only by a payment check or a webhook. */
export function getPaymentState(db: Db, row: AttemptRow, exam: ExamSeed): PaymentState {
  const order = lastOrder(row)
  if (order?.outcome === 'payed' && isSettled(db, order)) return 'paid'
  if (exam.price === undefined || row.has_admission || row.started_at !== undefined) return 'closed'
  return order && !isSettled(db, order) ? 'processing' : 'open'
}

/** Why the bank rejected the newest order; undefined if it didn't. */
export function getRejectionReason(db: Db, row: AttemptRow): string | undefined {
  const order = lastOrder(row)
  return order && isSettled(db, order) ? order.reason : undefined
}

/**
 * Creates an order; only for an open payment. A bank that rejects everything still accepts the order and rejects it
 * when it settles: the redirect back to the site is not final.
 */
export function placeOrder(db: Db, row: AttemptRow, choice: PaymentChoice): AttemptRow {
  const settles_at = db.now() + SETTLE_SECONDS * 1000
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
  return db.settings.isBankRejecting ? reasons.noMoney : undefined
}

/** The outcome as far as the platform knows it: after a payment check or a webhook. */
export function knownOutcome(db: Db, order: OrderRow | undefined): OrderRow['outcome'] | undefined {
  const isKnown = order?.is_checked || (order?.has_webhook && isSettled(db, order))
  return isKnown ? order?.outcome : undefined
}

/** Records the outcome of the newest order. Returns the updated row. */
export function recordOutcome(db: Db, row: AttemptRow): AttemptRow {
  const order = lastOrder(row)
  if (!order || order.is_checked || !isSettled(db, order)) return row
  const orders = [...(row.orders ?? []).slice(0, -1), { ...order, is_checked: true } as const]
  return db.tables.attempts.patch(row.id, { orders })
}

/** An order that was rejected at that time for insufficient funds, and not checked yet. */
export function rejectedOrder(settles_at: number): OrderRow {
  return { settles_at, outcome: 'rejected', reason: reasons.noMoney }
}
