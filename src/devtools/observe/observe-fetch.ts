import type { Exchange, HeaderList } from '../../../scripts/lib/judge/exchange'
import { apiAddress } from './api-address'
import type { Outcome } from './observed-exchanges'
import { mostBytes, readLimited } from './read-limited'

/** Is told of a call when it is sent, without its body, and by what it returns of its end. */
export type Tell = (sent: Exchange) => (ended: Exchange, outcome: Ended) => void
type Ended = Exclude<Outcome, 'pending'>

/**
 * Stands in for the page's `fetch` and tells of every call below /api. The page gets the very promise that it would get
 * without: nothing is awaited before. Returns what ends it.
 */
export const observeFetch = (scope: Pick<Window, 'fetch'>, tell: Tell): (() => void) => {
  const send = scope.fetch
  const observing: typeof fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!apiAddress(url)) return send.call(scope, input, init)
    const request = input instanceof Request && !init ? input : new Request(input, init)
    const sent = copySent(request)
    const begun = performance.now()
    const end = tell({ request: askedIn(request, undefined), response: null, isSanitized: true })
    const answer = send.call(scope, request)
    const tellOf = async (response: Exchange['response'], error?: unknown) => {
      const body = await sent.catch(() => undefined)
      const milliseconds = Math.round(performance.now() - begun)
      const seen: Exchange = { request: askedIn(request, body), response, milliseconds, isSanitized: true }
      // An answer that had come whole stands, even if the page has gone on meanwhile.
      end(seen, response?.body ? 'answered' : outcomeOf(request.signal, response, error))
    }
    // Whatever goes wrong in looking is nothing to the page.
    answer
      .then(readAnswer)
      .then(tellOf, (error: unknown) => tellOf(null, error))
      .catch(() => undefined)
    return answer
  }
  scope.fetch = observing
  return () => {
    if (scope.fetch === observing) scope.fetch = send
  }
}

const outcomeOf = (
  { aborted, reason }: AbortSignal,
  response: Exchange['response'],
  error: unknown,
): Ended => {
  const cause: unknown = aborted ? reason : error
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'tooSlow'
  if (aborted) return 'givenUp'
  return response ? 'answered' : 'broken'
}

/** What a call of the page is, without what only the browser knows: cookies and the headers that it adds itself. */
const askedIn = ({ method, url, headers }: Request, body: Uint8Array | undefined): Exchange['request'] => ({
  method: method.toUpperCase(),
  url,
  headers: pairs(headers),
  ...(body && body.length > 0 && { body }),
})

/** The copy is made before the request is sent: afterwards there is nothing left to read. Forms may hold files. */
const copySent = async (request: Request): Promise<Uint8Array | undefined> => {
  if (request.body === null || !/json|text/.test(request.headers.get('content-type') ?? '')) return undefined
  const { body } = request.clone()
  return body ? readLimited(body) : undefined
}

const readAnswer = async (response: Response): Promise<Exchange['response']> => {
  const { status, headers } = response
  const seen = { status, headers: pairs(headers) }
  if (Number(headers.get('content-length') ?? 0) > mostBytes) return seen
  const { body } = response.clone()
  const bytes = body ? await readLimited(body) : new Uint8Array()
  return { ...seen, ...(bytes && { body: bytes }) }
}

const pairs = (headers: Headers): HeaderList => [...headers]
