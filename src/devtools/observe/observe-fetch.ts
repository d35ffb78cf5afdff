import type { Exchange, HeaderList } from '../../../scripts/lib/validator/exchange'
import type { Outcome } from './observed-exchanges'
import { MAX_BYTES, readLimited } from './read-limited'
import { toApiUrl } from './to-api-url'

/** Called when a request is sent, without its body; the returned function is called when it has ended. */
export type OnRequest = (sent: Exchange) => (ended: Exchange, outcome: Ended) => void
type Ended = Exclude<Outcome, 'pending'>

/** Wraps `fetch` to observe API calls; the page gets the original promise. Returns a function that restores it. */
export const observeFetch = (scope: Pick<Window, 'fetch'>, onRequest: OnRequest): (() => void) => {
  const send = scope.fetch
  const observing: typeof fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!toApiUrl(url)) return send.call(scope, input, init)
    const request = input instanceof Request && !init ? input : new Request(input, init)
    const sent = copySent(request)
    const begun = performance.now()
    const end = onRequest({
      request: toExchangeRequest(request, undefined),
      response: null,
      isSanitized: true,
    })
    const answer = send.call(scope, request)
    const report = async (response: Exchange['response'], error?: unknown) => {
      const body = await sent.catch(() => undefined)
      const milliseconds = Math.round(performance.now() - begun)
      const seen: Exchange = {
        request: toExchangeRequest(request, body),
        response,
        milliseconds,
        isSanitized: true,
      }
      // A complete response counts as answered, even if the page has aborted meanwhile.
      end(seen, response?.body ? 'answered' : getOutcome(request.signal, response, error))
    }
    // Errors of the observer must not affect the page.
    answer
      .then(readAnswer)
      .then(report, (error: unknown) => report(null, error))
      .catch(() => undefined)
    return answer
  }
  scope.fetch = observing
  return () => {
    if (scope.fetch === observing) scope.fetch = send
  }
}

const getOutcome = (
  { aborted, reason }: AbortSignal,
  response: Exchange['response'],
  error: unknown,
): Ended => {
  const cause: unknown = aborted ? reason : error
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'tooSlow'
  if (aborted) return 'givenUp'
  return response ? 'answered' : 'broken'
}

/** The request as the page sees it, without cookies and headers that the browser adds. */
const toExchangeRequest = (
  { method, url, headers }: Request,
  body: Uint8Array | undefined,
): Exchange['request'] => ({
  method: method.toUpperCase(),
  url,
  headers: pairs(headers),
  ...(body && body.length > 0 && { body }),
})

/** Clones the body before it is sent, when it can still be read. Skips forms, which may contain files. */
const copySent = async (request: Request): Promise<Uint8Array | undefined> => {
  if (request.body === null || !/json|text/.test(request.headers.get('content-type') ?? '')) return undefined
  const { body } = request.clone()
  return body ? readLimited(body) : undefined
}

const readAnswer = async (response: Response): Promise<Exchange['response']> => {
  const { status, headers } = response
  const seen = { status, headers: pairs(headers) }
  if (Number(headers.get('content-length') ?? 0) > MAX_BYTES) return seen
  const { body } = response.clone()
  const bytes = body ? await readLimited(body) : new Uint8Array()
  return { ...seen, ...(bytes && { body: bytes }) }
}

const pairs = (headers: Headers): HeaderList => [...headers]
