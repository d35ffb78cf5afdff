import { isObject, type JsonObject, listAt, objectAt, pointerSteps } from './json'
import { placeOf } from './places'
import type { Contract } from './read-contract'
import type { SchemaNode } from './schema-node'
import { driftIds } from './validator/drift-ids'
import { findMismatches } from './validator/mismatches'
import { findBrokenRules } from './validator/rules'

/** What the examples of bodies, parameters and schemas have that their schema does not allow, as sentences. */
export function checkExamples({ document, schemas }: Contract): string[] {
  const problems: string[] = []
  const check = (node: JsonObject, example: unknown, start: string | undefined): void => {
    const schema = (isObject(node.schema) ? node.schema : node) as SchemaNode
    const add = (what: string, places: readonly (string | undefined)[]): void => {
      for (const place of places.length > 0 ? places : [start])
        problems.push(`${place ?? 'The contract'} has an example that its schema does not allow. ${what}`)
    }
    for (const { driftId, pointer, what } of findMismatches(schema, example, schemas)) {
      const places = placesIn(example, pointerSteps(pointer))
      // Other differences may be those of one item.
      add(what, driftId === driftIds.fieldUndocumented ? places : places.slice(0, 1))
    }
    for (const { pointer, what } of findBrokenRules(schema, example, schemas))
      add(what, placesIn(example, pointerSteps(pointer)).slice(0, 1))
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isObject(node)) return
    const { example, examples, properties, ...parts } = node
    if (example !== undefined) check(node, example, placeOf(node, 'example'))
    for (const one of listAt(examples)) check(node, one, placeOf(node, 'examples'))
    for (const one of Object.values(objectAt(examples)))
      check(node, objectAt(one).value, placeOf(one, 'value'))
    // Properties may have the name of a keyword.
    Object.values(objectAt(properties)).forEach(visit)
    for (const [key, part] of Object.entries(parts)) if (!key.startsWith('x-')) visit(part)
  }
  visit(document)
  return [...new Set(problems)]
}

/** The places of all values at a pointer. */
function placesIn(value: unknown, [step, ...rest]: readonly string[]): (string | undefined)[] {
  if (step === '*') return listAt(value).flatMap(item => placesIn(item, rest))
  if (step === undefined || !isObject(value) || !Object.hasOwn(value, step)) return []
  return rest.length === 0 ? [placeOf(value, step)] : placesIn(value[step], rest)
}
