import { isObject, type JsonObject, listAt, objectAt } from '../contract/json'
import { placeOf } from '../contract/places'

/**
 * `openapi/paths/groups.yaml:37` by key: `getGroup` (operation), `getGroup 200` (response), `getGroup path
 * id` (parameter), `login body/username` (property of an inline body), `startLab 409/running` (of an inline
 * response), `User` and `User/username` (named schema and property).
 */
export type ContractLines = Readonly<Record<string, string>>

/** The lines of a contract that was loaded from its files. */
export function readContractLines(document: JsonObject): ContractLines {
  const found = new Map<string, string>()
  const add = (key: string, line: string | undefined): void => {
    if (line !== undefined && !found.has(key)) found.set(key, line)
  }

  /** Adds inline properties; a `$ref` is handled with the schema that it refers to. */
  function addSchema(owner: string, node: unknown): void {
    if (!isObject(node) || node.$ref !== undefined) return
    for (const [name, property] of Object.entries(objectAt(node.properties))) {
      add(`${owner}/${name}`, placeOf(node.properties, name))
      addSchema(`${owner}/${name}`, property)
    }
    for (const item of [node.items, node.additionalProperties]) addSchema(`${owner}/*`, item)
    for (const part of [node.allOf, node.oneOf, node.anyOf].flatMap(listAt)) addSchema(owner, part)
  }

  function addContent(owner: string, part: unknown): void {
    for (const media of Object.values(objectAt(objectAt(part).content)))
      addSchema(owner, objectAt(media).schema)
  }

  for (const item of Object.values(objectAt(document.paths)).map(objectAt))
    for (const [method, operation] of Object.entries(item)) {
      if (!isObject(operation) || operation.operationId === undefined) continue
      const id = String(operation.operationId)
      add(id, placeOf(item, method))
      for (const parameter of [item, operation].flatMap(one => listAt(one.parameters)).map(objectAt))
        add(`${id} ${parameter.in} ${parameter.name}`, placeOf(parameter))
      add(`${id} body`, placeOf(operation, 'requestBody'))
      addContent(`${id} body`, operation.requestBody)
      for (const [status, response] of Object.entries(objectAt(operation.responses))) {
        add(`${id} ${status}`, placeOf(operation.responses, status))
        addContent(`${id} ${status}`, response)
      }
    }
  for (const [name, schema] of Object.entries(objectAt(objectAt(document.components).schemas))) {
    add(name, placeOf(schema))
    addSchema(name, schema)
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
