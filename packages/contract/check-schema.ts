import { annotationFormats, stringFormats } from './formats'
import { isObject, type JsonObject, listAt, objectAt } from './json'

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const annotations = [
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]
const numbers =
  'minProperties maxProperties minItems maxItems minLength maxLength minimum maximum multipleOf exclusiveMinimum exclusiveMaximum'.split(
    ' ',
  )
const structure =
  '$ref type enum const allOf oneOf anyOf properties required additionalProperties unevaluatedProperties items uniqueItems pattern format contentMediaType discriminator'.split(
    ' ',
  )
const known = new Set([...annotations, ...numbers, ...structure])
const formats = [...Object.keys(stringFormats), ...annotationFormats]

const numeric = ['number', 'integer']
/** Types of which one must be named beside the keyword. */
const typesOfKeyword: Readonly<Record<string, readonly string[]>> = {
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  minimum: numeric,
  maximum: numeric,
  exclusiveMinimum: numeric,
  exclusiveMaximum: numeric,
  multipleOf: numeric,
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  items: ['array'],
  minProperties: ['object'],
  maxProperties: ['object'],
  properties: ['object'],
  additionalProperties: ['object'],
}

/** The fix for common unsupported keywords. */
const instead: Readonly<Record<string, string>> = {
  nullable: 'write type: [string, "null"] as OpenAPI 3.1 does',
  not: 'describe the allowed values with enum, pattern or oneOf',
  if: 'write one schema for each case and join them with oneOf',
  patternProperties: 'write additionalProperties with the schema of the values',
  propertyNames: 'write additionalProperties with the schema of the values',
  prefixItems: 'write an object with named properties',
  contains: 'write items with the schema of every item',
  $defs: 'give the schema a file of its own in openapi/schemas',
  dependentSchemas: 'write one schema for each case and join them with oneOf',
}

/**
 * The problems of a schema, as sentences: whatever cannot become types, validators and samples alike. `at` names
 * the schema: `The schema Group` or `The answer 200 of getGroup`.
 */
export function checkSchema(value: unknown, at: string): string[] {
  if (!isObject(value)) return [`${at} must be a schema object, not ${JSON.stringify(value) ?? 'nothing'}.`]
  return [
    ...checkKeywords(value, at),
    ...checkType(value, at),
    ...checkText(value, at),
    ...checkObject(value, at),
    ...checkDiscriminator(value, at),
    ...checkChildren(value, at),
  ]
}

function checkKeywords(node: JsonObject, at: string): string[] {
  const problems: string[] = []
  for (const [key, value] of Object.entries(node)) {
    if (!known.has(key) && !key.startsWith('x-')) {
      problems.push(`${at} uses "${key}", which is not supported; ${instead[key] ?? 'leave it out'}.`)
    }
    if (numbers.includes(key) && typeof value !== 'number') {
      problems.push(
        `${at} has ${key}: ${JSON.stringify(value)}; write the number itself as OpenAPI 3.1 does.`,
      )
    }
  }
  const beside = Object.keys(node).filter(
    key => key !== '$ref' && !annotations.includes(key) && !key.startsWith('x-'),
  )
  if (node.$ref !== undefined && beside.length > 0) {
    problems.push(`${at} has "${beside[0]}" beside a $ref; join the two with allOf.`)
  }
  return problems
}

function checkType(node: JsonObject, at: string): string[] {
  const problems: string[] = []
  const named = Array.isArray(node.type) ? node.type : node.type === undefined ? [] : [node.type]
  for (const type of named) {
    if (!types.includes(String(type)))
      problems.push(`${at} has the unknown type "${type}"; use one of ${types.join(', ')}.`)
  }
  for (const key of ['enum', 'allOf', 'oneOf', 'anyOf']) {
    if (key in node && listAt(node[key]).length === 0)
      problems.push(`${at} has an empty ${key}; name at least one entry.`)
  }
  const needsType = [
    'properties',
    'items',
    'pattern',
    'format',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'additionalProperties',
  ]
  const untyped = needsType.find(key => key in node)
  if (named.length === 0 && untyped !== undefined) {
    problems.push(`${at} has "${untyped}" but no type; name the type, for example type: object.`)
  }
  for (const [key, fitting] of Object.entries(typesOfKeyword)) {
    if (key in node && named.length > 0 && !fitting.some(type => named.includes(type))) {
      problems.push(
        `${at} has "${key}", which does nothing with type ${named.join(', ')}; remove it, or write type: ${fitting[0]}.`,
      )
    }
  }
  if (named.includes('array') && node.items === undefined) {
    problems.push(`${at} is an array without items; write items with the schema of every item.`)
  }
  return problems
}

function checkText(node: JsonObject, at: string): string[] {
  const problems: string[] = []
  if (node.format !== undefined && !formats.includes(String(node.format))) {
    problems.push(
      `${at} has the unsupported format "${node.format}"; use one of ${formats.join(', ')}, or a pattern.`,
    )
  }
  if (typeof node.pattern === 'string') {
    try {
      new RegExp(node.pattern, 'u')
    } catch {
      problems.push(
        `${at} has the pattern ${node.pattern}, which is not a regular expression with the u flag; correct it.`,
      )
    }
  }
  return problems
}

function checkObject(node: JsonObject, at: string): string[] {
  if (node.required !== undefined && !Array.isArray(node.required)) {
    return [
      `${at} has required: ${JSON.stringify(node.required)}; write the list of required properties on the object.`,
    ]
  }
  const properties = objectAt(node.properties)
  const mayBeElsewhere = ['allOf', 'oneOf', 'anyOf'].some(key => key in node) || node.type === undefined
  return listAt(node.required)
    .filter(name => !mayBeElsewhere && !Object.hasOwn(properties, String(name)))
    .map(name => `${at} requires "${name}" but has no such property; describe it under properties.`)
}

function checkDiscriminator(node: JsonObject, at: string): string[] {
  if (node.discriminator === undefined) return []
  const { propertyName, mapping } = objectAt(node.discriminator)
  if (mapping !== undefined) {
    return [
      `${at} has a discriminator with a mapping, which is not supported; give each branch a const for "${propertyName}".`,
    ]
  }
  if (!Array.isArray(node.oneOf))
    return [`${at} has a discriminator without oneOf; write its branches under oneOf.`]
  return []
}

function checkChildren(node: JsonObject, at: string): string[] {
  const problems: string[] = []
  for (const [name, child] of Object.entries(objectAt(node.properties))) {
    problems.push(...checkSchema(child, `${at}, property ${name},`))
  }
  for (const key of ['allOf', 'oneOf', 'anyOf']) {
    listAt(node[key]).forEach((child, index) => {
      problems.push(...checkSchema(child, `${at}, ${key} branch ${index + 1},`))
    })
  }
  if (node.items !== undefined) problems.push(...checkSchema(node.items, `${at}, items,`))
  const extra = node.additionalProperties
  if (extra !== undefined && typeof extra !== 'boolean')
    problems.push(...checkSchema(extra, `${at}, additionalProperties,`))
  return problems
}
