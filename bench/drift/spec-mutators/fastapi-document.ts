import type { JsonObject } from '../../../scripts/lib/json'
import { noOpKinds } from './no-ops'
import type { Draft } from './spec-mutant'

/** An order in which the rewritings do not break each other's paths. */
const order = ['NOOP02', 'NOOP03', 'NOOP06', 'NOOP08', 'NOOP04', 'NOOP05', 'NOOP01', 'NOOP07'] as const

/** Applies one kind of rewriting wherever it is possible. */
export function applyNoOps(document: JsonObject, kind: string): JsonObject {
  const copy = structuredClone(document) as Draft
  const noOps = noOpKinds[kind]?.(document) ?? []
  for (const { change, id } of noOps) {
    const isLost = kind === 'NOOP06' && id.endsWith(':422')
    if (!isLost) change(copy)
  }
  return copy
}

/** The contract as FastAPI would write it: every rewriting applied, without our extensions. */
export function toFastApiDocument(document: JsonObject): JsonObject {
  const twin = order.reduce<JsonObject>((value, kind) => applyNoOps(value, kind), document)
  return withoutExtensions(twin) as JsonObject
}

function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-') && key !== 'example')
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutExtensions(one)]))
}
