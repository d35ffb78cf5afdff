import type { FlatSchema } from '../flatten-schema'
import { formatPattern } from '../formats'
import { isEqual, isObject } from '../json'
import { hasType } from '../matches'
import type { SchemaType } from '../schema-node'
import type { Alternative } from './alternatives'
import type { Severity } from './contract-violation'
import type { DriftId } from './drift-classes'
import { toPrintable, toPrintableTimestamp, toPrintableWord } from './printable'

/** `what` is half a sentence: `an integer is promised, a string came`. */
export type ValueMismatch = {
  readonly driftId: DriftId
  readonly what: string
  readonly witness: unknown
  readonly severity?: Severity
}

/** The first problem of a value itself, without its children; undefined if valid. */
export function valueMismatch(
  { flat, patterns, isExtensible }: Alternative,
  value: unknown,
): ValueMismatch | undefined {
  if (flat.types && !flat.types.some(type => hasType(value, type)))
    return typeMismatch(flat, flat.types, value)
  if (flat.values && !flat.values.some(known => isEqual(known, value))) {
    const witness = typeof value === 'string' ? toPrintableWord(value) : toPrintable(value)
    const what = `one of ${flat.values.slice(0, 12).map(print).join(', ')} is promised, ${print(witness)} came`
    return { driftId: 'DR27', what, witness, severity: isExtensible ? 'degraded' : 'breaking' }
  }
  if (typeof value === 'string') return textMismatch(flat, patterns, value)
  if (typeof value === 'number') return limitMismatch(value, numberLimits(flat, value), toPrintable(value))
  if (Array.isArray(value)) return listMismatch(flat, value)
  if (!isObject(value)) return undefined
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = flat.limits
  const size = Object.keys(value).length
  const limits = [size < minProperties && `at least ${minProperties} fields`]
  return limitMismatch(`${size} fields`, [
    ...limits,
    size > maxProperties && `at most ${maxProperties} fields`,
  ])
}

function typeMismatch(flat: FlatSchema, types: readonly SchemaType[], value: unknown): ValueMismatch {
  const what = `${types.map(nameOfType).join(' or ')} is promised, ${describe(value)} came`
  const witness = toPrintable(value)
  if (value === null) return { driftId: 'DR26', what, witness }
  const isTimestamp = flat.formats.some(format => format === 'date-time' || format === 'date')
  if (isTimestamp && typeof value === 'number') return { driftId: 'DR30', what, witness }
  if (types.includes('array')) return { driftId: 'DR32', what, witness }
  if (types.includes('object')) return { driftId: 'DR33', what, witness }
  // A wrong text or number only degrades a screen; an object breaks it.
  return { driftId: 'DR25', what, witness, ...(typeof value === 'object' && { severity: 'breaking' }) }
}

function textMismatch(
  flat: FlatSchema,
  patterns: readonly RegExp[],
  value: string,
): ValueMismatch | undefined {
  const format = flat.formats.find(one => formatPattern(one)?.test(value) === false)
  if (format !== undefined) return formatMismatch(format, value)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = flat.limits
  const length = value.length > maxLength || minLength > 0 ? lengthOf(value) : value.length
  const failed = patterns.findIndex(pattern => !pattern.test(value))
  const promise =
    (length < minLength && `at least ${minLength} characters`) ||
    (length > maxLength && `at most ${maxLength} characters`) ||
    (failed >= 0 && `the pattern ${flat.patterns[failed]}`)
  // Only invalid texts are made printable, for speed with large responses.
  return promise ? limitMismatch(print(toPrintable(value)), [promise], toPrintable(value)) : undefined
}

function formatMismatch(format: string, value: string): ValueMismatch {
  const isTimestamp = format === 'date-time' || format === 'date'
  const witness = isTimestamp ? toPrintableTimestamp(value) : toPrintable(value)
  const isEpoch = /^\d{9,}(?:\.\d+)?$/.test(value)
  const driftId = isTimestamp ? (isEpoch ? 'DR30' : 'DR29') : 'DR31'
  return { driftId, what: `the format ${format} is promised, ${print(witness)} came`, witness }
}

function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function numberLimits({ limits, multipleOf }: FlatSchema, value: number): readonly (string | false)[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits
  return [
    minimum !== undefined && value < minimum && `at least ${minimum}`,
    maximum !== undefined && value > maximum && `at most ${maximum}`,
    exclusiveMinimum !== undefined && value <= exclusiveMinimum && `more than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && value >= exclusiveMaximum && `less than ${exclusiveMaximum}`,
    multipleOf !== undefined && !Number.isInteger(value / multipleOf) && `a multiple of ${multipleOf}`,
  ]
}

function listMismatch(flat: FlatSchema, value: readonly unknown[]): ValueMismatch | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = flat.limits
  // Only scalars: comparing objects could take quadratic time.
  const plain = flat.isUnique ? value.filter(item => typeof item !== 'object') : []
  return limitMismatch(`${value.length} items`, [
    value.length < minItems && `at least ${minItems} items`,
    value.length > maxItems && `at most ${maxItems} items`,
    new Set(plain).size < plain.length && 'a list without doubles',
  ])
}

function limitMismatch(
  actual: unknown,
  broken: readonly (string | false)[],
  witness: unknown = actual,
): ValueMismatch | undefined {
  const [promise] = broken.filter(limit => limit !== false)
  return promise === undefined
    ? undefined
    : { driftId: 'DR36', what: `${promise} is promised, ${actual} came`, witness }
}

const typeNames: Readonly<Record<SchemaType, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function nameOfType(type: SchemaType): string {
  return typeNames[type]
}

/** `a list`, `an integer`. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number'
  return typeNames[typeof value as SchemaType] ?? 'nothing'
}

function print(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}
