import { isObject, type JsonObject, listAt, objectAt } from './json'

const isNull = (node: unknown): boolean => isObject(node) && node.type === 'null'

/** A schema without null; the same object if it never allowed null. */
export function withoutNull<Node extends object>(node: Node): Node {
  if (!isNullable(node)) return node
  const { type, enum: values, anyOf } = node as JsonObject
  const result: Record<string, unknown> = { ...(node as JsonObject) }
  const types = listAt(type).filter(one => one !== 'null')
  if (types.length > 0) result.type = types.length === 1 ? types[0] : types
  if (Array.isArray(values)) result.enum = values.filter(value => value !== null)
  if (Array.isArray(anyOf)) result.anyOf = anyOf.filter(branch => !isNull(branch))
  return result as Node
}

/** Whether a schema allows null itself. */
export function isNullable(node: object): boolean {
  const { type, anyOf } = node as JsonObject
  return listAt(type).includes('null') || listAt(anyOf).some(isNull)
}

/**
 * A document as the client reads responses: null in a property means that it is absent, so each nullable property
 * becomes optional and not nullable.
 */
export function withoutNullAnswers(document: JsonObject): JsonObject {
  const copy = structuredClone(document) as Record<string, unknown>
  const { schemas } = objectAt(copy.components) as { schemas?: unknown }
  visit(schemas)
  for (const item of Object.values(objectAt(copy.paths)))
    for (const operation of Object.values(objectAt(item))) visit(objectAt(operation).responses)
  return copy
}

/** Maps every object schema in a part of a document. */
function visit(part: unknown): void {
  if (Array.isArray(part)) part.forEach(visit)
  if (!isObject(part)) return
  const node = part as Record<string, unknown>
  if (isObject(node.properties)) {
    const nullable = Object.entries(node.properties).filter(
      ([, child]) => isObject(child) && isNullable(child),
    )
    const names = new Set(nullable.map(([name]) => name))
    const slim = nullable.map(([name, child]) => [name, withoutNull(child as object)])
    node.properties = { ...node.properties, ...Object.fromEntries(slim) }
    if (names.size > 0 && Array.isArray(node.required))
      node.required = node.required.filter(name => !names.has(String(name)))
  }
  Object.values(node).forEach(visit)
}
