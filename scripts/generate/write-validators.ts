import { Ajv2020 } from 'ajv/dist/2020'
import standalone from 'ajv/dist/standalone'
import { annotationFormats, stringFormats } from '../lib/matches'
import { compareText, type Operation, type ParameterPlace } from '../lib/operation'
import type { Contract } from '../lib/read-contract'
import { isBinary, nameOfRef, resolveSchema, type SchemaNode, type SchemaTable } from '../lib/schema-node'
import { type GeneratedFile, generatedHeader, printKey } from './print'

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
    const getName = (name: string) => (place === 'header' ? name.toLowerCase() : name)
    const schema: SchemaNode = {
      type: 'object',
      properties: Object.fromEntries(here.map(({ name, schema }) => [getName(name), schema])),
      required: here.filter(({ required }) => required).map(({ name }) => getName(name)),
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

/** Small stand-ins for the two helpers that ajv would otherwise fetch from its package at run time. */
const helpers: Readonly<Record<string, string>> = {
  ucs2length: 'const ucs2length = text => Array.from(text).length',
  equal: `const equal = (a, b) => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && equal(a[key], b[key]))
}`,
}

/** Turns schemas into the source of plain functions that need neither eval nor any import. */
class ValidatorCompiler {
  private readonly schemas: SchemaTable
  /** Validator names by the schema's text: equal schemas share one function. */
  private readonly names = new Map<string, string>()
  private readonly ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    inlineRefs: false,
    strict: true,
    strictRequired: false,
    // Without ajv's own tidying the script is a tenth longer and made in half the time.
    code: { source: true, esm: true, lines: true, optimize: false },
    // What schemas may hold is checked before (check-schema.ts); the meta-schemas alone take longer than many of ours.
    meta: false,
    validateSchema: false,
  })

  constructor(schemas: SchemaTable) {
    this.schemas = schemas
    for (const [name, pattern] of Object.entries(stringFormats)) this.ajv.addFormat(name, pattern)
    for (const name of annotationFormats) this.ajv.addFormat(name, true)
    for (const [name, schema] of Object.entries(schemas)) this.ajv.addSchema(forAjv(schema), getId(name))
  }

  /** The name of the function that will validate the schema. */
  add(schema: SchemaNode): string {
    const prepared = forAjv(schema)
    const key = JSON.stringify(prepared)
    const known = this.names.get(key)
    if (known) return known
    const name = `check${this.names.size}`
    this.names.set(key, name)
    this.ajv.addSchema(prepared, name)
    return name
  }

  /** A form's parts as an object: files may be anything, because bytes are no JSON. */
  formSchema(schema: SchemaNode): SchemaNode {
    const node = resolveSchema(schema, this.schemas)
    const properties = Object.entries(node.properties ?? {}).map(([name, child]): [string, SchemaNode] => {
      const part = resolveSchema(child, this.schemas)
      if (isBinary(part)) return [name, {}]
      return part.items && isBinary(resolveSchema(part.items, this.schemas))
        ? [name, { ...part, items: {} }]
        : [name, part]
    })
    return { ...node, properties: Object.fromEntries(properties) }
  }

  print(): string {
    const names = Object.fromEntries([...this.names.values()].map(name => [name, name]))
    const code = standalone(this.ajv, names)
      .replace('"use strict";\n', '')
      .replaceAll(/^export const (check\d+) =/gm, 'const $1 =')
    const used = new Set<string>()
    const body = withoutUnused(code).replaceAll(requiredHelper, (_match: string, helper: string) => {
      used.add(helper)
      return helper
    })
    const prelude = [...used].sort().map(name => `${helpers[name]}\n`)
    const text = `${prelude.join('')}${body}`
    const forbidden = /\brequire\(|\bimport\b|new Function|\beval\(/.exec(withoutLiterals(text))
    if (forbidden)
      throw new Error(`The validators would need ${forbidden[0]} at run time, which browsers lack.`)
    return text
  }
}

const requiredHelper = /require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g

/** ajv keeps a copy of every schema beside its function; only those that the code looks into are needed. */
function withoutUnused(code: string): string {
  const uses = new Map<string, number>()
  for (const [name] of code.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1)
  return code.replaceAll(/^const (schema\d+) = .*\n/gm, (line: string, name: string) =>
    uses.get(name) === 1 ? '' : line,
  )
}

/** Texts in the contract may hold any word; only code is searched. */
function withoutLiterals(code: string): string {
  return code.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
}

function getId(name: string): string {
  return `contract:${name}`
}

function forAjv(schema: SchemaNode): Record<string, unknown> {
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, rewrite(child)]))
  }
  const visit = (node: SchemaNode): Record<string, unknown> => {
    const result: Record<string, unknown> = {}
    for (const [key, child] of Object.entries(node)) {
      if (key.startsWith('x-') || key === 'default' || key === 'contentMediaType') continue
      if (key === '$ref') result.$ref = getId(nameOfRef(String(child)) ?? '')
      else if (key === 'properties') {
        result[key] = Object.fromEntries(
          Object.entries(node.properties ?? {}).map(([name, part]) => [name, visit(part)]),
        )
      } else if (key === 'allOf' || key === 'oneOf' || key === 'anyOf') result[key] = node[key]?.map(visit)
      else if (key === 'items' || (key === 'additionalProperties' && typeof child === 'object')) {
        result[key] = visit(child as SchemaNode)
      } else result[key] = rewrite(child)
    }
    return result
  }
  return visit(schema)
}
