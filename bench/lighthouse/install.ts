import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules/.cache/lighthouse')

/** Installs one package temporarily, in its own folder, without install scripts. */
const install = async (specifier: string): Promise<string> => {
  const home = join(folder, specifier.replace(/[^\w.-]/g, '_'))
  if (existsSync(join(home, 'node_modules'))) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
  await promisify(execFile)('npm', ['install', ...flags, specifier], { cwd: home })
  return home
}

/** Imports a package of an exact version. Rejects if it cannot be installed. */
export const load = async (specifier: string): Promise<Record<string, unknown>> => {
  const home = await install(specifier)
  const name = specifier.slice(0, specifier.lastIndexOf('@'))
  const path = createRequire(join(home, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)) as Record<string, unknown>
}
