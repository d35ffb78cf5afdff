import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { chmod, copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { startMockServer } from '../../mocks/hosts/server/start'
import { personaPassword } from '../../mocks/platform/personas'
import { compressBuild } from '../../scripts/compress-build'
import { findFreePort } from '../../scripts/lib/free-port'
import { proxyRequest } from '../../scripts/preview/proxy'
import { startNginx } from '../../scripts/start-nginx'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The output folder of measured builds; `dist` is not touched. */
export const builtAt = (name: 'release' | 'floor'): string => join(root, 'node_modules/.cache/bench', name)

/** Folders that the build does not need. */
const leftOut = /^(?:\.git|node_modules|dist.*|test-results|playwright-report|screenshots)$/

/**
 * Builds and compresses the product and the floor in `node_modules/.cache`. The product is built by its own
 * command in a copy of the checkout. Throws if a build fails.
 */
export async function buildReleases(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'flagship-bench-'))
  try {
    const filter = (path: string) => path === root || !leftOut.test(basename(path))
    cpSync(root, copy, { recursive: true, filter })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
    const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd: copy, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The product cannot be built:\n${stdout}\n${stderr}`)
    await rm(builtAt('release'), { recursive: true, force: true })
    await cp(join(copy, 'dist'), builtAt('release'), { recursive: true })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  await buildFloor()
}

/** Builds the floor with Vite's defaults. */
async function buildFloor(): Promise<void> {
  await build({
    root: join(root, 'bench/floor'),
    configFile: false,
    // Ignores warnings about "use client".
    logLevel: 'error',
    build: { outDir: builtAt('floor'), emptyOutDir: true },
  })
  await compressBuild(builtAt('floor'))
  await copyFile(join(builtAt('release'), 'config.json'), join(builtAt('floor'), 'config.json'))
}

interface Closing {
  close(): Promise<void>
}

/** Starts servers one after the other; closes them in reverse order, also if one of them does not start. */
async function startAll<Site>(
  start: (add: <Started extends Closing>(started: Started) => Started) => Promise<Site>,
): Promise<{ site: Site } & Closing> {
  const started: Closing[] = []
  const close = async () => {
    for (const one of started.reverse()) await one.close()
  }
  try {
    const site = await start(one => {
      started.push(one)
      return one
    })
    return { site, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A certificate for this run. */
interface Certificate extends Closing {
  key: string
  certificate: string
  /** Chromium trusts it by this hash: with an ignored certificate error it would cache nothing. */
  browserArguments: readonly string[]
}

/** Makes a certificate for 127.0.0.1 by openssl. */
async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-tls-'))
  await chmod(folder, 0o755)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...self, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  await chmod(key, 0o644)
  const { publicKey } = new X509Certificate(await readFile(certificate))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(spki).digest('base64')
  return {
    key,
    certificate,
    browserArguments: [`--ignore-certificate-errors-spki-list=${fingerprint}`],
    close: () => rm(folder, { recursive: true }),
  }
}

/** Serves a build over HTTP/2 by nginx with the configuration of `deploy/nginx`. */
async function serveByNginx(
  name: 'release' | 'floor',
  apiUrl: string,
  { key, certificate }: Certificate,
): Promise<{ url: string } & Closing> {
  const port = await findFreePort()
  const { close } = await startNginx({
    apiUrl,
    dist: builtAt(name),
    settings: { ACCESS_LOG: 'off', TLS_PORT: String(port), TLS_KEY: key, TLS_CERTIFICATE: certificate },
    // The floor's toasts insert a style element, which the product's policy forbids.
    ...(name === 'floor' && { prepare: folder => leaveOutPolicy(join(folder, 'locations.conf')) }),
  })
  return { url: `https://127.0.0.1:${port}`, close }
}

async function leaveOutPolicy(locations: string): Promise<void> {
  const lines = (await readFile(locations, 'utf8')).split('\n')
  await writeFile(locations, lines.filter(line => !line.includes(' Content-Security-Policy ')).join('\n'))
}

/**
 * A proxy in front of the simulated platform that serves fixed responses for some paths, however fast the platform
 * is, and without a session.
 */
async function startAnswerFront(
  platform: string,
  paths: readonly string[],
): Promise<{ url: string } & Closing> {
  const answers = new Map<string, Buffer>()
  for (const path of paths) answers.set(path, await readAnswer(platform, path))
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers.get(request.url ?? '') : undefined
    if (!answer) return proxyRequest(request, response, new URL(platform))
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    response.writeHead(200, { ...headers, 'content-length': answer.length })
    response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Fetches a response of the platform as the student. Throws on an error. */
async function readAnswer(platform: string, path: string): Promise<Buffer> {
  const login = await fetch(`${platform}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'student', password: personaPassword }),
  })
  const { access_token } = (await login.json()) as { access_token?: string }
  const answer = await fetch(platform + path, { headers: { authorization: `Bearer ${access_token}` } })
  if (!answer.ok) throw new Error(`The platform refused ${path}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Origins of the product and of the floor, on the same platform behind the same server. */
export interface Site {
  product: string
  floor: string
}

export interface Running<Site> extends Closing {
  site: Site
  /** Additional arguments of the browser. */
  browserArguments: readonly string[]
}

export interface SiteOptions {
  scenario?: NonNullable<Parameters<typeof startMockServer>[0]>['scenario']
  /** Paths whose responses the floor gets from memory, as the student has them; it cannot ask for others. */
  answers: readonly string[]
  /** Whether the product gets them from memory too: then both wait equally long for the same bytes. */
  isSame?: boolean
}

/** The product and the floor by scenario. */
export async function startSites<Name extends string>(
  scenarios: Readonly<Record<Name, SiteOptions>>,
): Promise<Running<Record<Name, Site>>> {
  let browserArguments: readonly string[] = []
  const running = await startAll(async add => {
    const certificate = add(await makeCertificate())
    browserArguments = certificate.browserArguments
    const sites: [string, Site][] = []
    for (const [name, { scenario, answers, isSame }] of Object.entries<SiteOptions>(scenarios)) {
      const platform = add(await startMockServer(scenario ? { scenario } : {}))
      const front = add(await startAnswerFront(platform.url, answers))
      const product = add(await serveByNginx('release', isSame ? front.url : platform.url, certificate))
      const floor = add(await serveByNginx('floor', front.url, certificate))
      sites.push([name, { product: product.url, floor: floor.url }])
    }
    return Object.fromEntries(sites) as Record<Name, Site>
  })
  return { ...running, browserArguments }
}
