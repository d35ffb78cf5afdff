import type { HeaderList } from '../../../scripts/lib/judge/exchange'
import { apiAddress } from './api-address'
import type { Tell } from './observe-fetch'
import { mostBytes } from './read-limited'

type Asked = { method: string; url: string; headers: [string, string][]; begun: number }

const ends = [
  ['load', 'answered'],
  ['error', 'broken'],
  ['abort', 'givenUp'],
  ['timeout', 'tooSlow'],
] as const

/**
 * Uploads go by `XMLHttpRequest` (`src/api/upload.ts`): looks at its calls below /api as `observeFetch` looks at the
 * others. What is uploaded is not kept. Returns what ends it.
 */
export const observeUploads = (
  scope: { XMLHttpRequest: typeof XMLHttpRequest },
  tell: Tell,
): (() => void) => {
  const { prototype } = scope.XMLHttpRequest
  const { open, send, setRequestHeader } = prototype
  const asked = new WeakMap<XMLHttpRequest, Asked>()
  prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
    const address = apiAddress(String(url))
    if (address) asked.set(this, { method: method.toUpperCase(), url: address, headers: [], begun: 0 })
    Reflect.apply(open, this, [method, url, ...rest])
  }
  prototype.setRequestHeader = function (name, value) {
    asked.get(this)?.headers.push([name.toLowerCase(), value])
    setRequestHeader.call(this, name, value)
  }
  prototype.send = function (body) {
    const call = asked.get(this)
    if (call) {
      call.begun = performance.now()
      const end = tell({ ...exchangeOf(this, call), response: null })
      for (const [type, outcome] of ends)
        this.addEventListener(type, () => end(exchangeOf(this, call), outcome))
    }
    send.call(this, body)
  }
  return () => Object.assign(prototype, { open, send, setRequestHeader })
}

const exchangeOf = (call: XMLHttpRequest, { method, url, headers, begun }: Asked): Parameters<Tell>[0] => {
  const milliseconds = Math.round(performance.now() - begun)
  const { status } = call
  const body = bodyOf(call)
  const response = { status, headers: headersOf(call), ...(body && { body }) }
  return {
    request: { method, url, headers },
    response: status === 0 ? null : response,
    milliseconds,
    isSanitized: true,
  }
}

const bodyOf = ({ responseType, response }: XMLHttpRequest): Uint8Array | undefined => {
  if (responseType !== 'arraybuffer') return undefined
  const size = response instanceof ArrayBuffer ? response.byteLength : 0
  return size > mostBytes ? undefined : new Uint8Array(size > 0 ? response : [])
}

const headersOf = (call: XMLHttpRequest): HeaderList =>
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
