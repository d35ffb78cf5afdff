import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run generate [-- --check]`; `--root` names another project folder. */
const { values } = parseArgs({ options: { check: { type: 'boolean' }, root: { type: 'string' } } })
// Loaded after the options are checked, so that a wrong one fails at once.
const { generateProject } = await import('./generate/generate-project')
const root = values.root ?? join(import.meta.dirname, '..')
const { exitCode, text } = await generateProject(root, values.check === true)
if (exitCode === 0) console.log(text)
else console.error(text)
process.exitCode = exitCode
