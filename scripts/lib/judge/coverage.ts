import type { Contract } from '../load-contract'
import type { Exchange } from './exchange'

/** How much of one kind of thing was seen; `missed` names the rest in the contract's order. */
export type Share = { readonly seen: number; readonly all: number; readonly missed: readonly string[] }

/** How much of the contract a set of exchanges has shown. */
export type Coverage = {
  /** Operations with an answer of success: `getGroup`. */
  readonly operations: Share
  /** Documented answers: `getGroup 404`. */
  readonly statuses: Share
  /** Properties of answers but for error details: operation, status and pointer with an asterisk for list items. */
  readonly properties: Share
  /** Error details that any operation documents: `Task not found`. */
  readonly details: Share
}

/** Counts what the exchanges have shown of the contract; exchanges outside of it count nothing. */
export function coverageOf(_contract: Contract, _exchanges: readonly Exchange[]): Coverage {
  const none = { seen: 0, all: 0, missed: [] }
  return { operations: none, statuses: none, properties: none, details: none }
}
