import type { Contract } from '../../scripts/lib/load-contract'
import { type FindCall, makeFindCall } from './find-call'
import type { Answered, Call, Drift, Mutant } from './mutant'

/** A server: the stand-alone one, or the same with a drift. */
export type Server = (request: Request) => Promise<Response>

export type DriftOptions = {
  readonly contract: Contract
  /** Hears each time that the drift changes a question or an answer. */
  readonly onHit?: () => void
}

/** The server as it would be with the drift; each call begins the drift anew. */
export function driftedServer(mutant: Mutant, server: Server, { contract, onHit }: DriftOptions): Server {
  const find = finderOf(contract)
  const drift = mutant.begin()
  const hit = onHit ?? (() => {})
  return async request => {
    const url = new URL(request.url)
    const found = find(request.method, url)
    if (mutant.operationId !== undefined && found?.operation.operationId !== mutant.operationId) {
      return server(request)
    }
    return toResponse(await answerDrifted(await readRequest(request, url, found), drift, server, hit))
  }
}

async function answerDrifted(call: Call, drift: Drift, server: Server, hit: () => void): Promise<Answered> {
  const changed = await drift.before?.(call)
  if (changed) hit()
  if (changed && 'status' in changed) return changed
  const asked = changed ?? call
  if (drift.delay !== undefined) {
    hit()
    await new Promise(resolve => setTimeout(resolve, drift.delay))
  }
  const answer = await readResponse(await server(toRequest(asked)))
  const altered = drift.alter?.(answer, call)
  if (altered) hit()
  return altered ?? answer
}

const finders = new WeakMap<Contract, FindCall>()

function finderOf(contract: Contract): FindCall {
  const known = finders.get(contract) ?? makeFindCall(contract)
  finders.set(contract, known)
  return known
}

async function readRequest(request: Request, url: URL, found: ReturnType<FindCall>): Promise<Call> {
  const body = new Uint8Array(await request.arrayBuffer())
  const { method, headers } = request
  return { params: {}, ...found, method, url, headers, body }
}

function toRequest({ method, url, headers, body }: Call): Request {
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, ...(hasBody && { body: body as Uint8Array<ArrayBuffer> }) })
}

async function readResponse(response: Response): Promise<Answered> {
  const body = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, body }
}

function toResponse({ status, headers, body }: Answered): Response {
  if (status === 0) return Response.error()
  const isBodyless = status === 204 || status === 205 || status === 304 || body.length === 0
  return new Response(isBodyless ? null : (body as Uint8Array<ArrayBuffer>), { status, headers })
}
