import type { Contract } from '../../contract/read-contract'
import { findOperation } from '../../contract/validator/find-operation'
import type { BufferedResponse, Call, Drift, Mutant } from './mutant'

/** The mock server's request handler, or the same with a mutant. */
export type Server = (request: Request) => Promise<Response>

export type DriftOptions = {
  readonly contract: Contract
  /** Called each time the mutant changes a request or a response. */
  readonly onHit?: () => void
}

/** Each call starts with new mutant state. */
export function driftedServer(
  mutant: Pick<Mutant, 'operationId' | 'begin'>,
  server: Server,
  { contract, onHit: hit = () => {} }: DriftOptions,
): Server {
  const drift = mutant.begin()
  return async request => {
    const found = findOperation(contract, request.method, request.url)
    const { operation, params } = found.kind === 'found' ? found : { params: {} }
    if (mutant.operationId !== undefined && operation?.operationId !== mutant.operationId) {
      return server(request)
    }
    const { method, url, headers } = request
    const body = new Uint8Array(await request.arrayBuffer())
    const call = { ...(operation && { operation }), params, method, url: new URL(url), headers, body }
    return toResponse(await respondDrifted(call, drift, server, hit))
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
