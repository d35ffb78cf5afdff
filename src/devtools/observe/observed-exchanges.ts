import type { Exchange } from '../../../scripts/lib/judge/exchange'
import type { Judgement } from '../../../scripts/lib/judge/judgement'

/** One call of the page as it was seen, and what the contract says of its answer. */
export type ObservedExchange = {
  /** Counts from 1 in the order of the answers. */
  readonly id: number
  /** When the answer had come, in milliseconds by the page's clock. */
  readonly at: number
  readonly exchange: Exchange
  /** Absent for a call below /api that the contract does not have. */
  readonly operationId?: string
  /** `waiting` until the judge has looked; an empty list is an answer that keeps the contract. */
  readonly verdict: 'waiting' | readonly Judgement[]
}

/** More is forgotten, the oldest first. */
const kept = 300

let list: readonly ObservedExchange[] = []
let count = 0
const listeners = new Set<() => void>()

const change = (next: readonly ObservedExchange[]) => {
  list = next
  for (const listener of [...listeners]) listener()
}

/** What the page has asked below /api since it was loaded, oldest first; made for `useSyncExternalStore`. */
export const observedExchanges = {
  /** The same list until something changes. */
  list: (): readonly ObservedExchange[] => list,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  clear: (): void => change([]),

  /** Takes an exchange in and says by which number it is known. */
  add: (exchange: Exchange, at: number): number => {
    count += 1
    change([...list.slice(1 - kept), { id: count, at, exchange, verdict: 'waiting' }])
    return count
  },

  /** Hands in what the judge has found; nothing happens for an exchange that is forgotten. */
  judge: (id: number, verdict: readonly Judgement[], operationId?: string): void => {
    if (!list.some(one => one.id === id)) return
    change(list.map(one => (one.id === id ? { ...one, verdict, ...(operationId && { operationId }) } : one)))
  },
}
