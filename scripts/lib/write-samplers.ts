import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'
import { compareText } from './operation'
import { printLiteral, printText } from './print-literal'

/** `mocks/samplers.gen.ts`: the named schemas as data, and a seeded sampler for each schema and response. */
export function writeSamplers({ schemas }: Contract): GeneratedFile {
  const names = Object.keys(schemas).sort(compareText)
  const sorted = Object.fromEntries(names.map(name => [name, schemas[name]]))
  const text = `${generatedHeader}
import { makeSampler, type SampleOptions } from '../scripts/lib/sampler'
import { makeResponseSampler } from '../scripts/lib/sample-response'
import type { SchemaNode } from '../scripts/lib/schema-node'
import type { Seed } from '../scripts/lib/seeded-random'
import { type OperationId, operationTable } from './operations.gen'

export type SchemaName =${names.map(name => `\n  | ${printText(name)}`).join('') || ' never'}

/** The named schemas of the contract. */
export const schemas: Readonly<Record<SchemaName, SchemaNode>> = ${printLiteral(sorted)}

/** Any value that a schema allows; equal seeds and options give equal values. */
export const sampleSchema = makeSampler(schemas)

/** A value of each named schema. */
export const samplers: Readonly<Record<SchemaName, (seed: Seed, options?: SampleOptions) => unknown>> = {
${names.map(name => `  ${name}: (seed, options) => sampleSchema(schemas.${name}, seed, options),\n`).join('')}}

const sampleAnswer = makeResponseSampler(operationTable, sampleSchema)

/**
 * The body of a documented answer: JSON as data, text as a string, a download as a Uint8Array, undefined for an
 * empty answer. Throws a RangeError for a status that the contract does not document.
 */
export function sampleResponse(operationId: OperationId, status: number, seed: Seed, options?: SampleOptions): unknown {
  return sampleAnswer(operationId, status, seed, options)
}
`
  return { path: 'mocks/samplers.gen.ts', text }
}
