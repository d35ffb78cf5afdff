import { listEntries } from './check-contract'
import { checkRules, getFields, nodesAt } from './check-rules'
import { isObject, type JsonObject, listAt, objectAt } from './json'
import { placeOf } from './places'
import { nameOfRef } from './schema-node'

/** The problems of annotations that name a property, a value or an operation, as sentences. */
export function checkNames(document: JsonObject): string[] {
  const schemas = objectAt(objectAt(document.components).schemas)
  return [
    ...new Set([
      ...Object.entries(schemas).flatMap(([name, node]) => checkRules(node, schemas, `The schema ${name}`)),
      ...checkRules(document.paths, schemas, 'An answer'),
      ...checkSources(document, schemas),
      ...checkDescriptions(document),
    ]),
  ]
}

/** The problems of names that lead to an operation, in `x-probe`, `same-as` and `echoes`. */
function checkSources(document: JsonObject, schemas: JsonObject): string[] {
  const operations = listEntries(document).entries.map(({ operation }) => operation)
  const answers = new Map(operations.map(one => [one.operationId, getAnswer(one)]))

  /** The problem of one pointer into the answer of an operation. */
  const lead = (operation: unknown, pointer: string, place: string | undefined, name: string): string[] => {
    const answer = answers.get(operation)
    if (nodesAt(answer, pointer, schemas).length > 0) return []
    const lacks = answers.has(operation)
      ? `${pointer}, which the answer of ${operation} does not have`
      : `the operation ${operation}, which the contract does not have`
    return [`${place ?? name} names ${lacks}; correct the name.`]
  }

  const problems: string[] = []
  const echoes = new Map<JsonObject, JsonObject[]>()
  for (const part of [document.paths, schemas])
    eachObject(part, node => {
      const probe = node['x-probe']
      if (isObject(probe))
        problems.push(...lead(probe.operation, String(probe.pointer), placeOf(probe), 'An x-probe'))
      for (const rule of listAt(node['x-rules']).filter(isObject)) {
        if (rule.echoes) echoes.set(rule, [])
        const same = rule['same-as']
        if (!isObject(same)) continue
        const named = [
          ...getFields(same).map(({ pointer, place }) => ({ pointer: `${same.item}${pointer}`, place })),
          ...Object.keys(objectAt(same.within)).map(pointer => ({ pointer, place: undefined })),
        ]
        for (const { pointer, place } of named)
          problems.push(...lead(same.operation, pointer, place ?? placeOf(rule), 'A same-as'))
      }
    })
  for (const operation of operations)
    for (const rule of rulesIn(getAnswer(operation), schemas)) echoes.get(rule)?.push(operation)
  for (const [rule, users] of echoes) {
    const [, place] = listAt(rule.echoes)
    if (!users.some(operation => isSent(operation, String(place), schemas)))
      problems.push(
        `${placeOf(rule) ?? 'A rule'} echoes ${place}, which no request of such an answer has; correct the name.`,
      )
  }
  return problems
}

/** Names in descriptions, such as `hint_cost`. */
function checkDescriptions(document: JsonObject): string[] {
  const known = new Set<unknown>(Object.keys(objectAt(document.paths)).flatMap(path => path.split('/')))
  const problems: string[] = []
  eachObject(document, ({ properties, enum: values, name }) => {
    for (const one of [...Object.keys(objectAt(properties)), ...listAt(values), name]) known.add(one)
  })
  eachObject(document, node => {
    for (const [, name] of String(node.description).matchAll(/`([a-z]+(?:_[a-z]+)+)`/g))
      if (!known.has(name))
        problems.push(
          `${placeOf(node, 'description') ?? 'A description'} names ${name}, which the contract does not have; correct the name.`,
        )
  })
  return problems
}

/** The schema of a success. */
function getAnswer(operation: JsonObject): unknown {
  const success = Object.entries(objectAt(operation.responses)).find(([status]) => status.startsWith('2'))
  return objectAt(objectAt(objectAt(success?.[1]).content)['application/json']).schema
}

/** Calls back for each object that may have an annotation: not for values of examples and other annotations. */
function eachObject(node: unknown, call: (node: JsonObject) => void): void {
  if (Array.isArray(node)) for (const item of node) eachObject(item, call)
  if (!isObject(node)) return
  call(node)
  for (const [key, child] of Object.entries(node))
    if (!key.startsWith('x-') && key !== 'example') eachObject(child, call)
}

/** The rules of a schema and of all that it refers to. */
function rulesIn(node: unknown, schemas: JsonObject): Set<JsonObject> {
  const found = new Set<JsonObject>()
  const seen = new Set<unknown>()
  const collect = (from: unknown) =>
    eachObject(from, one => {
      for (const rule of listAt(one['x-rules']).filter(isObject)) found.add(rule)
      const target = typeof one.$ref === 'string' ? schemas[nameOfRef(one.$ref) ?? ''] : undefined
      if (seen.has(target)) return
      seen.add(target)
      collect(target)
    })
  collect(node)
  return found
}

/** Whether requests have a value at `path id`, `query task_id` or `body /flags/*`. */
function isSent(operation: JsonObject, place: string, schemas: JsonObject): boolean {
  const [kind, name = ''] = place.split(' ')
  if (kind !== 'body')
    return listAt(operation.parameters).some(one => objectAt(one).in === kind && objectAt(one).name === name)
  const [media] = Object.values(objectAt(objectAt(operation.requestBody).content))
  return nodesAt(objectAt(media).schema, name, schemas).length > 0
}
