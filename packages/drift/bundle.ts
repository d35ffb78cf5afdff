import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Rolldown } from 'vite'
import { readContextData } from './check-context'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The drift check as one file that needs only Node, with the contract, its lines and the pages of its calls embedded. The
 * same sources give the same bytes. Throws an Error if the file would need another package.
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
  const [chunk, ...others] = getOutput(result)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('The bundle is not one file.')
  const foreign = [...chunk.imports, ...chunk.dynamicImports].filter(name => !isBuiltin(name))
  if (foreign.length > 0) throw new Error(`The bundle needs ${foreign.join(', ')}, which is not there.`)
  const code = chunk.code.replace(/^#!.*\n/, '')
  return `#!/usr/bin/env node\n${getNotices(chunk.moduleIds)}${code}`
}

/** Writes the bundle as an executable file. */
export function writeCommand(text: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

function getOutput(result: Awaited<ReturnType<typeof build>>) {
  const [first] = Array.isArray(result) ? result : [result]
  return first && 'output' in first ? (first as Rolldown.RolldownOutput).output : []
}

/** The licences of the packages inside, which ask to be kept with every copy. */
function getNotices(modules: readonly string[]): string {
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
  const paths = ['packages/drift/dist/flagship-drift.mjs', 'dist-contract/contract-drift.mjs']
  const text = await makeBundle('packages/drift/drift.ts')
  for (const path of paths) writeCommand(text, join(root, path))
  // Standard output belongs to `npm pack`, which prints the name of the tarball.
  console.error(`Wrote ${paths.join(' and ')} (${Math.round(text.length / 1000)} kB each).`)
}
