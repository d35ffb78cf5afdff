import type { Contract } from '../../lib/load-contract'
import { nameOfRef, type SchemaNode } from '../../lib/schema-node'
import { pointerSteps } from '../../lib/validator/json-pointer'

/** A schema in a named schema (`User`), or in an operation (`startLab 409`, `login body`). */
type Location = { readonly owner: string; readonly path: string; readonly node: SchemaNode }

/**
 * The properties at a pointer of a response (of the request without a status) as keys of the usage map and
 * the contract lines: `/group/name` of an invite is `InviteGroup/name`. Several for alternatives, none if
 * unknown. A pointer to an item means the list.
 */
export function findProperties(
  contract: Contract,
  operationId: string,
  status: number | undefined,
  pointer: string,
): string[] {
  const operation = contract.operations.find(one => one.operationId === operationId)
  const response = operation?.responses.find(one => one.status === status)
  const schema = status === undefined ? operation?.body?.schema : response?.schema
  if (!schema) return []
  const steps = pointerSteps(pointer)
  while (steps.at(-1) === '*') steps.pop()
  if (steps.length === 0) return []
  let locations: Location[] = [{ owner: `${operationId} ${status ?? 'body'}`, path: '', node: schema }]
  for (const step of steps)
    locations = locations
      .flatMap(location => expand(location, contract))
      .flatMap(location => take(location, step))
  return [...new Set(locations.map(({ owner, path }) => owner + path))]
}

function expand(location: Location, contract: Contract): Location[] {
  const { node } = location
  const name = node.$ref === undefined ? undefined : nameOfRef(node.$ref)
  const target = name === undefined ? undefined : contract.schemas[name]
  if (name !== undefined && target) return expand({ owner: name, path: '', node: target }, contract)
  const parts = [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  return [location, ...parts.flatMap(part => expand({ ...location, node: part }, contract))]
}

function take({ owner, path, node }: Location, step: string): Location[] {
  if (step === '*') {
    const values = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined
    const item = node.items ?? values
    return item ? [{ owner, path: `${path}/*`, node: item }] : []
  }
  const property = Object.hasOwn(node.properties ?? {}, step) ? node.properties?.[step] : undefined
  return property ? [{ owner, path: `${path}/${step}`, node: property }] : []
}
