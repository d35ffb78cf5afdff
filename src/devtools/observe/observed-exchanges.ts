import { type ContractViolation, driftClasses } from '../../../packages/contract/validator/drift-classes'
import type { Exchange } from '../../../packages/contract/validator/exchange'
import { createListeners } from '../../lib/listeners'

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
const listeners = createListeners()

const change = (next: readonly ObservedExchange[]) => {
  list = next
  listeners.emit()
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

  subscribe: listeners.subscribe,

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

/** A contract violation, seen once or more. */
export type Violation = {
  /** Drift, operation and location: `DR21 getTask answer 200 /title`. */
  readonly key: string
  readonly judgement: ContractViolation
  /** In English. */
  readonly title: string
  readonly advice: string
  /** Number of exchanges. */
  readonly count: number
  /** The latest exchange. */
  readonly exchange: Exchange
  readonly exchangeId: number
}

const severities: readonly ContractViolation['severity'][] = ['breaking', 'degraded', 'information']

/** Most severe first, then oldest first. */
export const groupViolations = (observed: readonly ObservedExchange[]): readonly Violation[] => {
  const groups = new Map<string, Violation>()
  for (const one of observed) {
    const { id, exchange } = one
    for (const judgement of getViolations(one)) {
      const key = `${judgement.driftId} ${judgement.operationId ?? ''} ${judgement.place}`
      const { title, advice } = driftClasses[judgement.driftId]
      const count = (groups.get(key)?.count ?? 0) + 1
      groups.set(key, { key, judgement, title, advice, count, exchange, exchangeId: id })
    }
  }
  const getRank = ({ judgement }: Violation) => severities.indexOf(judgement.severity)
  return [...groups.values()].toSorted((a, b) => getRank(a) - getRank(b))
}
