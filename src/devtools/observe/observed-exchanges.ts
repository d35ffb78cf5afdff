import type { Exchange } from '../../../scripts/lib/judge/exchange'
import type { Judgement } from '../../../scripts/lib/judge/judgement'

/**
 * How far a call has come: it is on its way, was answered, found no connection, was given up by the page, or was too
 * slow for the page's own limit.
 */
export type Outcome = 'pending' | 'answered' | 'broken' | 'givenUp' | 'tooSlow'

/** One call of the page as it was seen, and what the contract says of its answer. */
export type ObservedExchange = {
  /** Counts from 1 in the order of the calls. */
  readonly id: number
  /** When it had ended, or, as long as it is on its way, when it was sent; in milliseconds by the page's clock. */
  readonly at: number
  readonly outcome: Outcome
  readonly exchange: Exchange
  /** Absent for a call below /api that the contract does not have. */
  readonly operationId?: string
  /** `waiting` until the judge has looked, `failed` where it broke down; an empty list keeps the contract. */
  readonly verdict: 'waiting' | 'failed' | readonly Judgement[]
}

/** Whether there is an answer of which the judge has said something. */
export const isJudged = ({ outcome, verdict }: ObservedExchange): boolean =>
  outcome === 'answered' && typeof verdict !== 'string'

/** In what the answer leaves the contract, as far as that is known. */
export const violationsOf = ({ verdict }: ObservedExchange): readonly Judgement[] =>
  typeof verdict === 'string' ? [] : verdict

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

const take = (one: ObservedExchange) => change(withinBytes([...list.slice(1 - kept), one]))

const outcomeOf = ({ response }: Exchange): Outcome => (response ? 'answered' : 'broken')

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

  /** Takes a call in, ended unless told otherwise, and says by which number it is known. */
  add: (exchange: Exchange, at: number, outcome?: Outcome): number => {
    count += 1
    take({ id: count, at, outcome: outcome ?? outcomeOf(exchange), exchange, verdict: 'waiting' })
    return count
  },

  /** Says how a call has ended; one that was forgotten meanwhile is taken in once more. */
  end: (id: number, exchange: Exchange, at: number, outcome = outcomeOf(exchange)): void => {
    const ended: ObservedExchange = { id, at, outcome, exchange, verdict: 'waiting' }
    if (!list.some(one => one.id === id)) take(ended)
    else change(withinBytes(list.map(one => (one.id === id ? ended : one))))
  },

  /** Hands in what the judge has found; nothing happens for an exchange that is forgotten. */
  judge: (id: number, verdict: ObservedExchange['verdict'], operationId?: string): void => {
    if (!list.some(one => one.id === id)) return
    change(list.map(one => (one.id === id ? { ...one, verdict, ...(operationId && { operationId }) } : one)))
  },
}
