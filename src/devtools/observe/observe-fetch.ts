import type { Exchange, HeaderList } from '../../../scripts/lib/judge/exchange'
import { apiAddress } from './api-address'
import { mostBytes, readLimited } from './read-limited'

export type Tell = (exchange: Exchange) => void

/**
 * Stands in for the page's `fetch` and tells of every call below /api. The page gets the very promise that it would get
 * without: nothing is awaited before. A call that the page itself gives up is not told of. Returns what ends it.
 */
export const observeFetch = (scope: Pick<Window, 'fetch'>, tell: Tell): (() => void) => {
  const send = scope.fetch
  const observing: typeof fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!apiAddress(url)) return send.call(scope, input, init)
    const request = input instanceof Request && !init ? input : new Request(input, init)
    const sent = copySent(request)
    const begun = performance.now()
    const answer = send.call(scope, request)
    const tellOf = async (response: Exchange['response']) => {
      const body = await sent
      const milliseconds = Math.round(performance.now() - begun)
      if (request.signal.aborted) return
      tell({ request: askedIn(request, body), response, milliseconds, isSanitized: true })
    }
    // Whatever goes wrong in looking is nothing to the page.
    answer
      .then(readAnswer, () => null)
      .then(tellOf)
      .catch(() => undefined)
    return answer
  }
  scope.fetch = observing
  return () => {
    if (scope.fetch === observing) scope.fetch = send
  }
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
