import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Everything that `npm run build` reads. */
const sources = [
  'deploy',
  'index.html',
  'mocks',
  'openapi',
  'package.json',
  'public',
  'scripts',
  'src',
  'terminal.html',
  'tsconfig.json',
  'vite.config.ts',
]

/** Copies what a build reads, without what earlier ones left. */
export async function copySources(root: string, to: string): Promise<void> {
  await Promise.all(sources.map(name => cp(join(root, name), join(to, name), { recursive: true })))
}

/** Another place, language and day: a build that looks at any of them comes out different. */
const elsewhere = {
  TZ: 'Pacific/Auckland',
  LANG: 'C',
  LC_ALL: 'C',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    'const now=Date.now;Date=class extends Date{constructor(...a){a.length?super(...a):super(now()+4e10)}static now(){return now()+4e10}}',
  )}`,
}

/** Builds in a folder, as if more than a year later; throws with the output of a build that fails. */
export async function buildElsewhere(folder: string): Promise<void> {
  await runNpm(['run', '--silent', 'build'], folder, elsewhere)
}

/** Runs npm; throws with everything it printed when it ends badly. */
export function runNpm(
  parameters: string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', parameters, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    child.on('error', reject)
    child.on('close', code => {
      if (code === 0) resolve()
      else reject(new Error(`npm ${parameters.join(' ')} ended with ${code}:\n${output}`))
    })
  })
}

/** SHA-256 of every file below a folder by its path with forward slashes; links and folders named in `without` are passed over. */
export async function hashFiles(folder: string, without: string[] = []): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(name => !without.some(part => name.startsWith(`${part}/`)))
    .sort()
  const hashes = new Map<string, string>()
  for (const name of names) {
    hashes.set(
      name,
      createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex'),
    )
  }
  return hashes
}

/** @returns one sentence for each file that only one side has, or that differs */
export function differences(first: Map<string, string>, second: Map<string, string>): string[] {
  return [...new Set([...first.keys(), ...second.keys()])].sort().flatMap(name => {
    if (!second.has(name)) return [`Only the first has ${name}.`]
    if (!first.has(name)) return [`Only the second has ${name}.`]
    return first.get(name) === second.get(name) ? [] : [`${name} differs.`]
  })
}
