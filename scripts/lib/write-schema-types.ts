import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'
import { withoutNullAnswers } from './nullable'

/**
 * `src/api/schema.gen.ts`: every type of the contract, by openapi-typescript, which takes longer than all the rest. Null
 * is in no type of an answer: `src/api/without-nulls.ts` takes it out.
 */
export async function writeSchemaTypes({ document }: Contract): Promise<GeneratedFile> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  // openapi-typescript takes the document as an object and changes it, so it gets a copy of its own.
  const copy = withoutNullAnswers(document) as unknown as Parameters<typeof openapiTS>[0]
  const options = { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true }
  return {
    path: 'src/api/schema.gen.ts',
    text: `${generatedHeader}\n${astToString(await openapiTS(copy, options))}`,
  }
}
