import { matches } from '../matches'
import type { OperationResponse, ResponseHeader } from '../operation'
import { typesOf } from '../schema-node'
import type { ContractViolation } from './contract-violation'
import type { DriftId } from './drift-classes'
import { getHeader } from './exchange'
import { toPrintable } from './printable'
import { makeViolation, type ResponseContext } from './response-context'
import { validateCookie } from './validate-cookie'

export function validateHeaders(
  context: ResponseContext,
  documented: OperationResponse,
): ContractViolation[] {
  return documented.headers.flatMap(header => {
    if (header.cookie) return validateCookie(context, documented, header, header.cookie)
    return validateHeader(context, documented, header)
  })
}

const getDriftId: Readonly<Record<string, DriftId>> = { 'content-disposition': 'DR53', 'retry-after': 'DR61' }

function validateHeader(
  context: ResponseContext,
  { status, assumed }: OperationResponse,
  header: ResponseHeader,
): ContractViolation[] {
  const { name, required } = header
  const value = getHeader(context.response.headers, name)
  const draft = { place: `answer ${status} header ${name}`, isAssumed: assumed === true }
  if (value === undefined) {
    if (!required) return []
    const what = `The header ${name} is promised in the answer ${status}, it is missing.`
    return [makeViolation(context, getDriftId[name] ?? 'DR21', { ...draft, what })]
  }
  if (isRight(context, header, value)) return []
  const witness = toPrintable(value)
  const what = `The header ${name} of the answer ${status} breaks its promise (${promiseOf(header)}): "${witness}".`
  return [makeViolation(context, getDriftId[name] ?? 'DR36', { ...draft, what, witness })]
}

function isRight({ contract }: ResponseContext, { name, schema }: ResponseHeader, value: string): boolean {
  // Without a file name the browser makes one up.
  if (name === 'content-disposition' && !/filename\*?\s*=\s*(?:"[^"]|[^"\s;])/i.test(value)) return false
  if (!schema) return true
  // Disposition types are case-insensitive (RFC 6266).
  if (name === 'content-disposition' && schema.pattern !== undefined)
    return new RegExp(schema.pattern, 'iu').test(value)
  const types = typesOf(schema) ?? []
  const isNumber =
    (types.includes('integer') || types.includes('number')) && /^-?\d+(?:\.\d+)?$/.test(value.trim())
  return matches(schema, isNumber ? Number(value) : value, contract.schemas)
}

function promiseOf({ schema = {} }: ResponseHeader): string {
  if (schema.pattern !== undefined) return schema.pattern
  const { minimum, maximum } = schema
  const range = minimum === undefined && maximum === undefined ? '' : ` from ${minimum} to ${maximum}`
  return `${[schema.type ?? 'a value'].flat().join(' or ')}${range}`
}
