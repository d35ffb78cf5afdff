import { join } from 'node:path'
import { generateFiles, generateQuickFiles } from '../../scripts/lib/generate-files'
import { loadContract } from '../../scripts/lib/load-contract'
import { writeFiles } from '../../scripts/lib/write-files'
import { writeSchemaTypes } from '../../scripts/lib/write-schema-types'

/** What `npm run generate` makes without a stamp, into a folder of its own: `own.ts rest|types|all FOLDER`. */
async function main(what: string, out: string): Promise<void> {
  const contract = loadContract(join(import.meta.dirname, '../../openapi'))
  if (what === 'rest') writeFiles(out, generateQuickFiles(contract))
  else if (what === 'types') writeFiles(out, [await writeSchemaTypes(contract)])
  else writeFiles(out, await generateFiles(contract))
}

// Before these stand Node, the file that starts this one, and this one.
const [what = '', out = ''] = process.argv.slice(3)
void main(what, out)
