import { isObject } from '../../packages/contract/json'
import { compareText, type Operation } from '../../packages/contract/operation'
import type { Contract } from '../../packages/contract/read-contract'
import { withoutNullAnswers } from '../../packages/contract/schema-node'
import { type GeneratedFile, generatedHeader, printKey, printLiteral } from './print'

/** `src/api/operations.gen.ts`: the operations with what the client needs of them. */
export function writeClientOperations({ operations }: Contract): GeneratedFile {
  const sorted = [...operations].sort((a, b) => compareText(a.operationId, b.operationId))
  const entries = sorted.map(
    operation => `  ${printKey(operation.operationId)}: ${printLiteral(summary(operation), 1)},\n`,
  )
  const paths = sorted.map(
    ({ operationId, method, path }) =>
      `  ${printKey(operationId)}: ${printLiteral(`${method} ${path}`, 1)},\n`,
  )
  const text = `${generatedHeader}
/** Every call: method, path, tag, effect, security and the error details by status. */
export const operations = {
${entries.join('')}} as const

export type OperationId = keyof typeof operations

/** Method and path, for the requests of the client. A string is smaller than an array. */
export const operationPaths = {
${paths.join('')}} as const
`
  return { path: 'src/api/operations.gen.ts', text }
}

/** `src/api/error-details.gen.ts`: a file of its own, because the first load needs it and no operations. */
export function writeErrorDetails({ schemas }: Contract): GeneratedFile {
  const text = `${generatedHeader}
/** Every value of \`detail\` in an error. */
export const errorDetails = ${printLiteral(schemas.ErrorDetail?.enum ?? [])} as const
`
  return { path: 'src/api/error-details.gen.ts', text }
}

function summary({ method, path, tag, effect, security, responses }: Operation) {
  const details = Object.fromEntries(
    responses.filter(one => one.details).map(one => [one.status, one.details]),
  )
  return { method, path, tag, effect, security, details }
}

/**
 * `packages/contract/schema.gen.ts`: every type of the contract, by openapi-typescript, which takes most of the time. Types
 * of responses have no null: `src/api/unwrap.ts` removes it.
 */
export async function writeSchemaTypes({ document }: Contract): Promise<GeneratedFile> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  // openapi-typescript modifies the document, so it gets a copy.
  const copy = withLossInDescriptions(withoutNullAnswers(document)) as unknown as Parameters<
    typeof openapiTS
  >[0]
  const options = { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true }
  return {
    path: 'packages/contract/schema.gen.ts',
    text: `${generatedHeader}\n${astToString(await openapiTS(copy, options))}`,
  }
}

/**
 * The document in which the description of an assumed part says what is lost without it. Without discriminators:
 * openapi-typescript takes the names of schemas for their values, which each branch has as a constant.
 */
function withLossInDescriptions<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withLossInDescriptions) as Value
  if (!isObject(value)) return value
  const copy = Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'discriminator' || !Array.isArray(value.oneOf))
      .map(([key, part]) => [key, withLossInDescriptions(part)]),
  )
  const { description, 'x-assumed': lost } = value
  if (typeof lost !== 'string') return copy as Value
  const sentences = typeof description === 'string' ? `${description.replace(/\.?$/, '.')} ` : ''
  return { ...copy, description: `${sentences}Assumed. Without it: ${lost}` } as Value
}
