import { isEqual, isObject } from './json'
import { getTypes, nameOfRef, type SchemaNode, type SchemaTable, type SchemaType } from './schema-node'

/**
 * Whether a JSON value is valid. Supports the same part of JSON Schema as the generator without compiling, so the
 * sampler can test a choice at once (exactly one branch of a oneOf must match).
 */
export function matches(node: SchemaNode, value: unknown, schemas: SchemaTable): boolean {
  const target = node.$ref && schemas[nameOfRef(node.$ref) ?? '']
  if (target && !matches(target, value, schemas)) return false
  const types = getTypes(node)
  if (types && !types.some(type => hasType(value, type))) return false
  if (node.enum && !node.enum.some(item => isEqual(item, value))) return false
  if (node.const !== undefined && !isEqual(node.const, value)) return false
  return matchesBranches(node, value, schemas) && matchesParts(node, value, schemas)
}

function matchesBranches(node: SchemaNode, value: unknown, schemas: SchemaTable): boolean {
  const holds = (part: SchemaNode) => matches(part, value, schemas)
  if (node.allOf && !node.allOf.every(holds)) return false
  if (node.anyOf && !node.anyOf.some(holds)) return false
  return !node.oneOf || node.oneOf.filter(holds).length === 1
}

function matchesParts(node: SchemaNode, value: unknown, schemas: SchemaTable): boolean {
  if (typeof value === 'string') return matchesText(node, value)
  if (typeof value === 'number') return matchesNumber(node, value)
  if (Array.isArray(value)) return matchesList(node, value, schemas)
  return !isObject(value) || matchesObject(node, value, schemas)
}

/** Whether a JSON value has a type; `1.0` is an integer. */
export function hasType(value: unknown, type: SchemaType): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === type
}

function matchesText(node: SchemaNode, value: string): boolean {
  const length = Array.from(value).length
  if (length < (node.minLength ?? 0) || length > (node.maxLength ?? Number.POSITIVE_INFINITY)) return false
  if (node.pattern !== undefined && !new RegExp(node.pattern, 'u').test(value)) return false
  const pattern = node.format === undefined ? undefined : formatPattern(node.format)
  return !pattern || pattern.test(value)
}

function matchesNumber(node: SchemaNode, value: number): boolean {
  if (
    value < (node.minimum ?? Number.NEGATIVE_INFINITY) ||
    value > (node.maximum ?? Number.POSITIVE_INFINITY)
  )
    return false
  if (node.exclusiveMinimum !== undefined && value <= node.exclusiveMinimum) return false
  if (node.exclusiveMaximum !== undefined && value >= node.exclusiveMaximum) return false
  return node.multipleOf === undefined || Number.isInteger(value / node.multipleOf)
}

function matchesList(node: SchemaNode, value: readonly unknown[], schemas: SchemaTable): boolean {
  if (value.length < (node.minItems ?? 0) || value.length > (node.maxItems ?? Number.POSITIVE_INFINITY))
    return false
  if (
    node.uniqueItems &&
    value.some((item, index) => value.slice(0, index).some(other => isEqual(other, item)))
  )
    return false
  const { items } = node
  return !items || value.every(item => matches(items, item, schemas))
}

function matchesObject(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  schemas: SchemaTable,
): boolean {
  const keys = Object.keys(value)
  if (
    keys.length < (node.minProperties ?? 0) ||
    keys.length > (node.maxProperties ?? Number.POSITIVE_INFINITY)
  )
    return false
  if (node.required?.some(name => !Object.hasOwn(value, name))) return false
  return keys.every(key => {
    const known = node.properties && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined
    if (known) return matches(known, value[key], schemas)
    const extra = node.additionalProperties ?? true
    return typeof extra === 'boolean' ? extra : matches(extra, value[key], schemas)
  })
}

/**
 * The string formats of the contract as regular expressions, which stand-alone validators can contain. Stricter
 * than JSON Schema where browsers differ: a `date-time` has a `T` and an offset (RFC 3339), because Safari parses
 * no other.
 */

const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const longMonth = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])'
const shortMonth = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)'
const february = '02-(?:0[1-9]|1\\d|2[0-8])'
const date = `(?:\\d{4}-(?:${longMonth}|${shortMonth}|${february})|${leapYear}-02-29)`
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?'
const offset = '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)'
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const beyondAscii = '\\u00a1-\\uffff'
const mailAtom = `[\\w!#$%&'*+/=?^\`{|}~${beyondAscii}-]+`
const mailLabel = `[a-z\\d${beyondAscii}](?:[a-z\\d${beyondAscii}-]{0,61}[a-z\\d${beyondAscii}])?`
const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'

export const stringFormats = {
  date: new RegExp(`^${date}$`),
  'date-time': new RegExp(`^${date}T${time}${offset}$`),
  // Letters beyond ASCII too (RFC 6531), as FastAPI accepts them.
  email: new RegExp(`^${mailAtom}(?:\\.${mailAtom})*@(?:${mailLabel}\\.)+${mailLabel}$`, 'i'),
  hostname: new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`, 'i'),
  ipv4: new RegExp(`^${octet}(?:\\.${octet}){3}$`),
  uri: /^[a-z][a-z\d+.-]*:(?:[^\s<>"{}|\\^`%]|%[\da-f]{2})+$/i,
  'uri-reference': /^(?:[^\s<>"{}|\\^`%]|%[\da-f]{2})*$/i,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
} as const satisfies Record<string, RegExp>

export type StringFormat = keyof typeof stringFormats

/** Formats that describe a value without restricting it here. */
export const annotationFormats: readonly string[] = [
  'binary',
  'password',
  'int32',
  'int64',
  'float',
  'double',
]

const patterns = new Map<string, RegExp>(Object.entries(stringFormats))

export function formatPattern(format: string): RegExp | undefined {
  return patterns.get(format)
}
