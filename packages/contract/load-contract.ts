import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { isCollection, isNode, isPair, LineCounter, parseDocument } from 'yaml'
import { isObject, type JsonObject, objectAt } from './json'
import { setPlace, withPlace } from './places'
import { type Contract, ContractError, readContract } from './read-contract'
import { refTo } from './schema-node'

/** Reads the folder with `openapi.yaml`; throws a ContractError that says how to fix the contract. */
export function loadContract(folder: string): Contract {
  return readContract(bundle(readFiles(folder)))
}

function readFiles(folder: string): ContractFiles {
  const files = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(ya?ml|json)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'))
  }
  return files
}

/** File texts by their path below the contract's folder: `paths/groups.yaml`. */
export type ContractFiles = ReadonlyMap<string, string>

type Location = { readonly file: string; readonly pointer: string }

const schemaMaps = ['properties', 'patternProperties', '$defs', 'dependentSchemas']
const schemaLists = ['allOf', 'oneOf', 'anyOf', 'prefixItems']
const schemaChildren =
  'items additionalProperties unevaluatedProperties not if then else contains propertyNames'.split(' ')

/**
 * Bundles many files into one OpenAPI document. Schemas become `components.schemas`, named by their file (or by
 * the last step of their pointer); everything else that is referenced is copied in place. Throws a ContractError
 * for a missing or broken file and for references that cannot be resolved.
 */
export function bundle(files: ContractFiles, entry = 'openapi.yaml'): JsonObject {
  const parsed = new Map<string, unknown>()
  const named = new Map<string, { location: string; node: unknown }>()

  function open(file: string, origin: string): unknown {
    if (parsed.has(file)) return parsed.get(file)
    const text = files.get(file)
    if (text === undefined)
      throw new ContractError([`${origin} needs the file openapi/${file}, which does not exist.`])
    try {
      const value = parseWithPlaces(text, file)
      parsed.set(file, value)
      return value
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      throw new ContractError([`The file openapi/${file} is not valid YAML: ${reason}`])
    }
  }

  /** Resolves a reference, through references that only point to another one. */
  function settle(location: Location, trail: readonly string[]): Location {
    const id = getId(location)
    if (trail.includes(id))
      throw new ContractError([`The references ${[...trail, id].join(' → ')} lead in a circle.`])
    const value = valueAt(location)
    if (!isObject(value) || typeof value.$ref !== 'string' || Object.keys(value).length > 1) return location
    return settle(locate(value.$ref, location.file), [...trail, id])
  }

  function valueAt({ file, pointer }: Location): unknown {
    let value = open(file, `A reference to ${file}${pointer && `#${pointer}`}`)
    for (const step of pointer.split('/').slice(1)) {
      const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      const next =
        isObject(value) || Array.isArray(value) ? (value as Record<string, unknown>)[key] : undefined
      if (next === undefined) {
        throw new ContractError([
          `The reference openapi/${file}#${pointer} leads to nothing: there is no "${key}".`,
        ])
      }
      value = next
    }
    return value
  }

  /** Copies a part that is not a schema, with its references resolved. */
  function copy(value: unknown, file: string, trail: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map(item => copy(item, file, trail))
    if (!isObject(value)) return value
    if (typeof value.$ref === 'string') {
      const location = settle(locate(value.$ref, file), [])
      const id = getId(location)
      if (trail.includes(id))
        throw new ContractError([`The reference ${value.$ref} in openapi/${file} contains itself.`])
      return copy(valueAt(location), location.file, [...trail, id])
    }
    const result: Record<string, unknown> = withPlace({}, value)
    for (const [key, child] of Object.entries(value)) {
      if (child === undefined) continue
      if (key === 'schema') result[key] = copySchema(child, file)
      else if (key === 'example' || key === 'value' || key.startsWith('x-')) result[key] = child
      else result[key] = copy(child, file, trail)
    }
    return result
  }

  function copySchema(value: unknown, file: string): unknown {
    if (!isObject(value)) return value
    const result: Record<string, unknown> = withPlace({}, value)
    for (const [key, child] of Object.entries(value)) {
      if (key === '$ref' && typeof child === 'string')
        result.$ref = refTo(addSchema(settle(locate(child, file), [])))
      else if (schemaMaps.includes(key)) {
        const entries = Object.entries(objectAt(child)).map(([name, node]) => [name, copySchema(node, file)])
        result[key] = withPlace(Object.fromEntries(entries), child)
      } else if (schemaLists.includes(key) && Array.isArray(child)) {
        result[key] = child.map(node => copySchema(node, file))
      } else if (schemaChildren.includes(key)) result[key] = copySchema(child, file)
      else result[key] = child
    }
    return result
  }

  /** The name of the schema at a location, which is added to the document at first use. */
  function addSchema(location: Location): string {
    const name = nameFor(location)
    const known = named.get(name)
    if (known && known.location !== getId(location)) {
      throw new ContractError([
        `Two schemas are called ${name} (openapi/${known.location} and openapi/${getId(location)}); rename one of them.`,
      ])
    }
    if (!known) {
      const entry = { location: getId(location), node: undefined as unknown }
      named.set(name, entry)
      entry.node = copySchema(valueAt(location), location.file)
    }
    return name
  }

  const root = objectAt(open(entry, 'The contract'))
  const components = objectAt(root.components)
  const document = objectAt(copy({ ...root, components: { ...components, schemas: undefined } }, entry, []))
  for (const name of Object.keys(objectAt(components.schemas))) {
    const pointer = `/components/schemas/${name}`
    addSchema(settle({ file: entry, pointer }, []))
  }
  const names = [...named.keys()].sort()
  const schemas = Object.fromEntries(names.map(name => [name, named.get(name)?.node]))
  return { ...document, components: { ...objectAt(document.components), schemas } }
}

function getId({ file, pointer }: Location): string {
  return pointer ? `${file}#${pointer}` : file
}

function nameFor({ file, pointer }: Location): string {
  const last = pointer.split('/').at(-1)
  return last || posix.basename(file).replace(/\.\w+$/, '')
}

function locate(ref: string, from: string): Location {
  if (/^[a-z]+:/i.test(ref)) {
    throw new ContractError([
      `The reference ${ref} in openapi/${from} leads outside the contract; copy what it names into openapi/ and refer to that file.`,
    ])
  }
  const [path = '', pointer = ''] = ref.split('#')
  return { file: path ? posix.normalize(posix.join(posix.dirname(from), path)) : from, pointer }
}

/** The value of a file, of which every object and list keeps its place. */
function parseWithPlaces(text: string, file: string): unknown {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const [error] = document.errors
  if (error) throw error
  const lineOf = (node: unknown) => counter.linePos((isNode(node) && node.range?.[0]) || 0).line
  const keep = (node: unknown, value: unknown): void => {
    if (!isCollection(node) || typeof value !== 'object' || value === null) return
    const parts = node.items.map((item, index) =>
      isPair(item)
        ? { key: String(item.key), line: lineOf(item.key), child: item.value }
        : { key: String(index), line: lineOf(item), child: item },
    )
    setPlace(value, { file, line: lineOf(node), lines: new Map(parts.map(({ key, line }) => [key, line])) })
    for (const { key, child } of parts) keep(child, (value as Record<string, unknown>)[key])
  }
  const value: unknown = document.toJS()
  keep(document.contents, value)
  return value
}
