import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'
import { withoutNullAnswers } from './nullable'

/**
 * `src/api/schema.gen.ts`: every type of the contract, by openapi-typescript, which takes most of the time. Types
 * of responses have no null: `src/api/without-nulls.ts` removes it.
 */
export async function writeSchemaTypes({ document }: Contract): Promise<GeneratedFile> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  // openapi-typescript modifies the document, so it gets a copy.
  const copy = withoutNullAnswers(document) as unknown as Parameters<typeof openapiTS>[0]
  const options = { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true }
  return {
    path: 'src/api/schema.gen.ts',
    text: `${generatedHeader}\n${astToString(await openapiTS(copy, options))}`,
  }
}
