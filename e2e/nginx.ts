import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layNginx } from '../deploy/write-nginx'
import { startMockServer } from '../mocks/server/start'
import { test as base, controlsOf, type Platform } from './platform'

/** The production build as `deploy/nginx` serves it. */
export interface Nginx {
  url: string
  /** Everything that it has written: the access log and what it says of errors. */
  logs(): Promise<string>
  /** Puts another `config.json` into the site, which `start.sh` has not read. */
  configure(changes: Record<string, unknown>): Promise<void>
  /** Has `start.sh` read everything anew; gives its exit code and what it said. */
  reload(): Promise<{ code: number; said: string }>
  close(): Promise<void>
}

interface NginxOptions {
  apiUrl: string
  /** Banks of the deployment's `config.json`. */
  paymentOrigins?: string[]
  /** Further settings of `start.sh`. */
  settings?: Record<string, string>
}

/** Who may write nowhere but into the folder of the run. */
const nobody = 65_534

/** Debian's nginx by `start.sh`, as nobody where we are root; site and configuration are only read. */
export async function startNginx({ apiUrl, paymentOrigins = [], settings }: NginxOptions): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const [site, configuration, runtime] = ['site', 'nginx', 'run'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await cp('dist', site, { recursive: true, preserveTimestamps: true })
  const config = JSON.parse(await readFile('dist/config.json', 'utf8'))
  await writeFile(join(site, 'config.json'), JSON.stringify({ ...config, payment_origins: paymentOrigins }))
  await layNginx(site, configuration)
  await mkdir(runtime)
  await chmod(runtime, 0o777)
  for (const path of [folder, site, configuration]) await chmod(path, 0o555)
  const port = await findFreePort()
  const start = ['sh', join(configuration, 'start.sh')]
  const asNobody = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', '--no-new-privs']
  const run = (mode: string) => {
    const [command = '', ...words] = process.getuid?.() === 0 ? ['setpriv', ...asNobody, ...start] : start
    return spawn(command, [...words, mode], {
      env: {
        // Debian's nginx stands where administrators look alone.
        PATH: `${process.env.PATH}:/usr/sbin`,
        ...{ API_URL: apiUrl, SITE: site, RUNTIME: runtime, PORT: String(port), ...settings },
        ACCESS_LOG: join(runtime, 'access.log'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
  const server = run('start')
  let errors = ''
  server.stderr.on('data', chunk => {
    errors += chunk
  })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  await answers(url, () => {
    if (server.exitCode !== null) throw new Error(`nginx ended:\n${errors}`)
  })
  return {
    url,
    logs: async () => errors + (await readFile(join(runtime, 'access.log'), 'utf8')),
    configure: async changes => {
      await writeFile(join(site, 'config.json'), JSON.stringify({ ...config, ...changes }))
    },
    reload: async () => {
      const reload = run('reload')
      let said = ''
      reload.stderr.on('data', chunk => {
        said += chunk
      })
      const [code] = await once(reload, 'close')
      return { code, said }
    },
    close: async () => {
      server.kill()
      await ended
      for (const path of [folder, site, configuration]) await chmod(path, 0o755)
      await rm(folder, { recursive: true })
    },
  }
}

/** A port that nobody listens on now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function answers(url: string, check: () => void): Promise<void> {
  for (let time = 0; time < 200; time += 1) {
    check()
    const isThere = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await new Promise(next => setTimeout(next, 50))
  }
  throw new Error('nginx does not answer.')
}

/** A journey on nginx: `platform.url` is its address, and the simulated platform behind it plays the bank too. */
export const test = base.extend<object, { nginx: Nginx & { platform: Platform }; platform: Platform }>({
  nginx: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use) => {
      const mock = await startMockServer()
      const nginx = await startNginx({ apiUrl: mock.url, paymentOrigins: [mock.url] })
      await use({ ...nginx, platform: controlsOf(nginx.url, mock) })
      await nginx.close()
      await mock.close()
    },
    { scope: 'worker' },
  ],
  platform: [({ nginx }, use) => use(nginx.platform), { scope: 'worker' }],
})
