import { isObject, type JsonObject, listAt, objectAt } from '../../../scripts/lib/json'

/** Every schema of a document as it is written: below components, in questions, answers and headers. */
export function everySchema(document: JsonObject): { at: string[]; node: JsonObject }[] {
  const found: { at: string[]; node: JsonObject }[] = []
  const visit = (node: unknown, at: string[]): void => {
    if (!isObject(node)) return
    found.push({ at, node })
    visit(node.items, [...at, 'items'])
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      for (const [index, one] of listAt(node[key]).entries()) visit(one, [...at, key, String(index)])
    }
    for (const [name, one] of Object.entries(objectAt(node.properties)))
      visit(one, [...at, 'properties', name])
  }
  const search = (value: unknown, at: string[]): void => {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) search(one, [...at, String(index)])
    if (!isObject(value)) return
    for (const [key, one] of Object.entries(value)) {
      if (key === 'example') continue
      if (key === 'schema') visit(one, [...at, key])
      else search(one, [...at, key])
    }
  }
  for (const [name, one] of Object.entries(objectAt(objectAt(document.components).schemas))) {
    visit(one, ['components', 'schemas', name])
  }
  search(document.paths, ['paths'])
  return found
}
