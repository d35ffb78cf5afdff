import { requireExam } from '../platform/attempts'
import type { ExamSeed, GroupSeed } from '../platform/data/types'
import type { Db } from '../platform/db'
import { getPaymentState, getRejectionReason, type PaymentState, placeOrder } from '../platform/payments'
import type { AttemptRow } from '../platform/rows'

/** A request of the bank's page: `GET` reads an order, `POST` with `{ choice, return }` pays or declines it. */
export interface OrderRequest {
  method: string
  /** The id of the attempt, as it stands in the URL. */
  attempt: string
  /** Where the iframe goes afterwards: an http(s) origin and nothing else. */
  returnTo: unknown
  /** `pay`, `decline`, or `leave` (no order). */
  choice?: unknown
}

export interface BankResponse {
  status: number
  body: { detail: string; state?: PaymentState } | { location: string } | OrderView
}

/** `amount` is in minor units; absent when the exam has no price. */
interface OrderView {
  attempt: number
  exam: string
  amount?: number
  currency?: string
  state: PaymentState
  /** Why the bank rejected the last payment. */
  reason?: string
}

interface OrderContext {
  row: AttemptRow
  group: GroupSeed
  exam: ExamSeed
}

/** Like a real bank it has no users: anyone with the URL of an order may pay it. */
export function handleOrder(request: OrderRequest, db: Db): BankResponse {
  const { method, choice } = request
  if (method !== 'GET' && method !== 'POST') return errorResponse(405, 'method not allowed')
  const bill = findOrder(request.attempt, db)
  if (!bill) return errorResponse(404, 'order not found')
  const origin = parseOrigin(request.returnTo)
  if (origin === null) return errorResponse(400, 'return address not allowed')
  if (method === 'GET') return { status: 200, body: toOrderView(bill, db) }
  const state = getPaymentState(db, bill.row, bill.exam)
  if (choice === 'leave') {
    const isAccepted = state === 'processing' || state === 'paid'
    return { status: 200, body: { location: `${origin}/order/${isAccepted ? 'ok' : 'fail'}` } }
  }
  if (choice !== 'pay' && choice !== 'decline') return errorResponse(400, 'choice not known')
  if (state !== 'open') return { status: 409, body: { detail: 'nothing to pay', state } }
  placeOrder(db, bill.row, choice)
  return { status: 200, body: { location: `${origin}/order/${choice === 'pay' ? 'ok' : 'fail'}` } }
}

function findOrder(attempt: string, db: Db): OrderContext | undefined {
  const row = /^\d{1,15}$/.test(attempt) ? db.tables.attempts.get(Number(attempt)) : undefined
  const group = row && db.content.groups.get(row.group_id)
  return row && group && { row, group, exam: requireExam(group) }
}

function toOrderView({ row, group, exam }: OrderContext, db: Db): OrderView {
  const state = getPaymentState(db, row, exam)
  const reason = state === 'open' ? getRejectionReason(db, row) : undefined
  return {
    attempt: row.id,
    exam: group.name,
    ...(exam.price !== undefined && exam.currency && { amount: exam.price, currency: exam.currency }),
    state,
    ...(reason !== undefined && { reason }),
  }
}

/** Accepts exactly an http(s) origin: no path, user name or other scheme. */
function parseOrigin(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  return origin === text && (protocol === 'https:' || protocol === 'http:') ? origin : null
}

function errorResponse(status: number, detail: string): BankResponse {
  return { status, body: { detail } }
}

const ORDERS_PATH = '/mock-bank/orders/'

/** Handles requests below `/mock-bank/orders/`; undefined for any other path. */
export async function handleOrderRequest(request: Request, db: Db): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.startsWith(ORDERS_PATH)) return undefined
  const { method } = request
  const attempt = pathname.slice(ORDERS_PATH.length)
  const sent: unknown = method === 'POST' ? await request.json().catch(() => null) : null
  const { choice, return: back }: { choice?: unknown; return?: unknown } = Object(sent)
  const returnTo = method === 'GET' ? searchParams.get('return') : back
  const response = handleOrder({ method, attempt, returnTo, choice }, db)
  return Response.json(response.body, { status: response.status, headers: { 'cache-control': 'no-store' } })
}
