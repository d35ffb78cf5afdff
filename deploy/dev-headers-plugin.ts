import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin, ProxyOptions } from 'vite'
// Vite will load its configuration without a bundler, which needs the whole file name.
import { headersFor, originsIn } from './headers.ts'
import { publicLocation } from './public-location.ts'

/**
 * Sends the headers of `headers.json` from the development server, so that a violation shows on the first day.
 * Vite puts the nonce on every script and style it writes; a new one is drawn at each start.
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
        ...originsIn(join(server.config.publicDir, 'config.json')),
      } as const
      server.middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1)
        for (const [name, value] of Object.entries(headersFor(path, options))) {
          // Vite has its own rule of caching for each of its modules.
          if (name !== 'Cache-Control') response.setHeader(name, value)
        }
        next()
      })
    },
  }
}

/**
 * Answers of the backend as the browser may see them: redirects without the backend's own address, and a policy that
 * comes with a file beside ours, in whose place Vite would put it.
 */
export const adjustAnswers: NonNullable<ProxyOptions['configure']> = (proxy, { target }) => {
  const { hostname } = new URL(String(target))
  proxy.on('proxyRes', ({ headers }, request, response) => {
    if (headers.location !== undefined)
      headers.location = publicLocation(headers.location, hostname, request.headers.host)
    const name = 'content-security-policy'
    const theirs = headers[name]
    if (theirs !== undefined && request.url?.startsWith('/files/'))
      headers[name] = `${theirs}, ${response.getHeader(name)}`
  })
}
