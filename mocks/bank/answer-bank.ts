import { examOf } from '../platform/attempt-status'
import type { ExamSeed, GroupSeed } from '../platform/data/types'
import type { Db } from '../platform/db'
import { type PaymentState, paymentStateOf, placeOrder, rejectionOf } from '../platform/payments'
import type { AttemptRow } from '../platform/rows'

/** A call of the bank's own page: `GET` shows an order, `POST` with `{ choice, return }` decides about it. */
export interface BankRequest {
  method: string
  /** As the address has it. */
  attempt: string
  /** Where the page is to send its frame afterwards: an http(s) origin and nothing more. */
  returnTo: unknown
  /** `pay`, `decline`, or `leave` without an order. */
  choice?: unknown
}

export interface BankAnswer {
  status: number
  body: { detail: string; state?: PaymentState } | { location: string } | ShownOrder
}

/** What the bank's page shows. `amount` in minor units; without it there is no price. */
interface ShownOrder {
  attempt: number
  exam: string
  amount?: number
  currency?: string
  state: PaymentState
  /** Why the bank has rejected the last payment. */
  reason?: string
}

interface Bill {
  row: AttemptRow
  group: GroupSeed
  exam: ExamSeed
}

/** The bank's rules. It knows nobody: whoever has the address of an order may pay it, as with a real bank. */
export function answerBank(request: BankRequest, db: Db): BankAnswer {
  const { method, choice } = request
  if (method !== 'GET' && method !== 'POST') return refusal(405, 'method not allowed')
  const bill = billOf(request.attempt, db)
  if (!bill) return refusal(404, 'order not found')
  const origin = originOf(request.returnTo)
  if (origin === null) return refusal(400, 'return address not allowed')
  if (method === 'GET') return { status: 200, body: show(bill, db) }
  const state = paymentStateOf(db, bill.row, bill.exam)
  if (choice === 'leave') {
    const isAccepted = state === 'processing' || state === 'paid'
    return { status: 200, body: { location: `${origin}/order/${isAccepted ? 'ok' : 'fail'}` } }
  }
  if (choice !== 'pay' && choice !== 'decline') return refusal(400, 'choice not known')
  if (state !== 'open') return { status: 409, body: { detail: 'nothing to pay', state } }
  placeOrder(db, bill.row, choice)
  return { status: 200, body: { location: `${origin}/order/${choice === 'pay' ? 'ok' : 'fail'}` } }
}

function billOf(attempt: string, db: Db): Bill | undefined {
  const row = /^\d{1,15}$/.test(attempt) ? db.tables.attempts.get(Number(attempt)) : undefined
  const group = row && db.content.groups.get(row.group_id)
  return row && group && { row, group, exam: examOf(group) }
}

function show({ row, group, exam }: Bill, db: Db): ShownOrder {
  const state = paymentStateOf(db, row, exam)
  const reason = state === 'open' ? rejectionOf(db, row) : undefined
  return {
    attempt: row.id,
    exam: group.name,
    ...(exam.price !== undefined && exam.currency && { amount: exam.price, currency: exam.currency }),
    state,
    ...(reason !== undefined && { reason }),
  }
}

/** Only what is an http(s) origin to the letter: no path, no name, no script. */
function originOf(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  return origin === text && (protocol === 'https:' || protocol === 'http:') ? origin : null
}

function refusal(status: number, detail: string): BankAnswer {
  return { status, body: { detail } }
}
