import { isAssumed } from './schema-node'

type Node = Readonly<Record<string, unknown>>

/** The location of an assumed property or header in an answer. */
interface AnswerLocation {
  operation: string
  method: string
  /** As in the contract: `/groups/{id}`. */
  path: string
  status: number
  /** The path of a property, `*` for list items; absent for a header. */
  pointer?: readonly string[]
}

/** Marked `x-assumed` in the contract: a property (`Schema.property`), an operation (its id) or a header (its name). */
export interface AssumedItem {
  name: string
  kind: 'property' | 'operation' | 'header'
  /** What users lose without it; undefined where the contract does not say. */
  lost: string | undefined
  locations: AnswerLocation[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const toEntries = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : []

/** Resolves a reference to its target and the name of the component. */
const resolve = (document: Node, node: Node): { node: Node; name: string | null } => {
  if (typeof node.$ref !== 'string') return { node, name: null }
  const steps = node.$ref.replace('#/', '').split('/')
  const target = steps.reduce<unknown>((at, step) => (isNode(at) ? at[step] : undefined), document)
  if (!isNode(target)) throw new Error(`${node.$ref} does not exist.`)
  const nested = resolve(document, target)
  return { node: nested.node, name: nested.name ?? steps.at(-1) ?? null }
}

const getLost = (node: Node): string | undefined =>
  typeof node['x-assumed'] === 'string' ? node['x-assumed'] : undefined

/** All assumed items of the answers in a bundled contract. */
export const findAssumedItems = (document: Node): AssumedItem[] => {
  const items = new Map<string, AssumedItem>()
  const add = (kind: AssumedItem['kind'], name: string, node: Node, location: AnswerLocation): void => {
    const item = items.get(name) ?? { name, kind, lost: getLost(node), locations: [] }
    items.set(name, { ...item, locations: [...item.locations, location] })
  }

  const visit = (
    unresolved: Node,
    owner: string,
    isOwnerAssumed: boolean,
    location: AnswerLocation,
    above: readonly Node[] = [],
  ): void => {
    const { node, name } = resolve(document, unresolved)
    // A schema may contain itself.
    if (above.includes(node)) return
    const around = [...above, node]
    const [schema, isWhole] = name === null ? [owner, isOwnerAssumed] : [name, isAssumed(node)]
    const pointer = location.pointer ?? []
    for (const [property, child] of toEntries(node.properties)) {
      const at = { ...location, pointer: [...pointer, property] }
      if (isWhole || isAssumed(child)) add('property', `${schema}.${property}`, child, at)
      visit(child, `${schema}.${property}`, isWhole, at, around)
    }
    for (const part of [node.allOf, node.anyOf, node.oneOf].flatMap(toNodes))
      visit(part, schema, isWhole, location, around)
    if (isNode(node.items))
      visit(node.items, schema, isWhole, { ...location, pointer: [...pointer, '*'] }, around)
  }

  for (const [path, methods] of toEntries(document.paths))
    for (const [method, operation] of toEntries(methods)) {
      const id = String(operation.operationId)
      if (isAssumed(operation)) add('operation', id, operation, { operation: id, method, path, status: 404 })
      for (const [status, unresolvedResponse] of toEntries(operation.responses)) {
        const { node: answer, name } = resolve(document, unresolvedResponse)
        const location: AnswerLocation = { operation: id, method, path, status: Number(status) }
        for (const [header, as] of toEntries(answer.headers)) {
          const { node } = resolve(document, as)
          if (isAssumed(node)) add('header', header, node, location)
        }
        for (const [, { schema }] of toEntries(answer.content))
          if (isNode(schema)) visit(schema, name ?? id, false, { ...location, pointer: [] })
      }
    }
  return [...items.values()]
}

type Json = unknown

const omit = (value: Json, [step = '', ...rest]: readonly string[]): Json => {
  if (Array.isArray(value)) return step === '*' ? value.map(item => omit(item, rest)) : value
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  const { [step]: inside, ...others } = value as Record<string, Json>
  return rest.length === 0 ? others : { ...others, [step]: omit(inside, rest) }
}

/** A request as `fetch` and a browser under test know it. */
type Asked = Pick<Request, 'method' | 'url'>

const isAt = ({ path, method, status }: AnswerLocation, asked: Asked, actual: number): boolean =>
  status === actual &&
  method === asked.method.toLowerCase() &&
  new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(new URL(asked.url).pathname)

/** The JSON of an answer without these properties. */
export const omitProperties = (
  items: readonly AssumedItem[],
  asked: Asked,
  status: number,
  body: Json,
): Json =>
  items
    .flatMap(({ kind, locations }) => (kind === 'property' ? locations : []))
    .filter(location => isAt(location, asked, status))
    .reduce<Json>((rest, { pointer = [] }) => omit(rest, pointer), body)

/** Wraps `fetch` so that no answer contains these items. Call it after the platform listens. */
export const omitFromAnswers = (
  items: readonly AssumedItem[],
  { jar }: { jar: { store: (cookies: string[]) => void } },
): void => {
  const originalFetch = globalThis.fetch
  const getLocations = (kind: AssumedItem['kind']) =>
    items.filter(item => item.kind === kind).flatMap(({ locations }) => locations)
  const operations = getLocations('operation')
  const headers = getLocations('header')
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (operations.some(location => isAt(location, request, 404)))
      return Response.json({ detail: 'Not Found' }, { status: 404 })
    const response = await originalFetch(request)
    const isHere = (location: AnswerLocation) => isAt(location, request, response.status)
    if (headers.some(isHere)) {
      // Without Set-Cookie the browser would not have the cookie.
      jar.store(['refresh_token=; Path=/api/auth; Max-Age=0'])
      response.headers.delete('retry-after')
      return response
    }
    if (!response.headers.get('content-type')?.includes('json')) return response
    const body = omitProperties(items, request, response.status, await response.json())
    return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
  }
}
