import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runGenerate } from './lib/run-generate'

/** `npm run generate [-- --check]`; `--root` names another project folder than this one. */
const { values } = parseArgs({ options: { check: { type: 'boolean' }, root: { type: 'string' } } })
const root = values.root ?? fileURLToPath(new URL('..', import.meta.url))
const { exitCode, text } = await runGenerate(root, values.check === true)
if (exitCode === 0) console.log(text)
else console.error(text)
process.exitCode = exitCode
