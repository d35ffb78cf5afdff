import type { Db } from '../platform/db'
import { answerBank } from './answer-bank'

const ordersPath = '/mock-bank/orders/'

/** Answers a call of the bank's page below `/mock-bank/orders/`; undefined for any other address. */
export async function answerOrders(request: Request, db: Db): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.startsWith(ordersPath)) return undefined
  const { method } = request
  const attempt = pathname.slice(ordersPath.length)
  const sent: unknown = method === 'POST' ? await request.json().catch(() => null) : null
  const { choice, return: back }: { choice?: unknown; return?: unknown } = Object(sent)
  const returnTo = method === 'GET' ? searchParams.get('return') : back
  const answer = answerBank({ method, attempt, returnTo, choice }, db)
  return Response.json(answer.body, { status: answer.status, headers: { 'cache-control': 'no-store' } })
}
