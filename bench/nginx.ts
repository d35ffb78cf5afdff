import { execFileSync, spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeNginxFolder } from '../deploy/write-nginx'
import { findFreePort } from '../scripts/lib/free-port'

/** A certificate for this run. */
export interface Certificate {
  key: string
  certificate: string
  /** Chromium trusts it by this hash: with an ignored certificate error it would cache nothing. */
  fingerprint: string
  clear(): Promise<void>
}

/** Makes a certificate for 127.0.0.1 by openssl. */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-tls-'))
  await chmod(folder, 0o755)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...self, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  await chmod(key, 0o644)
  const { publicKey } = new X509Certificate(await readFile(certificate))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return {
    key,
    certificate,
    fingerprint: createHash('sha256').update(spki).digest('base64'),
    clear: () => rm(folder, { recursive: true }),
  }
}

/** A user who may write only into the runtime folder. */
const UNPRIVILEGED_UID = 65_534

/**
 * Serves a built and compressed site over HTTP/2 by nginx with the configuration of `deploy/nginx`.
 *
 * @param dist the built site; one without `config.json` is refused by `start.sh`
 * @param options what is different for a site that is not the product
 * @returns its origin
 */
export async function serveByNginx(
  dist: string,
  apiUrl: string,
  { key, certificate }: Certificate,
  { hasPolicy = true } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  const [site, configuration, runtime] = [join(folder, 'site'), join(folder, 'nginx'), join(folder, 'run')]
  await cp(dist, site, { recursive: true, preserveTimestamps: true })
  await writeNginxFolder(site, configuration)
  if (!hasPolicy) await leaveOutPolicy(join(configuration, 'locations.conf'))
  await mkdir(runtime)
  await chmod(runtime, 0o777)
  for (const path of [folder, site, configuration]) await chmod(path, 0o755)
  const [port, tlsPort] = [await findFreePort(), await findFreePort()]
  const start = ['sh', join(configuration, 'start.sh'), 'start']
  const asUnprivileged = [
    '--reuid',
    String(UNPRIVILEGED_UID),
    '--regid',
    String(UNPRIVILEGED_UID),
    '--clear-groups',
    '--no-new-privs',
  ]
  const [command = '', ...args] = process.getuid?.() === 0 ? ['setpriv', ...asUnprivileged, ...start] : start
  const server = spawn(command, args, {
    // Debian installs nginx into /usr/sbin.
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      SITE: site,
      RUNTIME: runtime,
      API_URL: apiUrl,
      ACCESS_LOG: 'off',
      PORT: String(port),
      TLS_PORT: String(tlsPort),
      TLS_KEY: key,
      TLS_CERTIFICATE: certificate,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  server.stderr.on('data', chunk => {
    errors += chunk
  })
  const ended = once(server, 'exit')
  const close = async () => {
    server.kill()
    await ended
    await rm(folder, { recursive: true })
  }
  for (let time = 0; !(await isHealthy(port)); time += 1) {
    if (server.exitCode !== null) throw new Error(`nginx ended:\n${errors}`)
    if (time === 200) throw new Error('nginx does not answer.')
    await new Promise(next => setTimeout(next, 50))
  }
  return { url: `https://127.0.0.1:${tlsPort}`, close }
}

async function leaveOutPolicy(locations: string): Promise<void> {
  const lines = (await readFile(locations, 'utf8')).split('\n')
  await writeFile(locations, lines.filter(line => !line.includes(' Content-Security-Policy ')).join('\n'))
}

const isHealthy = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
