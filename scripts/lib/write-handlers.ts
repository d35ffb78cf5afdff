import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'
import { colonPath, type Operation } from './operation'
import { printText } from './print-literal'

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
} from '../scripts/lib/operation-types'
import type { operations } from '../src/api/schema.gen'
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
