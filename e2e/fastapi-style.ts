import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { isObject } from '../scripts/lib/json'
import { loadContract } from '../scripts/lib/load-contract'
import { withoutNull } from '../scripts/lib/nullable'
import { resolveSchema, type SchemaNode } from '../scripts/lib/schema-node'
import { findOperation } from '../scripts/lib/validator/find-operation'
import { proxyRequest, proxyUpgrade } from '../scripts/preview/proxy'

export interface FastapiStyle {
  url: string
  /** Requests that were redirected to the path with a trailing slash. */
  redirected(): string[]
  close(): Promise<void>
}

const contract = loadContract('openapi')

/**
 * A proxy before the mock server that responds like FastAPI by default: null for each unset optional field, whole
 * numbers with a fraction, unknown fields, its own details for 401 and 422, and a redirect to the path with a
 * trailing slash on the requested host.
 */
export async function startFastapiStyle(mockUrl: string): Promise<FastapiStyle> {
  const mock = new URL(mockUrl)
  const redirected: string[] = []
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', mock)
    if (!pathname.startsWith('/api/')) return proxyRequest(request, response, mock)
    if (!pathname.endsWith('/')) {
      redirected.push(`${request.method} ${pathname}`)
      const location = `http://${request.headers.host}${pathname}/${search}`
      return response.writeHead(307, { Location: location }).end()
    }
    answer(request, response, `${mockUrl}${pathname.slice(0, -1)}${search}`).catch(() => response.destroy())
  })
  server.on('upgrade', (request, socket, head) => proxyUpgrade(request, socket, head, mock))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    redirected: () => redirected,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const connectionHeaders = /^(?:host|connection|keep-alive|transfer-encoding|content-length|expect)$/

async function answer(request: IncomingMessage, target: ServerResponse, url: string): Promise<void> {
  const { method = 'GET' } = request
  const headers = Object.entries(request.headers).filter(([name]) => !connectionHeaders.test(name))
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
  } as RequestInit)
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie' && !connectionHeaders.test(name)) target.setHeader(name, value)
  target.setHeader('Set-Cookie', response.headers.getSetCookie())
  if (response.status === 401) target.setHeader('WWW-Authenticate', 'Bearer')
  const isJson = response.headers.get('content-type')?.includes('json')
  if (!isJson) {
    target.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()))
    return
  }
  const found = findOperation(contract, method, url)
  const responses = found.kind === 'found' ? found.operation.responses : []
  const documented = responses.find(({ status }) => status === response.status)
  const body = inStyle(await response.json(), documented?.schema ?? {})
  const text = asFloats(response.status >= 400 ? inErrorStyle(body) : body)
  target.writeHead(response.status).end(text)
}

/** Sets every missing optional property to null and adds an unknown one. */
function inStyle(value: unknown, schema: SchemaNode): unknown {
  const node = resolveSchema(withoutNull(schema), contract.schemas)
  const [branch] = node.anyOf ?? []
  const parts = [...(branch ? [branch] : []), ...(node.allOf ?? [])].map(part =>
    resolveSchema(part, contract.schemas),
  )
  if (Array.isArray(value)) return value.map(item => inStyle(item, node.items ?? {}))
  if (!isObject(value)) return value
  // The empty object that means "no further hint".
  if (Object.keys(value).length === 0) return null
  const properties = [node, ...parts].flatMap(part => Object.entries(part.properties ?? {}))
  const unset = properties.filter(([name]) => !Object.hasOwn(value, name)).map(([name]) => [name, null])
  const known = new Map(properties)
  const set = Object.entries(value).map(([name, child]) => [name, inStyle(child, known.get(name) ?? {})])
  return Object.fromEntries([...set, ...unset, ['sa_instance_state', { loaded: [1, null] }]])
}

/** The framework's own error bodies. */
function inErrorStyle(body: unknown): unknown {
  if (!isObject(body)) return body
  const { detail } = body
  if (detail === 'No token provided') return { detail: 'Not authenticated' }
  if (!Array.isArray(detail)) return { detail }
  return {
    detail: detail.map(issue => ({ ...issue, input: null, url: 'https://errors.example/2/v/missing' })),
  }
}

/** JSON in which `100` is written `100.0`. */
function asFloats(body: unknown): string {
  const text = JSON.stringify(body, (_, value) =>
    Number.isInteger(value) ? `\u0001${value}.0\u0001` : value,
  )
  return text.replaceAll(/"\\u0001([^"\\]+)\\u0001"/g, '$1')
}
