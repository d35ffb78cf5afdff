import { formatPattern } from './formats'
import { isEqual, isObject } from './json'
import { fitsPattern } from './pattern'
import { getTypes, nameOfRef, type SchemaNode, type SchemaTable, type SchemaType } from './schema-node'

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
  return findWith(new Map(), node, value, schemas)
}

function findWith(known: Known, node: SchemaNode, value: unknown, schemas: SchemaTable): readonly Issue[] {
  const before = known.get(node)
  if (before) return before
  const target = node.$ref && schemas[nameOfRef(node.$ref) ?? '']
  const types = getTypes(node)
  const issues = [
    ...(target ? findWith(known, target, value, schemas) : []),
    ...(types && !types.some(type => hasType(value, type)) ? [issue('type', node.type)] : []),
    ...(node.enum && !node.enum.some(item => isEqual(item, value)) ? [issue('enum', node.enum)] : []),
    ...(node.const !== undefined && !isEqual(node.const, value) ? [issue('const', node.const)] : []),
    ...findInBranches(known, node, value, schemas),
    ...findInParts(node, value, schemas),
  ]
  // The same schema on two ways has the same issues.
  const unique = issues.length > 1 ? [...new Set(issues)] : issues
  known.set(node, unique)
  return unique
}

const issue = (keyword: string, expected: unknown, ...path: (string | number)[]): Issue => ({
  path,
  keyword,
  expected,
})

function findInBranches(known: Known, node: SchemaNode, value: unknown, schemas: SchemaTable): Issue[] {
  const find = (part: SchemaNode) => findWith(known, part, value, schemas)
  const issues = node.allOf?.flatMap(find) ?? []
  const any = node.anyOf?.map(find)
  if (any && !any.some(isEmpty)) issues.push(...closest(any))
  const one = node.oneOf?.map(find)
  const matching = one?.filter(isEmpty).length ?? 1
  if (one && matching === 0) issues.push(...closest(one))
  if (matching > 1) issues.push(issue('oneOf', node.oneOf))
  return issues
}

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0

/** Those of the branch that was nearly kept. */
const closest = (branches: readonly (readonly Issue[])[]): readonly Issue[] =>
  branches.reduce((best, next) => (next.length < best.length ? next : best))

function findInParts(node: SchemaNode, value: unknown, schemas: SchemaTable): Issue[] {
  if (typeof value === 'string') return findInText(node, value)
  if (typeof value === 'number') return findInNumber(node, value)
  if (Array.isArray(value)) return findInList(node, value, schemas)
  return isObject(value) ? findInObject(node, value, schemas) : []
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

type Keyword = keyof SchemaNode & string

/** The keywords that are broken, with what they say. */
const broken = (node: SchemaNode, checks: Partial<Record<Keyword, boolean>>): Issue[] =>
  Object.entries(checks).flatMap(([keyword, isBroken]) =>
    isBroken ? [issue(keyword, node[keyword as Keyword])] : [],
  )

const isBelow = (size: number, limit: number | undefined) => limit !== undefined && size < limit
const isAbove = (size: number, limit: number | undefined) => limit !== undefined && size > limit

function findInText(node: SchemaNode, value: string): Issue[] {
  const { minLength, maxLength, pattern, format } = node
  const isLimited = minLength !== undefined || maxLength !== undefined
  const length = isLimited ? Array.from(value).length : 0
  return broken(node, {
    minLength: isBelow(length, minLength),
    maxLength: isAbove(length, maxLength),
    pattern: pattern !== undefined && !fitsPattern(pattern, value),
    format: format !== undefined && formatPattern(format)?.test(value) === false,
  })
}

function findInNumber(node: SchemaNode, value: number): Issue[] {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = node
  return broken(node, {
    minimum: isBelow(value, node.minimum),
    maximum: isAbove(value, node.maximum),
    exclusiveMinimum: exclusiveMinimum !== undefined && value <= exclusiveMinimum,
    exclusiveMaximum: exclusiveMaximum !== undefined && value >= exclusiveMaximum,
    multipleOf: multipleOf !== undefined && !Number.isInteger(value / multipleOf),
  })
}

function findInList(node: SchemaNode, value: readonly unknown[], schemas: SchemaTable): Issue[] {
  const { items } = node
  const hasDoubles = () =>
    value.some((item, index) => value.slice(0, index).some(other => isEqual(other, item)))
  return [
    ...broken(node, {
      minItems: isBelow(value.length, node.minItems),
      maxItems: isAbove(value.length, node.maxItems),
      uniqueItems: node.uniqueItems === true && hasDoubles(),
    }),
    ...(items ? value.flatMap((item, index) => inside(index, findIssues(items, item, schemas))) : []),
  ]
}

function findInObject(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  schemas: SchemaTable,
): Issue[] {
  const keys = Object.keys(value)
  const missing = node.required?.filter(name => !Object.hasOwn(value, name)) ?? []
  const { additionalProperties: additional = true } = node
  return [
    ...broken(node, {
      minProperties: isBelow(keys.length, node.minProperties),
      maxProperties: isAbove(keys.length, node.maxProperties),
    }),
    ...missing.map(name => issue('required', node.required, name)),
    ...keys.flatMap(key => {
      const known = node.properties && Object.hasOwn(node.properties, key) && node.properties[key]
      const schema = known || additional
      if (schema === false) return [issue('additionalProperties', false, key)]
      return schema === true ? [] : inside(key, findIssues(schema, value[key], schemas))
    }),
  ]
}

const inside = (key: string | number, issues: readonly Issue[]): readonly Issue[] =>
  issues.map(one => ({ ...one, path: [key, ...one.path] }))
