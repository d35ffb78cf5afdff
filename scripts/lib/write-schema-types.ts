import type { GeneratedFile } from './generated-file'
import type { Contract } from './load-contract'
import { describeTools, keepStamped } from './stamp'

const path = 'src/api/schema.gen.ts'

/**
 * `src/api/schema.gen.ts`: every type of the contract, by openapi-typescript. `current` is the file as it
 * stands, if it does; the package is loaded only when that text is out of date.
 */
export async function writeSchemaTypes({ document }: Contract, current?: string): Promise<GeneratedFile> {
  const tools = describeTools(['openapi-typescript', 'typescript'], ['write-schema-types.ts', 'stamp.ts'])
  const text = await keepStamped(current, `${tools}\n${JSON.stringify(document)}`, async () => {
    const { default: openapiTS, astToString } = await import('openapi-typescript')
    // openapi-typescript takes the document as an object and changes it, so it gets a copy of its own.
    const copy = structuredClone(document) as unknown as Parameters<typeof openapiTS>[0]
    const options = { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true }
    return astToString(await openapiTS(copy, options))
  })
  return { path, text }
}
