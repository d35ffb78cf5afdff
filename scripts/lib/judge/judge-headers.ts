import { matches } from '../matches'
import type { OperationResponse, ResponseHeader } from '../operation'
import { typesOf } from '../schema-node'
import { type Case, judged } from './case'
import type { DriftId } from './drift-classes'
import { headerOf } from './exchange'
import { judgeCookie } from './judge-cookie'
import type { Judgement } from './judgement'
import { printable } from './shape'

/** The headers that the contract declares for an answer, cookies among them. */
export function judgeHeaders(of: Case, documented: OperationResponse): Judgement[] {
  return documented.headers.flatMap(header => {
    if (header.cookie) return judgeCookie(of, documented, header, header.cookie)
    return judgeHeader(of, documented, header)
  })
}

const driftOf: Readonly<Record<string, DriftId>> = { 'content-disposition': 'DR53', 'retry-after': 'DR61' }

function judgeHeader(of: Case, { status, assumed }: OperationResponse, header: ResponseHeader): Judgement[] {
  const { name, required } = header
  const value = headerOf(of.response.headers, name)
  const draft = { place: `answer ${status} header ${name}`, isAssumed: assumed === true }
  if (value === undefined) {
    if (!required) return []
    const what = `The header ${name} is promised in the answer ${status}, it is missing.`
    return [judged(of, driftOf[name] ?? 'DR21', { ...draft, what })]
  }
  if (isRight(of, header, value)) return []
  const witness = printable(value)
  const what = `The header ${name} of the answer ${status} breaks its promise (${promiseOf(header)}): "${witness}".`
  return [judged(of, driftOf[name] ?? 'DR36', { ...draft, what, witness })]
}

function isRight({ contract }: Case, { name, schema }: ResponseHeader, value: string): boolean {
  // A download without a name in it gets one that the browser makes up.
  if (name === 'content-disposition' && !/filename\*?\s*=\s*(?:"[^"]|[^"\s;])/i.test(value)) return false
  if (!schema) return true
  // The words of this header, such as attachment, may be written in any case (RFC 6266).
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
