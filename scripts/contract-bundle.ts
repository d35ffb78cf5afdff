import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Rolldown } from 'vite'
import { readContextData } from './contract/check-context'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * `npm run contract:bundle`: the drift check as one file that runs with Node alone, the contract, its lines and who uses what
 * inside. The same sources give the same bytes.
 * @param entry the module to start, which calls itself
 * @returns the whole text; throws an Error when it would need anything beside Node
 */
export async function makeBundle(entry: string): Promise<string> {
  const contextData = JSON.stringify(await readContextData())
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { EMBEDDED_CONTEXT_DATA: JSON.stringify(contextData) },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry,
      write: false,
      target: 'node20',
      minify: true,
      rollupOptions: { output: { format: 'esm', codeSplitting: false } },
    },
  })
  const [chunk, ...others] = outputOf(result)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('The bundle is not one file.')
  const foreign = [...chunk.imports, ...chunk.dynamicImports].filter(name => !isBuiltin(name))
  if (foreign.length > 0) throw new Error(`The bundle needs ${foreign.join(', ')}, which is not there.`)
  const code = chunk.code.replace(/^#!.*\n/, '')
  return `#!/usr/bin/env node\n${noticesOf(chunk.moduleIds)}${code}`
}

/** Writes the bundle and makes it a command; returns its path. */
export async function writeBundle(entry: string, folder: string): Promise<string> {
  const text = await makeBundle(entry)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'contract-drift.mjs')
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

function outputOf(result: Awaited<ReturnType<typeof build>>) {
  const [first] = Array.isArray(result) ? result : [result]
  return first && 'output' in first ? (first as Rolldown.RolldownOutput).output : []
}

/** The licences of the packages inside, which ask to be kept with every copy. */
function noticesOf(modules: readonly string[]): string {
  const folders = modules.flatMap(
    id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? [],
  )
  const notices = [...new Set(folders)].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find(one => /^licen[cs]e/i.test(one))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim().replaceAll('*/', '* /') : license
    return `${name} ${version}\n\n${text}\n`
  })
  return notices.length > 0 ? `/*!\nThis file carries:\n\n${notices.join('\n---\n\n')}*/\n` : ''
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = await writeBundle('scripts/contract/drift.ts', join(root, 'dist-contract'))
  const size = Math.round(readFileSync(path).length / 1000)
  console.log(`Wrote dist-contract/contract-drift.mjs (${size} kB).`)
}
