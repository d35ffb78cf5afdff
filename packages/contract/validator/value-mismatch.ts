import { formatPattern } from '../formats'
import { getKind, isEqual, isObject } from '../json'
import { hasType } from '../json-schema'
import { fitsPattern } from '../pattern'
import type { FlatSchema, SchemaTable, SchemaType } from '../schema-node'
import { areSimilarNames } from '../similar-names'
import type { DriftId, Severity } from './drift-classes'
import { driftIds } from './drift-ids'
import { findListField } from './moved-fields'
import { toPrintable, toPrintableTimestamp, toPrintableWord } from './printable'
import type { Alternative } from './property-tree'

/** `what` is half a sentence: `an integer is promised, a string came`. */
export type ValueMismatch = {
  readonly driftId: DriftId
  readonly what: string
  readonly witness: unknown
  readonly came: string
  readonly severity?: Severity
  readonly advice?: string
}

/** The first problem of a value itself, without its children; undefined if valid. */
export function valueMismatch(
  { flat, isExtensible }: Alternative,
  value: unknown,
  schemas: SchemaTable,
): ValueMismatch | undefined {
  if (flat.types && !flat.types.some(type => hasType(value, type)))
    return typeMismatch(flat, flat.types, value, schemas)
  if (flat.values && !flat.values.some(known => isEqual(known, value))) {
    const witness = typeof value === 'string' ? toPrintableWord(value) : toPrintable(value)
    const meant = flat.values.find(
      known => typeof known === 'string' && typeof value === 'string' && areSimilarNames(known, value),
    )
    const list = flat.values.slice(0, 12).map(print).join(', ')
    const what =
      meant === undefined
        ? `one of ${list} is promised, ${print(witness)} came`
        : `${print(witness)} came where ${print(meant)} is due`
    const came = `${getKind(value)}:${witness}`
    return {
      driftId: driftIds.enumValueAdded,
      what,
      witness,
      came,
      severity: isExtensible ? 'degraded' : 'breaking',
      ...(meant !== undefined && { advice: 'Send the value as the contract writes it.' }),
    }
  }
  if (typeof value === 'string') return textMismatch(flat, value)
  if (typeof value === 'number') return limitMismatch('number', value, numberLimits(flat, value))
  if (Array.isArray(value)) return listMismatch(flat, value)
  if (!isObject(value)) return undefined
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = flat.limits
  const size = Object.keys(value).length
  return limitMismatch('object', `${size} fields`, {
    few: size < minProperties && `at least ${minProperties} fields`,
    many: size > maxProperties && `at most ${maxProperties} fields`,
  })
}

function typeMismatch(
  flat: FlatSchema,
  types: readonly SchemaType[],
  value: unknown,
  schemas: SchemaTable,
): ValueMismatch {
  const promised = types.filter(type => type !== 'null').map(nameOfType)
  const what = `${promised.join(' or ')} is promised, ${describe(value)} came`
  // Where a number is promised, one in quotes is no secret.
  const isNumber = promised.some(one => /number|integer/.test(one)) && /^-?[\d.]{1,9}$/.test(String(value))
  const base = { what, witness: isNumber ? value : toPrintable(value), came: getKind(value) }
  if (value === null) return { ...base, driftId: driftIds.unexpectedNull }
  const isTimestamp = flat.formats.some(format => format === 'date-time' || format === 'date')
  if (isTimestamp && typeof value === 'number') return { ...base, driftId: driftIds.dateAsNumber }
  if (types.includes('array')) {
    const field = findListField(flat.items, value, schemas)
    const under = field === undefined ? '' : `; the list stands under "${toPrintableWord(field)}"`
    return { ...base, what: what + under, driftId: driftIds.listBecameObject }
  }
  if (types.includes('object')) return { ...base, driftId: driftIds.objectBecameScalar }
  // A wrong text or number only degrades a screen; an object breaks it.
  return { ...base, driftId: driftIds.scalarType, ...(typeof value === 'object' && { severity: 'breaking' }) }
}

function textMismatch(flat: FlatSchema, value: string): ValueMismatch | undefined {
  const format = flat.formats.find(one => formatPattern(one)?.test(value) === false)
  if (format !== undefined) return formatMismatch(format, value)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = flat.limits
  const length = value.length > maxLength || minLength > 0 ? getLength(value) : value.length
  const failed = flat.patterns.findIndex(pattern => !fitsPattern(pattern, value))
  const broken = {
    short: length < minLength && `at least ${minLength} characters`,
    long: length > maxLength && `at most ${maxLength} characters`,
    pattern: failed >= 0 && `the pattern ${flat.patterns[failed]}`,
  }
  // Only invalid texts are made printable, for speed with large responses.
  if (Object.values(broken).every(promise => promise === false)) return undefined
  const size = broken.short || broken.long ? ` (${length} characters)` : ''
  return limitMismatch('string', `${print(toPrintable(value))}${size}`, broken, toPrintable(value))
}

function formatMismatch(format: string, value: string): ValueMismatch {
  const isTimestamp = format === 'date-time' || format === 'date'
  const witness = isTimestamp ? toPrintableTimestamp(value) : toPrintable(value)
  const isEpoch = /^\d{9,}(?:\.\d+)?$/.test(value)
  const driftId = isTimestamp
    ? isEpoch
      ? driftIds.dateAsNumber
      : driftIds.dateTimeFormat
    : driftIds.formatLost
  const what = `the format ${format} is promised, ${print(witness)} came`
  const form = isTimestamp ? String(witness).replaceAll(/\d/g, '0').replace(/\.0+/, '.0') : format
  return { driftId, what, witness, came: `string:${form}` }
}

function getLength(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function numberLimits({ limits, multipleOf }: FlatSchema, value: number): Limits {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits
  const low = exclusiveMinimum !== undefined && value <= exclusiveMinimum && `more than ${exclusiveMinimum}`
  const high = exclusiveMaximum !== undefined && value >= exclusiveMaximum && `less than ${exclusiveMaximum}`
  return {
    low: (minimum !== undefined && value < minimum && `at least ${minimum}`) || low,
    high: (maximum !== undefined && value > maximum && `at most ${maximum}`) || high,
    step: multipleOf !== undefined && !Number.isInteger(value / multipleOf) && `a multiple of ${multipleOf}`,
  }
}

function listMismatch(flat: FlatSchema, value: readonly unknown[]): ValueMismatch | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = flat.limits
  // Only scalars: comparing objects could take quadratic time.
  const plain = flat.isUnique ? value.filter(item => typeof item !== 'object') : []
  return limitMismatch('array', `${value.length} items`, {
    few: value.length < minItems && `at least ${minItems} items`,
    many: value.length > maxItems && `at most ${maxItems} items`,
    double: new Set(plain).size < plain.length && 'a list without doubles',
  })
}

/** Promises by their name; false for those that are kept. */
type Limits = Readonly<Record<string, string | false>>

function limitMismatch(
  kind: string,
  actual: unknown,
  limits: Limits,
  witness: unknown = actual,
): ValueMismatch | undefined {
  const name = Object.keys(limits).find(one => limits[one] !== false)
  if (name === undefined) return undefined
  return {
    driftId: driftIds.valueOutOfRange,
    what: `${limits[name]} is promised, ${actual} came`,
    witness,
    came: `${kind}:${name}`,
  }
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
