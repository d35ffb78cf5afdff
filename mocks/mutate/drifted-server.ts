import type { Contract } from '../../scripts/lib/load-contract'
import { type CallFinder, createCallFinder } from './find-call'
import type { BufferedResponse, Call, Drift, Mutant } from './mutant'

/** The mock server's request handler, or the same with a mutant. */
export type Server = (request: Request) => Promise<Response>

export type DriftOptions = {
  readonly contract: Contract
  /** Called each time the mutant changes a request or a response. */
  readonly onHit?: () => void
}

/** Each call starts with new mutant state. */
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
    return toResponse(await respondDrifted(await readRequest(request, url, found), drift, server, hit))
  }
}

async function respondDrifted(
  call: Call,
  drift: Drift,
  server: Server,
  hit: () => void,
): Promise<BufferedResponse> {
  const changed = await drift.before?.(call)
  if (changed) hit()
  if (changed && 'status' in changed) return changed
  const changedCall = changed ?? call
  if (drift.delay !== undefined) {
    hit()
    await new Promise(resolve => setTimeout(resolve, drift.delay))
  }
  const response = await readResponse(await server(toRequest(changedCall)))
  const altered = drift.after?.(response, call)
  if (altered) hit()
  return altered ?? response
}

const finders = new WeakMap<Contract, CallFinder>()

function finderOf(contract: Contract): CallFinder {
  const known = finders.get(contract) ?? createCallFinder(contract)
  finders.set(contract, known)
  return known
}

async function readRequest(request: Request, url: URL, found: ReturnType<CallFinder>): Promise<Call> {
  const body = new Uint8Array(await request.arrayBuffer())
  const { method, headers } = request
  return { params: {}, ...found, method, url, headers, body }
}

function toRequest({ method, url, headers, body }: Call): Request {
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, ...(hasBody && { body: body as Uint8Array<ArrayBuffer> }) })
}

async function readResponse(response: Response): Promise<BufferedResponse> {
  const body = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, body }
}

function toResponse({ status, headers, body }: BufferedResponse): Response {
  if (status === 0) return Response.error()
  const isBodyless = status === 204 || status === 205 || status === 304 || body.length === 0
  return new Response(isBodyless ? null : (body as Uint8Array<ArrayBuffer>), { status, headers })
}
