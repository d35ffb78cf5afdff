import { formatPattern } from './formats'
import { isEqual, isObject } from './json'
import { fitsPattern } from './pattern'
import { nameOfRef, type SchemaNode, type SchemaTable, type SchemaType } from './schema-node'

/** A value that its schema forbids. */
export interface Issue {
  /** The place in the validated value; ends with the name of a missing or forbidden property. */
  readonly path: readonly (string | number)[]
  /** The keyword of JSON Schema that is not kept. */
  readonly keyword: string
  /** What the schema says there: `20` for `maxLength`. */
  readonly expected: unknown
}

/** Whether a JSON value is valid. */
export const matches = (node: SchemaNode, value: unknown, schemas: SchemaTable): boolean =>
  findIssues(node, value, schemas).length === 0

/** What a schema forbids in one value; a chain of schemas that each name the next one twice would take for ever. */
type Known = Map<SchemaNode, readonly Issue[]>

/** Everything in a JSON value that its schema forbids. `check-schema.ts` rejects keywords that are not known here. */
export function findIssues(node: SchemaNode, value: unknown, schemas: SchemaTable): readonly Issue[] {
  return findWith(undefined, node, value, schemas)
}

/** Large answers have many thousand values, so nothing is made for a value that is valid. */
function findWith(
  known: Known | undefined,
  node: SchemaNode,
  value: unknown,
  schemas: SchemaTable,
): readonly Issue[] {
  const before = known?.get(node)
  if (before) return before
  const issues: Issue[] = []
  const { type } = node
  if (type !== undefined && !hasTypeOf(value, type)) issues.push(issue('type', type))
  if (node.enum && !node.enum.some(item => isEqual(item, value))) issues.push(issue('enum', node.enum))
  if (node.const !== undefined && !isEqual(node.const, value)) issues.push(issue('const', node.const))
  if (isComposed(node)) addFromBranches(issues, known ?? new Map(), node, value, schemas)
  addFromParts(issues, node, value, schemas)
  // The same schema on two ways has the same issues.
  const unique = issues.length > 1 ? [...new Set(issues)] : issues
  known?.set(node, unique)
  return unique
}

const isComposed = ({ $ref, allOf, anyOf, oneOf }: SchemaNode): boolean =>
  $ref !== undefined || allOf !== undefined || anyOf !== undefined || oneOf !== undefined

const hasTypeOf = (value: unknown, type: NonNullable<SchemaNode['type']>): boolean =>
  typeof type === 'string' ? hasType(value, type) : type.some(one => hasType(value, one))

const issue = (keyword: string, expected: unknown, ...path: (string | number)[]): Issue => ({
  path,
  keyword,
  expected,
})

function addFromBranches(
  issues: Issue[],
  known: Known,
  node: SchemaNode,
  value: unknown,
  schemas: SchemaTable,
): void {
  const find = (part: SchemaNode) => findWith(known, part, value, schemas)
  const target = node.$ref && schemas[nameOfRef(node.$ref) ?? '']
  if (target) addAll(issues, find(target))
  for (const part of node.allOf ?? []) addAll(issues, find(part))
  const any = node.anyOf?.map(find)
  if (any && !any.some(isEmpty)) addAll(issues, closest(any))
  const one = node.oneOf?.map(find)
  const matching = one?.filter(isEmpty).length ?? 1
  if (one && matching === 0) addAll(issues, closest(one))
  if (matching > 1) issues.push(issue('oneOf', node.oneOf))
}

/** There may be more than a call takes parameters. */
function addAll(issues: Issue[], others: readonly Issue[], ...path: (string | number)[]): void {
  for (const one of others) issues.push(path.length > 0 ? { ...one, path: [...path, ...one.path] } : one)
}

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0

/** Those of the branch that was nearly kept. */
const closest = (branches: readonly (readonly Issue[])[]): readonly Issue[] =>
  branches.reduce((best, next) => (next.length < best.length ? next : best))

function addFromParts(issues: Issue[], node: SchemaNode, value: unknown, schemas: SchemaTable): void {
  if (typeof value === 'string') addFromText(issues, node, value)
  else if (typeof value === 'number') addFromNumber(issues, node, value)
  else if (Array.isArray(value)) addFromList(issues, node, value, schemas)
  else if (isObject(value)) addFromObject(issues, node, value, schemas)
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

function addFromText(
  issues: Issue[],
  { minLength, maxLength, pattern, format }: SchemaNode,
  value: string,
): void {
  const isLimited = minLength !== undefined || maxLength !== undefined
  const length = isLimited ? getLength(value) : 0
  if (minLength !== undefined && length < minLength) issues.push(issue('minLength', minLength))
  if (maxLength !== undefined && length > maxLength) issues.push(issue('maxLength', maxLength))
  if (pattern !== undefined && !fitsPattern(pattern, value)) issues.push(issue('pattern', pattern))
  if (format !== undefined && formatPattern(format)?.test(value) === false)
    issues.push(issue('format', format))
}

/** In characters, of which some take two places in a string. */
const getLength = (text: string): number =>
  /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length

function addFromNumber(issues: Issue[], node: SchemaNode, value: number): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node
  if (minimum !== undefined && value < minimum) issues.push(issue('minimum', minimum))
  if (maximum !== undefined && value > maximum) issues.push(issue('maximum', maximum))
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    issues.push(issue('exclusiveMinimum', exclusiveMinimum))
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    issues.push(issue('exclusiveMaximum', exclusiveMaximum))
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
    issues.push(issue('multipleOf', multipleOf))
}

function addFromList(
  issues: Issue[],
  { items, minItems, maxItems, uniqueItems }: SchemaNode,
  value: readonly unknown[],
  schemas: SchemaTable,
): void {
  if (minItems !== undefined && value.length < minItems) issues.push(issue('minItems', minItems))
  if (maxItems !== undefined && value.length > maxItems) issues.push(issue('maxItems', maxItems))
  const isDouble = (item: unknown, index: number) => value.findIndex(one => isEqual(one, item)) < index
  if (uniqueItems === true && value.some(isDouble)) issues.push(issue('uniqueItems', true))
  if (items)
    for (const [index, item] of value.entries()) addAll(issues, findIssues(items, item, schemas), index)
}

function addFromObject(
  issues: Issue[],
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  schemas: SchemaTable,
): void {
  const { properties, required = [], minProperties, maxProperties } = node
  const { additionalProperties: additional = true } = node
  const keys = Object.keys(value)
  if (minProperties !== undefined && keys.length < minProperties)
    issues.push(issue('minProperties', minProperties))
  if (maxProperties !== undefined && keys.length > maxProperties)
    issues.push(issue('maxProperties', maxProperties))
  for (const name of required) if (!Object.hasOwn(value, name)) issues.push(issue('required', required, name))
  for (const key of keys) {
    const schema = (properties && Object.hasOwn(properties, key) && properties[key]) || additional
    if (schema === false) issues.push(issue('additionalProperties', false, key))
    else if (schema !== true) addAll(issues, findIssues(schema, value[key], schemas), key)
  }
}
