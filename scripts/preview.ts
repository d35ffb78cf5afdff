import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { isForeignWrite } from '../deploy/acting-gets'
import {
  type ConfiguredOrigins,
  headersFor,
  inlineHashes,
  readOrigins,
  type Site as SiteMode,
} from '../deploy/headers'
import { changePasswordPath, writeSecurityText } from '../deploy/well-known'
import { formatRefreshCookie, readLanguageCookie } from '../src/lib/cookie'
import { proxyRequest, proxyUpgrade } from './preview/proxy'
import {
  chooseEncoding,
  compress,
  type Encoding,
  findStaticFile,
  readCompressed,
  type StaticFile,
} from './preview/static-files'

export type PreviewOptions = {
  /** The built site; `dist` by default. */
  dist?: string
  /** 0 (the default) takes a free port. */
  port?: number
  /** The kind of site; a demo has no backend: every path is a file. Default `production`. */
  mode?: Exclude<SiteMode, 'development'>
  /** The target of `/api`, for example `http://127.0.0.1:4010`; without it `/api` answers 502. */
  apiUrl?: string
  /** Brotli quality, 0 to 11, of files that are not precompressed; default 11, like the build. */
  brotliQuality?: number
  /** Banks besides those of the built `config.json`, in the headers and in the file that is sent (tests). */
  paymentOrigins?: string[]
}

type Site = ConfiguredOrigins & {
  dist: string
  mode: NonNullable<PreviewOptions['mode']>
  api: URL | null
  brotliQuality: number
  bodies: Map<string, Promise<Buffer>>
  /** Whether there are banks besides those of the built `config.json`. */
  hasMoreBanks: boolean
}

/**
 * Serves the production build like a deployment: headers of `deploy/headers.json`, compression, the app's page for
 * its paths, 404 for a missing file, and a proxy for `/api`.
 */
export async function startPreview(
  options: PreviewOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const dist = resolve(options.dist ?? 'dist')
  const hasBuild = await stat(`${dist}/index.html`).then(
    found => found.isFile(),
    () => false,
  )
  const mode = options.mode ?? 'production'
  const command = mode === 'production' ? 'build' : `build:${mode}`
  if (!hasBuild) throw new Error(`There is no build in ${dist}: run "npm run ${command}" first.`)
  const { paymentOrigins, terminalOrigins } = readOrigins(join(dist, 'config.json'))
  const site: Site = {
    dist,
    mode,
    api: options.apiUrl === undefined ? null : new URL(options.apiUrl),
    brotliQuality: options.brotliQuality ?? 11,
    bodies: new Map(),
    paymentOrigins: [...paymentOrigins, ...(options.paymentOrigins ?? [])],
    terminalOrigins,
    hasMoreBanks: options.paymentOrigins !== undefined,
  }
  // As nginx: a browser would use a connection that ends at this moment.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    answer(site, request, response).catch(error => {
      console.error(error)
      response.destroy()
    })
  })
  const sockets = trackSockets(server)
  server.on('upgrade', (request, socket, head) => {
    const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (site.api && isSocket && isBackend(site, request.url ?? ''))
      proxyUpgrade(request, socket, head, site.api)
    else socket.destroy()
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(options.port ?? 0, '127.0.0.1', listening)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1)
  if (isBackend(site, path)) {
    if (!site.api) sendText(site, response, path, 502, 'No API address was given.')
    else if (isForeignWrite(request)) sendText(site, response, '/', 403, 'Answered in front of the API: 403.')
    else proxyRequest(request, response, site.api, headersBeside(site, path))
    return
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    sendText(site, response, path, 405, 'Only GET and HEAD.')
    return
  }
  const wellKnown = await readWellKnown(site, path)
  if (wellKnown !== null) {
    if (wellKnown.location !== undefined) response.setHeader('Location', wellKnown.location)
    send(site, response, path, wellKnown.status, 'text/plain; charset=utf-8', Buffer.from(wellKnown.text))
    return
  }
  const file = await findStaticFile(site.dist, path, readLanguageCookie(request.headers.cookie ?? ''))
  if (!file) {
    sendText(site, response, path, 404, 'Not found.')
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '', file.contentType)
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Vary', file.isChosen ? 'Accept-Encoding, Cookie' : 'Accept-Encoding')
  send(
    site,
    response,
    path,
    200,
    file.contentType,
    await getBody(site, file, encoding),
    await getHashes(site, file),
  )
}

async function readWellKnown({ dist }: Site, path: string) {
  if (path === '/.well-known/change-password') return { status: 302, location: changePasswordPath, text: '' }
  if (path !== '/.well-known/security.txt') return null
  const { security_contact: contact } = JSON.parse(await readFile(join(dist, 'config.json'), 'utf8'))
  return typeof contact === 'string' ? { status: 200, text: writeSecurityText(contact, Date.now()) } : null
}

/** Headers that responses of the API get in addition: its files are not ours, but share our origin. */
function headersBeside(site: Site, path: string): string[] {
  if (path.startsWith('/mock-bank/')) return []
  const name = 'Content-Security-Policy'
  const policy = [name, headersFor(path, { isHttps: false, mode: site.mode })[name] ?? '']
  return path === '/api/auth/refresh' ? [...policy, 'Set-Cookie', formatRefreshCookie(0)] : policy
}

function sendText(site: Site, response: ServerResponse, path: string, status: number, text: string): void {
  send(site, response, path, status, 'text/plain; charset=utf-8', Buffer.from(`${text}\n`))
}

function send(
  site: Site,
  response: ServerResponse,
  path: string,
  status: number,
  contentType: string,
  body: Buffer,
  inline = { scripts: [] as string[], styles: [] as string[] },
): void {
  const { mode, paymentOrigins, terminalOrigins } = site
  const host = response.req.headers.host ?? ''
  const headers = headersFor(path, { host, inline, isHttps: false, mode, paymentOrigins, terminalOrigins })
  // The next deployment may add the file, so a 404 is never cached.
  if (status !== 200) headers['Cache-Control'] = 'no-store'
  response.writeHead(status, { ...headers, 'Content-Type': contentType, 'Content-Length': body.length })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Compressed files, cached until the server restarts. */
function getBody(site: Site, file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${file.path}`
  const known = site.bodies.get(key)
  if (known) return known
  const body = readBody(site, file.path, encoding)
  site.bodies.set(key, body)
  return body
}

async function readBody(site: Site, path: string, encoding: Encoding): Promise<Buffer> {
  const ready = await readCompressed(path, encoding)
  return ready ?? compress(await readSiteFile(site, path), encoding, site.brotliQuality)
}

async function readSiteFile(site: Site, path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  if (!site.hasMoreBanks || path !== join(site.dist, 'config.json')) return bytes
  const config = JSON.parse(bytes.toString('utf8'))
  return Buffer.from(JSON.stringify({ ...config, payment_origins: site.paymentOrigins }))
}

async function getHashes(site: Site, file: StaticFile) {
  if (!file.contentType.startsWith('text/html')) return undefined
  return inlineHashes((await getBody(site, file, 'identity')).toString('utf8'))
}

/** Paths of the API: calls, files of tasks, and the bank of the simulated platform. */
const backendFolders = ['/api/', '/files/', '/mock-bank/']

function isBackend({ mode }: Site, path: string): boolean {
  if (mode === 'demo') return false
  return path === '/api' || backendFolders.some(folder => path.startsWith(folder))
}

function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return sockets
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4173' },
      api: { type: 'string', default: process.env.API_URL ?? 'http://127.0.0.1:4010' },
      dist: { type: 'string' },
      demo: { type: 'boolean', default: false },
      staging: { type: 'boolean', default: false },
    },
  })
  const mode = values.demo ? 'demo' : values.staging ? 'staging' : 'production'
  const dist = values.dist ?? (mode === 'production' ? 'dist' : `dist-${mode}`)
  const port = Number(values.port)
  const preview = await startPreview({ dist, port, mode, ...(mode !== 'demo' && { apiUrl: values.api }) })
  const calls =
    mode === 'demo' ? 'the simulated platform in it answers its calls' : `its calls go to ${values.api}`
  console.log(`The ${mode} build is at ${preview.url} and ${calls}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
