import type { HeaderList } from '../../../scripts/lib/validator/exchange'
import type { OnRequest } from './observe-fetch'
import { MAX_BYTES } from './read-limited'
import { toApiUrl } from './to-api-url'

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
