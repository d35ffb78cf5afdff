import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateProject } from './generate/generate-project'

/** `npm run generate [-- --check]`; `--root` names another project folder. */
const { values } = parseArgs({ options: { check: { type: 'boolean' }, root: { type: 'string' } } })
const root = values.root ?? join(import.meta.dirname, '..')
const { exitCode, text } = await generateProject(root, values.check === true)
if (exitCode === 0) console.log(text)
else console.error(text)
process.exitCode = exitCode
