import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeNginxFolder } from '../deploy/write-nginx'
import { asUnprivileged } from './lib/as-unprivileged'
import { findFreePort } from './lib/free-port'

/** Settings of `start.sh`; undefined means the default. */
type Settings = Record<string, string | undefined>
type Ended = { code: number; said: string }

/** The production build as `deploy/nginx` serves it. */
export interface Nginx {
  url: string
  /** The access log and the error output. */
  logs(): Promise<string>
  /** Replaces `config.json`; `start.sh` has not read it yet. */
  configure(changes: Record<string, unknown>): Promise<void>
  /** Runs `start.sh reload`, optionally with other settings. */
  reload(settings?: Settings): Promise<Ended>
  /** The files that `start.sh` has written, by name. */
  written(): Promise<Record<string, string>>
  close(): Promise<void>
}

interface NginxOptions {
  apiUrl: string
  /** The folder of the build. */
  dist?: string
  /** Banks of the deployment's `config.json`. */
  paymentOrigins?: string[]
  /** Further settings of `start.sh`. */
  settings?: Settings
  /** Changes the written configuration before the start. */
  prepare?: (folder: string) => Promise<void>
}

interface Deployment {
  runtime: string
  /** The folder with `start.sh`. */
  folder: string
  /** Changes `config.json` of the build, or replaces it by bytes. */
  configure(changes: Record<string, unknown> | Buffer): Promise<void>
  /** Starts `start.sh`, as an unprivileged user if we are root; optionally with a socket as its output, like systemd. */
  run(mode: string, settings: Settings, output?: 'ignore' | 'pipe'): ChildProcess
  /** Runs it until it exits. */
  end(mode: string, settings: Settings, output?: 'ignore' | 'pipe'): Promise<Ended>
  clear(): Promise<void>
}

/** A read-only site and configuration, and a writable folder. */
export async function writeDeployment(dist = 'dist'): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const [site, configuration, runtime] = ['site', 'nginx', 'run'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await cp(dist, site, { recursive: true, preserveTimestamps: true })
  const config = JSON.parse(await readFile(join(dist, 'config.json'), 'utf8'))
  await writeNginxFolder(site, configuration)
  await mkdir(runtime)
  await chmod(runtime, 0o777)
  for (const path of [folder, site, configuration]) await chmod(path, 0o555)
  const start = ['sh', join(configuration, 'start.sh')]
  const run: Deployment['run'] = (mode, settings, output = 'ignore') => {
    const [command = '', ...args] = asUnprivileged(start)
    return spawn(command, [...args, mode], {
      // Debian installs nginx into /usr/sbin.
      env: { PATH: `${process.env.PATH}:/usr/sbin`, SITE: site, RUNTIME: runtime, ...settings },
      stdio: ['ignore', output, 'pipe'],
    })
  }
  return {
    runtime,
    folder: configuration,
    configure: changes =>
      writeFile(
        join(site, 'config.json'),
        Buffer.isBuffer(changes) ? changes : JSON.stringify({ ...config, ...changes }),
      ),
    run,
    end: async (...parameters) => {
      const child = run(...parameters)
      let said = ''
      child.stderr?.on('data', chunk => {
        said += chunk
      })
      const [code] = await once(child, 'close')
      return { code, said }
    },
    clear: async () => {
      for (const path of [folder, site, configuration]) await chmod(path, 0o755)
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts nginx by `start.sh` on a free port, with its log in a file. */
export async function startNginx(options: NginxOptions): Promise<Nginx> {
  const { apiUrl, dist, paymentOrigins = [], settings, prepare } = options
  const { runtime, folder, configure, run, end, clear } = await writeDeployment(dist)
  await configure({ payment_origins: paymentOrigins })
  await prepare?.(folder)
  const port = await findFreePort()
  const log = join(runtime, 'access.log')
  const all = { API_URL: apiUrl, PORT: String(port), ACCESS_LOG: log, ...settings }
  const server = run('start', all)
  let errors = ''
  server.stderr?.on('data', chunk => {
    errors += chunk
  })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  await answers(url, () => {
    if (server.exitCode !== null) throw new Error(`nginx ended:\n${errors}`)
  })
  return {
    url,
    logs: async () => errors + (await readFile(log, 'utf8')),
    configure,
    reload: other => end('reload', { ...all, ...other }),
    written: async () => {
      const names = (await readdir(runtime)).filter(name => name !== 'tmp' && name !== 'access.log')
      const files = names.map(async name => [name, await readFile(join(runtime, name), 'latin1')] as const)
      return Object.fromEntries(await Promise.all(files))
    },
    close: async () => {
      server.kill()
      await ended
      await clear()
    },
  }
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
