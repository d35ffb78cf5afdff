import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type FullGenerate, runGenerate } from './lib/run-generate'

// This file starts as CommonJS without a module loader (generate.cjs), where `import()` could not load
// TypeScript.
const load = createRequire(import.meta.url)

/** `npm run generate [-- --check]`; `--root` names another project folder. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, root: { type: 'string' } } })
  const root = values.root ?? join(import.meta.dirname, '..')
  const { exitCode, text } = await runGenerate(root, values.check === true, {
    load: async () => load('./lib/generate-project.ts') as FullGenerate,
  })
  if (exitCode === 0) console.log(text)
  else console.error(text)
  process.exitCode = exitCode
}

void main()
