import { document } from 'virtual:contract'

type Node = Readonly<Record<string, unknown>>

/** Where an assumed property or header stands in an answer. */
export interface Place {
  operation: string
  method: string
  /** As in the contract, with its parameters in braces. */
  path: string
  status: number
  /** The steps to a property, `*` for list items; absent for a header. */
  pointer?: readonly string[]
}

/** A property as `Schema.property`, an operation by its id, a header by its name. */
export interface Mark {
  name: string
  kind: 'property' | 'operation' | 'header'
  places: Place[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const entriesOf = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : []

/** What a reference leads to, and the name of its component. */
const follow = (node: Node): { node: Node; name: string | null } => {
  if (typeof node.$ref !== 'string') return { node, name: null }
  const steps = node.$ref.replace('#/', '').split('/')
  const target = steps.reduce<unknown>((at, step) => (isNode(at) ? at[step] : undefined), document)
  if (!isNode(target)) throw new Error(`Nothing stands at ${node.$ref}.`)
  const further = follow(target)
  return { node: further.node, name: further.name ?? steps.at(-1) ?? null }
}

const isAssumed = (node: Node): boolean => node['x-assumed'] === true

/** Every assumed property, operation and header of the contract's answers, by its name. */
export const readMarks = (): Mark[] => {
  const marks = new Map<string, Mark>()
  const add = (kind: Mark['kind'], name: string, place: Place): void => {
    const mark = marks.get(name) ?? { name, kind, places: [] }
    marks.set(name, { ...mark, places: [...mark.places, place] })
  }

  const visit = (asWritten: Node, owner: string, isOwnerAssumed: boolean, place: Place): void => {
    const { node, name } = follow(asWritten)
    const [holder, isWhole] = name === null ? [owner, isOwnerAssumed] : [name, isAssumed(node)]
    const pointer = place.pointer ?? []
    for (const [property, child] of entriesOf(node.properties)) {
      const at = { ...place, pointer: [...pointer, property] }
      if (isWhole || isAssumed(child)) add('property', `${holder}.${property}`, at)
      visit(child, `${holder}.${property}`, isWhole, at)
    }
    for (const part of [node.allOf, node.anyOf, node.oneOf].flatMap(nodesOf))
      visit(part, holder, isWhole, place)
    if (isNode(node.items)) visit(node.items, holder, isWhole, { ...place, pointer: [...pointer, '*'] })
  }

  for (const [path, methods] of entriesOf(document.paths))
    for (const [method, operation] of entriesOf(methods)) {
      const id = String(operation.operationId)
      if (isAssumed(operation)) add('operation', id, { operation: id, method, path, status: 404 })
      for (const [status, written] of entriesOf(operation.responses)) {
        const { node: answer, name } = follow(written)
        const place: Place = { operation: id, method, path, status: Number(status) }
        for (const [header, as] of entriesOf(answer.headers))
          if (isAssumed(follow(as).node)) add('header', header, place)
        for (const [, { schema }] of entriesOf(answer.content))
          if (isNode(schema)) visit(schema, name ?? id, false, { ...place, pointer: [] })
      }
    }
  return [...marks.values()]
}
