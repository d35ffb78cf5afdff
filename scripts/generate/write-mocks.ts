import { colonPath, compareText, type Operation } from '../../packages/contract/operation'
import type { Contract } from '../../packages/contract/read-contract'
import { type GeneratedFile, generatedHeader, printLiteral, printText } from './print'

/** `mocks/operations.gen.ts`: the whole normalized contract as data, the most specific paths first. */
export function writeMockOperations({ operations, basePath }: Contract): GeneratedFile {
  const entries = operations.map(operation => `  ${printLiteral(withoutText(operation), 1)},\n`)
  const text = `${generatedHeader}
import type { Operation } from '../packages/contract/operation'

${printUnion('OperationId', operations)}
/** Calls that carry an access token. */
${printUnion(
  'BearerOperationId',
  operations.filter(operation => operation.security === 'bearer'),
)}
/** Calls whose body is a form. */
${printUnion('FormOperationId', operations.filter(isForm))}
/** What stands before every path. */
export const basePath = ${printText(basePath)}

/** Every call of the contract; in this order the first path that matches is the right one. */
export const operationTable: readonly Operation<OperationId>[] = [
${entries.join('')}]
`
  return { path: 'mocks/operations.gen.ts', text }
}

function isForm({ body }: Operation): boolean {
  return body?.contentType === 'multipart/form-data'
}

function printUnion(name: string, operations: readonly Operation[]): string {
  const ids = operations.map(operation => operation.operationId).sort(compareText)
  const members = ids.map(id => `\n  | ${printText(id)}`).join('')
  return `export type ${name} =${members || ' never'}\n`
}

/** `mocks/samplers.gen.ts`: the named schemas as data, and a seeded sampler for each schema and response. */
export function writeSamplers({ schemas }: Contract): GeneratedFile {
  const names = Object.keys(schemas).sort(compareText)
  const sorted = Object.fromEntries(names.map(name => [name, withoutText(schemas[name])]))
  const text = `${generatedHeader}
import { makeResponseSampler, makeSampler, type SampleOptions } from '../packages/contract/sampler'
import type { SchemaNode } from '../packages/contract/schema-node'
import type { Seed } from '../packages/contract/seeded-random'
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

/** The schema with `true` in place of the text of `x-assumed`, which the simulated platform never shows. */
function withoutText(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'x-assumed' && typeof value === 'string' ? true : value,
  )
}

/** `mocks/handlers.gen.ts`: the types of handlers, and one msw handler for each operation. */
export function writeHandlers({ operations, basePath }: Contract): GeneratedFile {
  const text = `${generatedHeader}
import { type HttpHandler, http } from 'msw'
import type {
  AnswerOf,
  BodyOf as BodyOfOperation,
  JsonBodyOf as JsonBodyOfOperation,
  PathParamsOf as PathParamsOfOperation,
  QueryOf as QueryOfOperation,
  StatusOf as StatusOfOperation,
} from '../packages/contract/operation'
import type { operations } from '../packages/contract/schema.gen'
import type { BearerOperationId, FormOperationId, OperationId } from './operations.gen'
import type { UserRow, Db } from './platform/db'

export type PathParamsOf<Id extends OperationId> = PathParamsOfOperation<operations[Id]>
export type QueryOf<Id extends OperationId> = QueryOfOperation<operations[Id]>
/** The JSON body; undefined for forms, whose parts are read from \`context.form\`. */
export type BodyOf<Id extends OperationId> = BodyOfOperation<operations[Id]>
export type StatusOf<Id extends OperationId> = StatusOfOperation<operations[Id]>
export type JsonBodyOf<Id extends OperationId, Status extends StatusOf<Id>> = JsonBodyOfOperation<
  operations[Id],
  Status
>

/** What behaviour is given: the request after its validation, and the simulated platform. */
export type MockContext<Id extends OperationId> = {
  db: Db
  params: PathParamsOf<Id>
  query: QueryOf<Id>
  body: BodyOf<Id>
  cookies: Record<string, string>
  headers: Headers
  /** Scheme and host by which the caller knows the platform. */
  origin: string
  /** Milliseconds of the virtual clock. */
  now: number
} & (Id extends BearerOperationId ? { user: UserRow } : { user?: undefined }) &
  (Id extends FormOperationId ? { form: FormData } : { form?: undefined })

/** One of the answers that the contract documents for the call. */
export type MockAnswer<Id extends OperationId> = AnswerOf<operations[Id]>

/** Behaviour for every call of the contract: a function, or the word 'generated' for a sampled answer. */
export type MockOperations = {
  [Id in OperationId]: ((context: MockContext<Id>) => MockAnswer<Id> | Promise<MockAnswer<Id>>) | 'generated'
}

/** Answers one matched call; \`params\` are the decoded parts of the path. */
export type RunOperation = (
  operationId: OperationId,
  call: { request: Request; params: Record<string, string> },
) => Promise<Response>

/**
 * One handler for each call, special paths first, bound to \`\${baseUrl}${basePath}\`. \`baseUrl\` is an origin
 * such as \`http://localhost\`; without it, paths are relative to the page.
 */
export function makeHandlers(run: RunOperation, options: { baseUrl?: string } = {}): HttpHandler[] {
  const base = \`\${options.baseUrl ?? ''}${basePath}\`
  return [
${operations.map(printHandler).join('')}  ]
}
`
  return { path: 'mocks/handlers.gen.ts', text }
}

function printHandler({ operationId, method, path, parameters }: Operation): string {
  const names = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)
  const types = names.length > 0 ? `<{ ${names.map(name => `${name}: string`).join('; ')} }>` : ''
  const params = names.length > 0 ? 'params' : 'params: {}'
  const taken = names.length > 0 ? '{ request, params }' : '{ request }'
  return `    http.${method}${types}(\`\${base}${colonPath(path)}\`, (${taken}) => run(${printText(operationId)}, { request, ${params} })),\n`
}
