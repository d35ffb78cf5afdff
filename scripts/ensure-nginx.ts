import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where Debian puts commands for administrators, which stand on nobody else's PATH. */
const sbin = ['/usr/sbin', '/usr/local/sbin']

/** What `deploy/nginx/nginx.conf` loads. */
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

const modulePackage = 'libnginx-mod-http-brotli-static'

/** What the site is served with, as Debian and Ubuntu name it; `deploy/Dockerfile` installs the same. */
export const packages = ['nginx', modulePackage, 'jq']

/** With what the journeys make themselves a certificate. */
const openssl = 'openssl'

type Place = { path: string; module: string }

/**
 * What is missing here to serve the site by nginx.
 *
 * @returns names of commands and files; empty when everything is there
 */
export function missingForNginx(
  place: Place = { path: process.env.PATH ?? '', module: brotliModule },
): string[] {
  const folders = [...place.path.split(delimiter).filter(folder => folder !== ''), ...sbin]
  const commands = ['nginx', 'jq', openssl].filter(
    name => !folders.some(folder => isThere(join(folder, name), true)),
  )
  return [...commands, ...(isThere(place.module, false) ? [] : [place.module])]
}

/** Installs what is missing, where this is Debian and we may. Gives what is missing still. */
function ensureNginx(): string[] {
  const missing = missingForNginx()
  if (missing.length === 0 || process.getuid?.() !== 0 || !run('apt-get', ['--version'], 'ignore'))
    return missing
  console.log(`Installing ${packages.join(', ')} from Debian.`)
  run('apt-get', ['update', '-q'])
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages, openssl])
  return missingForNginx()
}

/** One sentence for whoever runs the journeys: what is not here, which package brings it, and how to install it. */
export function tellMissing(missing: string[]): string {
  const told = missing.map(name =>
    name.endsWith('.so') ? `${name} (package ${modulePackage}; an nginx without it does not do)` : name,
  )
  return `No journey was run. They serve the site by nginx, and this is not here: ${told.join(', ')}. On Debian and Ubuntu: sudo apt-get install ${[...packages, openssl].join(' ')}`
}

function run(command: string, parameters: string[], output: 'inherit' | 'ignore' = 'inherit'): boolean {
  // In the single-user runlevel Debian starts no server that it installs: the journeys start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  return spawnSync(command, parameters, { stdio: ['ignore', output, output], env }).status === 0
}

function isThere(path: string, isCommand: boolean): boolean {
  try {
    accessSync(path, isCommand ? constants.X_OK : constants.R_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const missing = ensureNginx()
  if (missing.length > 0) {
    console.error(tellMissing(missing))
    process.exitCode = 1
  }
}
