import type { Contract } from '../../lib/load-contract'
import { nameOfRef, type SchemaNode } from '../../lib/schema-node'

/** A schema where it stands: in a named one (`User`), or in an operation (`startLab 409`, `login body`). */
type Spot = { readonly owner: string; readonly way: string; readonly node: SchemaNode }

/**
 * The properties behind a pointer of an answer (of the request when there is no status), as the map of usage and the
 * sources name them: `/group/name` of an invite is `InviteGroup/name`. Several where alternatives have one each,
 * none where the contract has none. A pointer that ends in an item means the list.
 */
export function propertiesBehind(
  contract: Contract,
  operationId: string,
  status: number | undefined,
  pointer: string,
): string[] {
  const operation = contract.operations.find(one => one.operationId === operationId)
  const answer = operation?.responses.find(one => one.status === status)
  const schema = status === undefined ? operation?.body?.schema : answer?.schema
  if (!schema) return []
  const steps = pointer.split('/').slice(1).map(unescaped)
  while (steps.at(-1) === '*') steps.pop()
  if (steps.length === 0) return []
  let spots: Spot[] = [{ owner: `${operationId} ${status ?? 'body'}`, way: '', node: schema }]
  for (const step of steps)
    spots = spots.flatMap(spot => spread(spot, contract)).flatMap(spot => take(spot, step))
  return [...new Set(spots.map(({ owner, way }) => owner + way))]
}

/** The parts that make up a schema, through references and compositions. */
function spread(spot: Spot, contract: Contract): Spot[] {
  const { node } = spot
  const name = node.$ref === undefined ? undefined : nameOfRef(node.$ref)
  const target = name === undefined ? undefined : contract.schemas[name]
  if (name !== undefined && target) return spread({ owner: name, way: '', node: target }, contract)
  const parts = [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  return [spot, ...parts.flatMap(part => spread({ ...spot, node: part }, contract))]
}

function take({ owner, way, node }: Spot, step: string): Spot[] {
  if (step === '*') {
    const values = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined
    const item = node.items ?? values
    return item ? [{ owner, way: `${way}/*`, node: item }] : []
  }
  const property = Object.hasOwn(node.properties ?? {}, step) ? node.properties?.[step] : undefined
  return property ? [{ owner, way: `${way}/${step}`, node: property }] : []
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
