import { isObject, type JsonObject, listAt, pointerSteps } from './json'
import { nameOfRef } from './schema-node'

const conditions = ['each', 'when', 'unless', 'with', 'x-assumed', 'equals', 'at-most', 'up-to']
const kinds =
  'unique ascending descending ranks sum count moments future hours subset union last present absent never echoes readers same-as'.split(
    ' ',
  )
const readers = ['admin', 'owner', 'member', 'visitor']

/** The problems of `x-rules` and `x-reader` in a schema and its parts, as sentences. */
export function checkRules(node: unknown, schemas: JsonObject, at: string): string[] {
  if (!isObject(node)) return []
  const problems: string[] = []
  for (const rule of listAt(node['x-rules']).filter(isObject)) {
    const named = Object.keys(rule).filter(key => kinds.includes(key))
    const unknown = Object.keys(rule).find(key => !kinds.includes(key) && !conditions.includes(key))
    if (named.length !== 1 || unknown !== undefined)
      problems.push(`${at} has the rule ${JSON.stringify(rule)}; name exactly one of ${kinds.join(', ')}.`)
    const { each = '' } = rule
    for (const pointer of getPointers(rule))
      if (!leadsSomewhere(node, pointerSteps(`${each}${pointer}`), schemas))
        problems.push(`${at} has a rule for ${pointer}, which its schema does not have; correct the pointer.`)
  }
  const reader = [node['x-reader'] ?? []].flat().find(one => !readers.includes(String(one)))
  if (reader !== undefined) problems.push(`${at} has x-reader: ${reader}; use ${readers.join(', ')}.`)
  for (const [key, child] of Object.entries(node))
    if (!key.startsWith('x-') && key !== 'example')
      problems.push(...[child].flat().flatMap(part => checkRules(part, schemas, at)))
  return [...new Set(problems)]
}

/** Pointers below the value of the schema; those of `last`, `ranks` and `same-as` have fields of their own. */
function getPointers(rule: JsonObject): string[] {
  const { each: _each, last: _last, ranks, 'same-as': _same, ...own } = rule
  const plain = [own, ranks].flatMap(part => (isObject(part) ? Object.entries(part) : []))
  const values = plain.flatMap(([, value]) => [
    value,
    ...(isObject(value) ? [...Object.keys(value), ...Object.values(value)] : []),
  ])
  return values.flat().filter(text => typeof text === 'string' && text.startsWith('/')) as string[]
}

function leadsSomewhere(node: unknown, [step, ...rest]: readonly string[], schemas: JsonObject): boolean {
  if (!isObject(node)) return false
  if (step === undefined) return true
  const target = typeof node.$ref === 'string' ? schemas[nameOfRef(node.$ref) ?? ''] : undefined
  const child = step === '*' ? node.items : isObject(node.properties) ? node.properties[step] : undefined
  if (child !== undefined && leadsSomewhere(child, rest, schemas)) return true
  const parts = [target, ...listAt(node.allOf), ...listAt(node.anyOf), ...listAt(node.oneOf)]
  return parts.some(part => leadsSomewhere(part, [step, ...rest], schemas))
}
