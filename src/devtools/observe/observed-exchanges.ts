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
/** Of answers that are older than this many bytes of newer ones, the bodies are forgotten before. */
const keptBytes = 50 * 1024 * 1024

let list: readonly ObservedExchange[] = []
let count = 0
let hasWorker = true
const listeners = new Set<() => void>()

const change = (next: readonly ObservedExchange[]) => {
  list = next
  for (const listener of [...listeners]) listener()
}

/** The same list, the bodies of the oldest gone where all together are too large. */
const withinBytes = (all: readonly ObservedExchange[]): readonly ObservedExchange[] => {
  let bytes = 0
  return all
    .toReversed()
    .map(one => {
      const { response } = one.exchange
      bytes += response?.body?.length ?? 0
      if (bytes <= keptBytes || !response?.body) return one
      const { body: _, ...rest } = response
      return { ...one, exchange: { ...one.exchange, response: rest } }
    })
    .toReversed()
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

  /** False where the browser or the page's policy allows no worker: the page then judges in its idle moments. */
  hasWorker: (): boolean => hasWorker,

  tellNoWorker: (): void => {
    hasWorker = false
    change(list)
  },

  /** Takes an exchange in and says by which number it is known. */
  add: (exchange: Exchange, at: number): number => {
    count += 1
    change(withinBytes([...list.slice(1 - kept), { id: count, at, exchange, verdict: 'waiting' }]))
    return count
  },

  /** Hands in what the judge has found; nothing happens for an exchange that is forgotten. */
  judge: (id: number, verdict: readonly Judgement[], operationId?: string): void => {
    if (!list.some(one => one.id === id)) return
    change(list.map(one => (one.id === id ? { ...one, verdict, ...(operationId && { operationId }) } : one)))
  },
}
