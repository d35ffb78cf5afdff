import type { DriftId } from '../../../scripts/lib/validator/drift-classes'

/** A writable JSON object: mutators only get a copy. */
export type Draft = { [key: string]: unknown }

export type SpecMutant = {
  /** `DR21:components/schemas/User:email`; stable while the contract keeps the location. */
  readonly id: string
  readonly driftId: DriftId
  /** Operations that it changes; empty if it belongs to none. */
  readonly operationIds: readonly string[]
  readonly change: (document: Draft) => void
}

/** Throws a RangeError if there is no object at the path. */
export function draftAt(document: Draft, path: readonly string[]): Draft {
  let value: unknown = document
  for (const step of path) value = (value as Draft)[step]
  if (typeof value !== 'object' || value === null) throw new RangeError(`Nothing found at ${path.join('/')}.`)
  return value as Draft
}

/** Keeps the order of the keys. */
export function renameKey(value: Draft, from: string, to: string): Draft {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key === from ? to : key, one]))
}

export function replaceNode(node: Draft, other: Draft): void {
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, other)
}
