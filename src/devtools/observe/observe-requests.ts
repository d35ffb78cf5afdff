import type { Exchange, HeaderList } from '../../../packages/contract/validator/exchange'
import type { Outcome } from './observed-exchanges'

/** The absolute URL of an API call, of any host; null for other URLs. */
export const toApiUrl = (url: string): string | null => {
  const base = globalThis.location?.href
  if (!URL.canParse(url, base)) return null
  const { href, pathname } = new URL(url, base)
  return pathname.startsWith('/api/') ? href : null
}

/** Larger bodies are not stored. */
export const MAX_BYTES = 5 * 1024 * 1024

/** Reads a body to its end; undefined if it is too large or incomplete. */
const readLimited = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> => {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > MAX_BYTES) {
        // The page's own branch of the tee is not affected.
        reader.cancel().catch(() => undefined)
        return undefined
      }
      chunks.push(value)
    }
  } catch {
    return undefined
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

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

type UploadRequest = { method: string; url: string; headers: [string, string][]; begun: number }

const ends = [
  ['load', 'answered'],
  ['error', 'broken'],
  ['abort', 'givenUp'],
  ['timeout', 'tooSlow'],
] as const

/**
 * Like `observeFetch` for `XMLHttpRequest`, which uploads use (`src/api/upload.ts`). Does not record what is uploaded. Returns a
 * function that restores the prototype.
 */
export const observeUploads = (
  scope: { XMLHttpRequest: typeof XMLHttpRequest },
  onRequest: OnRequest,
): (() => void) => {
  const { prototype } = scope.XMLHttpRequest
  const { open, send, setRequestHeader } = prototype
  const requests = new WeakMap<XMLHttpRequest, UploadRequest>()
  prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
    const address = toApiUrl(String(url))
    if (address) requests.set(this, { method: method.toUpperCase(), url: address, headers: [], begun: 0 })
    Reflect.apply(open, this, [method, url, ...rest])
  }
  prototype.setRequestHeader = function (name, value) {
    requests.get(this)?.headers.push([name.toLowerCase(), value])
    setRequestHeader.call(this, name, value)
  }
  prototype.send = function (body) {
    const call = requests.get(this)
    if (call) {
      call.begun = performance.now()
      const end = onRequest({ ...toExchange(this, call), response: null })
      for (const [type, outcome] of ends)
        this.addEventListener(type, () => end(toExchange(this, call), outcome))
    }
    send.call(this, body)
  }
  return () => Object.assign(prototype, { open, send, setRequestHeader })
}

const toExchange = (
  call: XMLHttpRequest,
  { method, url, headers, begun }: UploadRequest,
): Parameters<OnRequest>[0] => {
  const milliseconds = Math.round(performance.now() - begun)
  const { status } = call
  const body = getBody(call)
  const response = { status, headers: getHeaders(call), ...(body && { body }) }
  return {
    request: { method, url, headers },
    response: status === 0 ? null : response,
    milliseconds,
    isSanitized: true,
  }
}

const getBody = ({ responseType, response }: XMLHttpRequest): Uint8Array | undefined => {
  if (responseType !== 'arraybuffer') return undefined
  const size = response instanceof ArrayBuffer ? response.byteLength : 0
  return size > MAX_BYTES ? undefined : new Uint8Array(size > 0 ? response : [])
}

const getHeaders = (call: XMLHttpRequest): HeaderList =>
  call
    .getAllResponseHeaders()
    .trim()
    .split(/\r?\n/)
    .flatMap(line => {
      const colon = line.indexOf(':')
      return colon > 0
        ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
        : []
    })
