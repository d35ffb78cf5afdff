import type { DriftId } from '../../../scripts/lib/judge/drift-classes'

/** A JSON object that may be written to: mutators only ever get a copy. */
export type Draft = { [key: string]: unknown }

/** A backend's document that says something else than the contract. */
export type SpecMutant = {
  /** `DR21:components/schemas/User:email`; stable as long as the contract keeps the place. */
  readonly id: string
  readonly driftId: DriftId
  /** The operations that it changes; empty for what belongs to none. */
  readonly operationIds: readonly string[]
  /** Changes a copy of the bundled contract in place. */
  readonly change: (document: Draft) => void
}

/** The object at a path; throws a RangeError where there is none. */
export function draftAt(document: Draft, path: readonly string[]): Draft {
  let value: unknown = document
  for (const step of path) value = (value as Draft)[step]
  if (typeof value !== 'object' || value === null)
    throw new RangeError(`Nothing stands at ${path.join('/')}.`)
  return value as Draft
}

/** The keys of an object in their order, one of them under another name. */
export function renamedKey(value: Draft, from: string, to: string): Draft {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key === from ? to : key, one]))
}
