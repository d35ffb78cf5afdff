import { join } from 'node:path'
import { generateFiles, generateQuickFiles } from '../../scripts/lib/generate-files'
import { loadContract } from '../../scripts/lib/load-contract'
import { writeFiles } from '../../scripts/lib/write-files'
import { writeSchemaTypes } from '../../scripts/lib/write-schema-types'

/** What `npm run generate` makes without a stamp, into a folder of its own: `own.ts rest|types|all FOLDER`. */
const [what, out = ''] = process.argv.slice(2)
const contract = loadContract(join(import.meta.dirname, '../../openapi'))
const files =
  what === 'rest'
    ? generateQuickFiles(contract)
    : what === 'types'
      ? [await writeSchemaTypes(contract)]
      : await generateFiles(contract)
writeFiles(out, files)
