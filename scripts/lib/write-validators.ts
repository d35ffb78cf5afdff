import { type GeneratedFile, generatedHeader } from './generated-file'
import type { Contract } from './load-contract'
import { compareText, type Operation, type ParameterPlace } from './operation'
import { printKey } from './print-literal'
import type { SchemaNode } from './schema-node'
import { ValidatorCompiler } from './validator-compiler'

const typeText = `${generatedHeader}
export type AjvError = {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
  message?: string
}

/** True when the data is valid; otherwise \`errors\` names every fault until the next call. */
export type ValidateFn = ((data: unknown) => boolean) & { errors?: AjvError[] | null }

export type RequestPart = 'params' | 'query' | 'headers' | 'cookies' | 'body'

/** By operationId; a part is absent when the call takes nothing there. */
export declare const validateRequest: Record<string, { [Part in RequestPart]?: ValidateFn }>

/** By operationId and status, for answers that carry JSON or text. */
export declare const validateResponse: Record<string, Record<string, ValidateFn>>
`

/**
 * `mocks/validators.gen.js` and its types: plain functions for every part of every request and response. They need
 * neither eval nor imports, so they run under a strict content security policy.
 */
export function writeValidators({ operations, schemas }: Contract): GeneratedFile[] {
  const text = writeTables(operations, new ValidatorCompiler(schemas))
  return [
    { path: 'mocks/validators.gen.js', text: `${generatedHeader}\n${text}` },
    { path: 'mocks/validators.gen.d.ts', text: typeText },
  ]
}

function writeTables(operations: readonly Operation[], compiler: ValidatorCompiler): string {
  const sorted = [...operations].sort((a, b) => compareText(a.operationId, b.operationId))
  const requests = sorted.map(one => printRow(one.operationId, requestParts(one, compiler)))
  const responses = sorted.map(one => printRow(one.operationId, responseParts(one, compiler)))
  return `${compiler.print()}
export const validateRequest = {
${requests.join('')}}

export const validateResponse = {
${responses.join('')}}
`
}

type Parts = readonly (readonly [key: string, validator: string])[]

function printRow(id: string, parts: Parts): string {
  return `  ${printKey(id)}: { ${parts.map(([key, validator]) => `${key}: ${validator}`).join(', ')} },\n`
}

const partOf: Readonly<Record<ParameterPlace, string>> = {
  path: 'params',
  query: 'query',
  header: 'headers',
  cookie: 'cookies',
}

function requestParts({ parameters, body }: Operation, compiler: ValidatorCompiler): Parts {
  const parts: (readonly [string, string])[] = []
  for (const [place, part] of Object.entries(partOf)) {
    const here = parameters.filter(parameter => parameter.in === place)
    if (here.length === 0) continue
    const nameOf = (name: string) => (place === 'header' ? name.toLowerCase() : name)
    const schema: SchemaNode = {
      type: 'object',
      properties: Object.fromEntries(here.map(({ name, schema }) => [nameOf(name), schema])),
      required: here.filter(({ required }) => required).map(({ name }) => nameOf(name)),
    }
    parts.push([part, compiler.add(schema)])
  }
  if (body) {
    const schema = body.contentType === 'application/json' ? body.schema : compiler.formSchema(body.schema)
    parts.push(['body', compiler.add(schema)])
  }
  return parts
}

function responseParts({ responses }: Operation, compiler: ValidatorCompiler): Parts {
  return responses.flatMap(({ status, kind, schema }) =>
    schema && (kind === 'json' || kind === 'text') ? [[String(status), compiler.add(schema)] as const] : [],
  )
}
