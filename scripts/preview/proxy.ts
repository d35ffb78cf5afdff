import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
  request as sendHttp,
} from 'node:http'
import { request as sendHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { forwardingHeaders } from '../../deploy/forwarding-headers'
import { rewriteLocation } from '../../deploy/rewrite-location'

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
])

/** Headers that this proxy sets itself or removes, whatever the client sends. */
const forwardedNames: ReadonlySet<string> = new Set(
  ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', ...forwardingHeaders].map(name =>
    name.toLowerCase(),
  ),
)

/**
 * Streams a request to the API and its response back.
 *
 * @param added names and values in turn, which the answer gets beside its own
 */
export function proxyRequest(
  request: IncomingMessage,
  response: ServerResponse,
  api: URL,
  added: string[] = [],
): void {
  const upstream = send(request, api, without(connectionHeaders, request.rawHeaders))
  upstream.on('response', answer => {
    // A raw list keeps each Set-Cookie header separate.
    const headers = [...withLocation(without(connectionHeaders, answer.rawHeaders), request, api), ...added]
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  // An API that responds before it has read the whole body may close the connection: its response still
  // counts.
  upstream.on('error', () => response.headersSent || refuse(response))
  // The browser aborted: abort the upstream request.
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

/** Proxies a WebSocket: after the handshake both sockets are piped. */
export function proxyUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, api: URL): void {
  const upstream = send(request, api, request.rawHeaders)
  const endBoth = () => {
    socket.destroy()
    upstream.destroy()
  }
  upstream.on('upgrade', (answer, upstreamSocket, upstreamHead) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${writeRawHeaders(answer.rawHeaders)}\r\n`)
    if (upstreamHead.length > 0) socket.write(upstreamHead)
    if (head.length > 0) upstreamSocket.write(head)
    upstreamSocket.on('error', endBoth).on('close', endBoth)
    socket.pipe(upstreamSocket).pipe(socket)
  })
  upstream.on('response', answer => {
    socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nConnection: close\r\n\r\n`)
    answer.resume()
  })
  upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'))
  socket.on('error', endBoth).on('close', endBoth)
  upstream.end()
}

function send(request: IncomingMessage, api: URL, headers: string[]): ClientRequest {
  const options: RequestOptions = {
    method: request.method,
    path: request.url,
    headers: [...withHost(without(forwardedNames, headers), api.host), ...forwardedHeaders(request)],
    agent: false,
  }
  return api.protocol === 'https:' ? sendHttps(api, options) : sendHttp(api, options)
}

function without(names: ReadonlySet<string>, raw: string[]): string[] {
  return raw.filter((_, index) => !names.has(raw[index - (index % 2)]?.toLowerCase() ?? ''))
}

/** The X-Forwarded-* headers, which an API needs for URLs on the page's origin. */
function forwardedHeaders({ headers, socket }: IncomingMessage): string[] {
  const isEncrypted = 'encrypted' in socket && socket.encrypted === true
  return [
    ...['X-Forwarded-For', socket.remoteAddress ?? ''],
    ...['X-Forwarded-Host', headers.host ?? ''],
    ...['X-Forwarded-Proto', isEncrypted ? 'https' : 'http'],
  ]
}

/** Replaces the Host header, so that a backend behind a shared front end is found by its name. */
function withHost(raw: string[], host: string): string[] {
  return raw.map((value, index) =>
    index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'host' ? host : value,
  )
}

/** Rewrites a redirect to the API's internal address, which the browser cannot reach. */
function withLocation(raw: string[], { headers }: IncomingMessage, api: URL): string[] {
  return raw.map((value, index) =>
    index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'location'
      ? rewriteLocation(value, api.hostname, headers.host)
      : value,
  )
}

function writeRawHeaders(raw: string[]): string {
  return raw.map((value, index) => (index % 2 === 0 ? `${value}: ` : `${value}\r\n`)).join('')
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else
    response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The API does not answer.\n')
}
