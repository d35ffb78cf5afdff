import { randomUUID } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import type { Plugin, ProxyOptions } from 'vite'
// Vite loads its configuration without a bundler, which needs the file extension.
import { forwardingHeaders } from './forwarding-headers.ts'
import { headersFor, readOrigins } from './headers.ts'
import { rewriteLocation } from './rewrite-location.ts'

/**
 * Sends the headers of `headers.json` from the development server, so policy violations show early. Vite puts the nonce,
 * new at each start, on every script and style. The tools of TanStack use style attributes, so these are allowed here.
 */
export function devHeadersPlugin(): Plugin {
  const nonce = randomUUID()
  return {
    name: 'flagship:development-headers',
    apply: 'serve',
    config: () => ({ html: { cspNonce: nonce } }),
    configureServer(server) {
      const options = {
        isHttps: server.config.server.https !== undefined,
        mode: 'development',
        nonce,
        ...readOrigins(join(server.config.publicDir, 'config.json')),
      } as const
      server.middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1)
        for (const [name, value] of Object.entries(headersFor(path, options))) {
          // Vite sets the caching of its modules itself.
          if (name !== 'Cache-Control') response.setHeader(name, value)
        }
        next()
      })
    },
  }
}

/**
 * Tells the backend who asks, and nothing that the browser says about proxies. Rewrites its responses: redirects lose the
 * backend's address, and the policy of a task file is added to ours instead of replacing it.
 */
export const rewriteProxied: NonNullable<ProxyOptions['configure']> = (proxy, { target }) => {
  const { hostname } = new URL(String(target))
  const tell = (sent: ClientRequest, { headers, socket }: IncomingMessage) => {
    for (const name of forwardingHeaders) sent.removeHeader(name)
    sent.setHeader('X-Forwarded-For', socket.remoteAddress ?? '')
    sent.setHeader('X-Forwarded-Host', headers.host ?? '')
    sent.setHeader('X-Forwarded-Proto', socket instanceof TLSSocket ? 'https' : 'http')
  }
  proxy.on('proxyReq', tell)
  proxy.on('proxyReqWs', tell)
  proxy.on('proxyRes', ({ headers }, request, response) => {
    if (headers.location !== undefined)
      headers.location = rewriteLocation(headers.location, hostname, request.headers.host)
    const name = 'content-security-policy'
    const filePolicy = headers[name]
    if (filePolicy !== undefined && request.url?.startsWith('/files/'))
      headers[name] = `${filePolicy}, ${response.getHeader(name)}`
  })
}
