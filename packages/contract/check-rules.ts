import { isEqual, isObject, type JsonObject, listAt, pointerSteps } from './json'
import { placeOf } from './places'
import { nameOfRef } from './schema-node'

const conditions = ['each', 'when', 'unless', 'with', 'x-assumed', 'equals', 'at-most', 'up-to']
const kinds =
  'unique ascending descending ranks sum count moments future past first hours subset union last present absent never echoes readers same-as'.split(
    ' ',
  )
const readers = ['admin', 'owner', 'member', 'visitor']

/** The problems of `x-rules`, `x-reader` and `x-assumed-values` in a schema and its parts, as sentences. */
export function checkRules(node: unknown, schemas: JsonObject, at: string): string[] {
  if (!isObject(node)) return []
  const problems: string[] = []
  for (const rule of listAt(node['x-rules']).filter(isObject)) {
    const where = placeOf(rule) ?? at
    const named = Object.keys(rule).filter(key => kinds.includes(key))
    const unknown = Object.keys(rule).find(key => !kinds.includes(key) && !conditions.includes(key))
    if (named.length !== 1 || unknown !== undefined)
      problems.push(`${where} has the rule ${JSON.stringify(rule)}; name exactly one of ${kinds.join(', ')}.`)
    const { each = '' } = rule
    for (const { pointer, place } of getPointers(rule))
      if (nodesAt(node, `${each}${pointer}`, schemas).length === 0)
        problems.push(
          `${place ?? where} has a rule for ${pointer}, which its schema does not have; correct the name.`,
        )
    for (const [pointer, value] of getConditions(rule)) {
      const values = nodesAt(node, `${each}${pointer}`, schemas).flatMap(one => listAt(one.enum))
      if (values.length > 0 && !values.some(one => isEqual(one, value)))
        problems.push(
          `${where} has a rule for ${pointer}: ${value}, which is none of its values; correct it.`,
        )
    }
    problems.push(...checkReaders(rule.readers, where))
  }
  problems.push(...checkReaders(node['x-reader'], placeOf(node, 'x-reader') ?? at))
  for (const value of listAt(node['x-assumed-values']))
    if (!listAt(node.enum).includes(value))
      problems.push(
        `${placeOf(node, 'x-assumed-values') ?? at} has x-assumed-values with "${value}", which its enum does not have; correct it.`,
      )
  for (const [key, child] of Object.entries(node))
    if (!key.startsWith('x-') && key !== 'example')
      problems.push(...[child].flat().flatMap(part => checkRules(part, schemas, at)))
  return [...new Set(problems)]
}

function checkReaders(names: unknown, where: string): string[] {
  return [names ?? []]
    .flat()
    .filter(one => !readers.includes(String(one)))
    .map(one => `${where} names the reader ${one}; use ${readers.join(', ')}.`)
}

type Named = { readonly pointer: string; readonly place?: string | undefined }

/** What a rule names below the value of its schema. */
function getPointers(rule: JsonObject): Named[] {
  const { each: _each, last, ranks, 'same-as': same, ...own } = rule
  const plain = Object.values(own).flatMap(value => [
    value,
    ...(isObject(value) ? [...Object.keys(value), ...Object.values(value)] : []),
  ])
  const pointers = plain.flat().filter(text => typeof text === 'string' && text.startsWith('/')) as string[]
  if (isObject(ranks))
    pointers.push(...['rank', ranks.by, ...listAt(ranks.equal)].map(name => `${ranks.rows}/${name}`))
  if (isObject(last)) {
    const { lists, of, rows, key, field } = last
    pointers.push(`${lists}${of}`, `${lists}/${key}`, `${rows}/${key}`, `${rows}/${field}`)
  }
  const found: Named[] = pointers.map(pointer => ({ pointer }))
  if (isObject(same)) found.push(...getFields(same), ...Object.values(Object(same.within)).map(toNamed))
  return found
}

const toNamed = (pointer: unknown): Named => ({ pointer: String(pointer) })

/** The fields that the answers of a `same-as` have in common. */
export function getFields({ by, fields }: JsonObject): Named[] {
  const names = listAt(fields)
  return [
    toNamed(`/${by}`),
    ...names.map((name, index) => ({ pointer: `/${name}`, place: placeOf(fields, String(index)) })),
  ]
}

/** Each value that a rule compares the value at a pointer with. */
function getConditions({ when, unless, never }: JsonObject): [pointer: string, value: unknown][] {
  return [when, unless, never]
    .filter(isObject)
    .flatMap(Object.entries)
    .flatMap(([pointer, values]) => [values].flat().map((value): [string, unknown] => [pointer, value]))
}

/** The schemas that describe the value at a pointer; none if the schema has no such property. */
export function nodesAt(node: unknown, pointer: string, schemas: JsonObject): JsonObject[] {
  const follow = (from: unknown, [step, ...rest]: readonly string[]): JsonObject[] => {
    if (!isObject(from)) return []
    const target = typeof from.$ref === 'string' ? schemas[nameOfRef(from.$ref) ?? ''] : undefined
    const parts = [target, ...[from.allOf, from.anyOf, from.oneOf].flatMap(listAt)]
    const deeper = parts.flatMap(part => follow(part, step === undefined ? [] : [step, ...rest]))
    if (step === undefined) return [from, ...deeper]
    const child = step === '*' ? from.items : isObject(from.properties) ? from.properties[step] : undefined
    return [...follow(child, rest), ...deeper]
  }
  return follow(node, pointerSteps(pointer))
}
