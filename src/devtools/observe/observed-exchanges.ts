import type { ContractViolation } from '../../../scripts/lib/validator/contract-violation'
import type { Exchange } from '../../../scripts/lib/validator/exchange'

/** `broken`: network error; `givenUp`: aborted by the page; `tooSlow`: over the page's own timeout. */
export type Outcome = 'pending' | 'answered' | 'broken' | 'givenUp' | 'tooSlow'

/** An API call of the page, and the validation of its response. */
export type ObservedExchange = {
  /** From 1 in the order of the calls. */
  readonly id: number
  /** When it ended, or was sent while pending; milliseconds of the page's clock. */
  readonly at: number
  readonly outcome: Outcome
  readonly exchange: Exchange
  /** Absent for an API call that is not in the contract. */
  readonly operationId?: string
  /** `waiting` until validated, `failed` if the validator threw; an empty list is valid. */
  readonly verdict: 'waiting' | 'failed' | readonly ContractViolation[]
}

export const isValidated = ({ outcome, verdict }: ObservedExchange): boolean =>
  outcome === 'answered' && typeof verdict !== 'string'

export const getViolations = ({ verdict }: ObservedExchange): readonly ContractViolation[] =>
  typeof verdict === 'string' ? [] : verdict

const MAX_EXCHANGES = 300
/** Older bodies are dropped beyond this total size. */
const MAX_BODY_BYTES = 50 * 1024 * 1024

let list: readonly ObservedExchange[] = []
let count = 0
let hasWorker = true
const listeners = new Set<() => void>()

const change = (next: readonly ObservedExchange[]) => {
  list = next
  for (const listener of [...listeners]) listener()
}

/** Drops the bodies of the oldest exchanges beyond the limit. */
const dropOldBodies = (all: readonly ObservedExchange[]): readonly ObservedExchange[] => {
  let bytes = 0
  return all
    .toReversed()
    .map(one => {
      const { response } = one.exchange
      bytes += response?.body?.length ?? 0
      if (bytes <= MAX_BODY_BYTES || !response?.body) return one
      const { body: _, ...rest } = response
      return { ...one, exchange: { ...one.exchange, response: rest } }
    })
    .toReversed()
}

const append = (one: ObservedExchange) => change(dropOldBodies([...list.slice(1 - MAX_EXCHANGES), one]))

const getOutcome = ({ response }: Exchange): Outcome => (response ? 'answered' : 'broken')

/** The API calls since the page was loaded, oldest first; for `useSyncExternalStore`. */
export const observedExchanges = {
  list: (): readonly ObservedExchange[] => list,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  clear: (): void => change([]),

  /** False where the browser or the CSP blocks workers: the page then validates when idle. */
  hasWorker: (): boolean => hasWorker,

  markWorkerUnavailable: (): void => {
    hasWorker = false
    change(list)
  },

  /** Adds a call, ended by default, and returns its id. */
  add: (exchange: Exchange, at: number, outcome?: Outcome): number => {
    count += 1
    append({ id: count, at, outcome: outcome ?? getOutcome(exchange), exchange, verdict: 'waiting' })
    return count
  },

  /** Updates a call that has ended; adds it again if it was dropped meanwhile. */
  end: (id: number, exchange: Exchange, at: number, outcome = getOutcome(exchange)): void => {
    const ended: ObservedExchange = { id, at, outcome, exchange, verdict: 'waiting' }
    if (!list.some(one => one.id === id)) append(ended)
    else change(dropOldBodies(list.map(one => (one.id === id ? ended : one))))
  },

  /** Does nothing for an exchange that was dropped. */
  setVerdict: (id: number, verdict: ObservedExchange['verdict'], operationId?: string): void => {
    if (!list.some(one => one.id === id)) return
    change(list.map(one => (one.id === id ? { ...one, verdict, ...(operationId && { operationId }) } : one)))
  },
}
