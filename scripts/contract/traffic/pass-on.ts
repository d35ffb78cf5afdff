import { type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Exchange, HeaderList } from '../../lib/judge/exchange'
import { usableCookie } from './usable-cookie'

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const own = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']
/** Larger bodies are passed on and not written down. */
const mostBytes = 16 * 1024 * 1024

/** Passes one call on as a stream, and tells what was asked and answered when both have gone through whole. */
export function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  tell: (exchange: Exchange) => void,
): void {
  const started = performance.now()
  const sent = new Copy()
  const asked = () => ({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', target).href,
    headers: pairs(request.rawHeaders),
    ...(sent.isEmpty() ? {} : sent.body()),
  })
  const tellAnswer = (answer: Exchange['response']) =>
    tell({ request: asked(), response: answer, milliseconds: Math.round(performance.now() - started) })
  const send = target.protocol === 'https:' ? sendHttps : sendHttp
  const upstream = send(target, {
    method: request.method,
    path: request.url,
    headers: headersFor(request, target),
    agent: false,
  })
  upstream.on('response', answer => {
    const received = new Copy()
    const { statusCode = 502, statusMessage } = answer
    const headers = pairs(answer.rawHeaders)
    const proxy = `http://${request.headers.host ?? ''}`
    response.writeHead(statusCode, statusMessage, headersBack(headers, target, proxy).flat())
    answer.on('data', (chunk: Buffer) => received.add(chunk))
    answer.on('end', () => tellAnswer({ status: statusCode, headers, ...decoded(received, headers) }))
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  upstream.on('error', () => {
    if (response.headersSent || response.destroyed) return
    tellAnswer(null)
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`${target.origin} does not answer.\n`)
  })
  response.on('close', () => upstream.destroy())
  request.on('data', (chunk: Buffer) => sent.add(chunk))
  request.pipe(upstream)
}

/** What went through, up to a limit. */
class Copy {
  private chunks: Buffer[] = []
  private size = 0

  add(chunk: Buffer): void {
    this.size += chunk.length
    if (this.size <= mostBytes) this.chunks.push(chunk)
    else this.chunks = []
  }

  isEmpty(): boolean {
    return this.size === 0
  }

  body(): { body?: Uint8Array } {
    return this.size > mostBytes ? {} : { body: new Uint8Array(Buffer.concat(this.chunks)) }
  }
}

function pairs(raw: readonly string[]): HeaderList {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] as const] : [],
  )
}

/** The caller's headers under the server's own name; bodies come unpacked, so that they can be written down. */
function headersFor(request: IncomingMessage, target: URL): string[] {
  const proxy = `http://${request.headers.host ?? ''}`
  const passed = pairs(request.rawHeaders).flatMap(([name, value]): string[] => {
    if (own.includes(name) || name === 'host' || name === 'accept-encoding') return []
    return [name, name === 'origin' || name === 'referer' ? value.replace(proxy, target.origin) : value]
  })
  return ['host', target.host, 'accept-encoding', 'identity', ...passed]
}

function headersBack(headers: HeaderList, target: URL, proxy: string): string[][] {
  return headers.flatMap(([name, value]) => {
    if (own.includes(name)) return []
    if (name === 'set-cookie') return [[name, usableCookie(value)]]
    const isAddress = name === 'location' || name === 'access-control-allow-origin'
    return [[name, isAddress ? value.replace(target.origin, proxy) : value]]
  })
}

const unpackers = new Map([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
])

/** The body after its content coding; not known where the coding is not. */
function decoded(copy: Copy, headers: HeaderList): { body?: Uint8Array } {
  const { body } = copy.body()
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1].toLowerCase() ?? 'identity'
  if (body === undefined || body.length === 0 || coding === 'identity') return body ? { body } : {}
  const unpack = unpackers.get(coding)
  try {
    return unpack ? { body: new Uint8Array(unpack(body, { maxOutputLength: mostBytes })) } : {}
  } catch {
    return {}
  }
}
