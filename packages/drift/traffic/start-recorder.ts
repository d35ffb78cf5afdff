import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendHttp,
} from 'node:http'
import { request as sendHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { maskExchange, type Secrets } from '../../contract/masking/mask'
import type { Exchange, HeaderList } from '../../contract/validator/exchange'
import { InputError } from '../errors'
import { writeLine } from './read-traffic'

export type RecorderOptions = {
  /** `http://127.0.0.1:8000`. */
  readonly target: string
  /** 0 for any free port. */
  readonly port: number
  /** The NDJSON file to append to. */
  readonly file: string
  /** Texts to mask besides detected secrets. */
  readonly secrets?: Secrets
}

export type Recorder = {
  readonly url: string
  readonly count: () => number
  readonly close: () => Promise<void>
}

/**
 * A reverse proxy that records every exchange without secrets. Throws an InputError for an invalid target,
 * file or port.
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const target = readTarget(options.target)
  const file = await openFile(options.file)
  const sockets = new Set<Duplex>()
  let count = 0
  const write = (exchange: Exchange) => {
    if (exchange.request.method === 'OPTIONS') return
    let line: string
    try {
      line = writeLine(maskExchange(exchange, options.secrets))
    } catch {
      // Skip an exchange that cannot be masked instead of breaking the test run behind the proxy.
      return
    }
    count++
    file.write(line)
  }
  const server = createServer((request, response) => forwardRequest(request, response, target, write))
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    tunnel(request, socket, head, target)
  })
  try {
    await listen(server, options.port)
  } catch (error) {
    file.destroy()
    throw error
  }
  const close = () => end(server, file, sockets)
  const { port } = (server.address() ?? { port: options.port }) as AddressInfo
  return { url: `http://127.0.0.1:${port}`, count: () => count, close }
}

function readTarget(target: string): URL {
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new InputError(`${target} is no http or https address.`)
  return url
}

async function openFile(path: string): Promise<WriteStream> {
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  try {
    await once(file, 'open')
    return file
  } catch (error) {
    throw new InputError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new InputError(
      `Port ${port} cannot be used${code === 'EADDRINUSE' ? ': something listens there' : ` (${code})`}.`,
    )
  }
}

async function end(server: Server, file: WriteStream, sockets: ReadonlySet<Duplex>): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve))
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  await closed
  await new Promise<void>(resolve => file.end(() => resolve()))
}

/** Headers of one connection, which a proxy does not forward. */
const HOP_BY_HOP_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** Larger bodies are forwarded but not recorded. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/**
 * Streams one request and its response, and passes the exchange to `onExchange` at the end of the response;
 * `response` is null if the backend could not be reached. Aborted responses are not recorded.
 */
function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  onExchange: (exchange: Exchange) => void,
): void {
  const started = performance.now()
  const sent = new BodyRecorder()
  const toRequest = () => ({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', target).href,
    headers: toHeaderList(request.rawHeaders),
    ...(sent.isEmpty() ? {} : sent.body()),
  })
  const emit = (upstreamResponse: Exchange['response']) =>
    onExchange({
      request: toRequest(),
      response: upstreamResponse,
      milliseconds: Math.round(performance.now() - started),
    })
  const send = target.protocol === 'https:' ? sendHttps : sendHttp
  const upstream = send(target, {
    method: request.method,
    path: request.url,
    headers: toUpstreamHeaders(request, target),
    agent: false,
  })
  upstream.on('response', upstreamResponse => {
    const received = new BodyRecorder()
    const { statusCode = 502, statusMessage } = upstreamResponse
    const headers = toHeaderList(upstreamResponse.rawHeaders)
    const proxy = `http://${request.headers.host ?? ''}`
    response.writeHead(statusCode, statusMessage, toDownstreamHeaders(headers, target, proxy).flat())
    upstreamResponse.on('data', (chunk: Buffer) => received.add(chunk))
    upstreamResponse.on('end', () => emit({ status: statusCode, headers, ...decodeBody(received, headers) }))
    upstreamResponse.on('error', () => response.destroy())
    upstreamResponse.pipe(response)
  })
  upstream.on('error', () => {
    if (response.headersSent || response.destroyed) return
    emit(null)
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`${target.origin} does not answer.\n`)
  })
  response.on('close', () => upstream.destroy())
  request.on('data', (chunk: Buffer) => sent.add(chunk))
  request.pipe(upstream)
}

/** Passes a WebSocket through; its messages are not recorded. */
function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer, target: URL): void {
  const send = target.protocol === 'https:' ? sendHttps : sendHttp
  const headers = ['connection', 'Upgrade', 'upgrade', 'websocket', ...toUpstreamHeaders(request, target)]
  const upstream = send(target, { path: request.url, headers, agent: false })
  const write = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage) => {
    const lines = toHeaderList(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`)
  }
  upstream.on('upgrade', (answer, other, first) => {
    write(answer)
    socket.write(first)
    other.write(head)
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('close', () => other.destroy())
    socket.pipe(other).pipe(socket)
  })
  // The backend refuses it.
  upstream.on('response', answer => {
    write(answer)
    socket.end()
    answer.resume()
  })
  upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'))
  socket.on('error', () => upstream.destroy())
  upstream.end()
}

class BodyRecorder {
  private chunks: Buffer[] = []
  private size = 0

  add(chunk: Buffer): void {
    this.size += chunk.length
    if (this.size <= MAX_BODY_BYTES) this.chunks.push(chunk)
    else this.chunks = []
  }

  isEmpty(): boolean {
    return this.size === 0
  }

  body(): { body?: Uint8Array } {
    return this.size > MAX_BODY_BYTES ? {} : { body: new Uint8Array(Buffer.concat(this.chunks)) }
  }
}

function toHeaderList(raw: readonly string[]): HeaderList {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] as const] : [],
  )
}

/** Drops hop-by-hop headers, requests uncompressed bodies for recording, and rewrites Host, Origin and Referer. */
function toUpstreamHeaders(request: IncomingMessage, target: URL): string[] {
  const proxy = `http://${request.headers.host ?? ''}`
  const passed = toHeaderList(request.rawHeaders).flatMap(([name, value]): string[] => {
    if (HOP_BY_HOP_HEADERS.includes(name) || name === 'host' || name === 'accept-encoding') return []
    return [name, name === 'origin' || name === 'referer' ? value.replace(proxy, target.origin) : value]
  })
  return ['host', target.host, 'accept-encoding', 'identity', ...passed]
}

function toDownstreamHeaders(headers: HeaderList, target: URL, proxy: string): string[][] {
  return headers.flatMap(([name, value]) => {
    if (HOP_BY_HOP_HEADERS.includes(name)) return []
    if (name === 'set-cookie') return [[name, toLoopbackCookie(value)]]
    const isAddress = name === 'location' || name === 'access-control-allow-origin'
    return [[name, isAddress ? value.replace(target.origin, proxy) : value]]
  })
}

const unpackers = new Map([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
])

/** The decompressed body; absent if it cannot be decoded. */
function decodeBody(copy: BodyRecorder, headers: HeaderList): { body?: Uint8Array } {
  const { body } = copy.body()
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1].toLowerCase() ?? 'identity'
  if (body === undefined || body.length === 0 || coding === 'identity') return body ? { body } : {}
  const unpack = unpackers.get(coding)
  try {
    return unpack ? { body: new Uint8Array(unpack(body, { maxOutputLength: MAX_BODY_BYTES })) } : {}
  } catch {
    return {}
  }
}

/** Makes a cookie work at `http://127.0.0.1`: removes Domain, Secure and Partitioned; `SameSite=None` becomes Lax. */
export function toLoopbackCookie(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter(
    attribute => !/^\s*(?:domain\s*=|secure\s*$|partitioned\s*$)/i.test(attribute),
  )
  const others = kept.map(attribute => attribute.replace(/^\s*samesite\s*=\s*none\s*$/i, ' SameSite=Lax'))
  return [pair, ...others].join(';')
}
