import type { Exchange } from '../../../packages/contract/validator/exchange'
import { clock } from '../../lib/clock'
import { createStore } from '../../lib/store'
import { observedExchanges } from '../observe/observed-exchanges'

export type RecorderState = {
  readonly phase: 'idle' | 'recording' | 'stopped'
  readonly exchanges: readonly Exchange[]
  /** Earlier exchanges: not recorded, but they identify the user. */
  readonly before: readonly Exchange[]
  /** Milliseconds of the page's clock. */
  readonly startedAt: number
}

const idle: RecorderState = { phase: 'idle', exchanges: [], before: [], startedAt: 0 }

const { get, set, subscribe } = createStore(idle)
/** Ids of earlier and of recorded calls. */
let seenIds = new Set<number>()
let unsubscribe = () => {}

/** Pending calls are recorded when they have ended. */
const ended = () => observedExchanges.list().filter(({ outcome }) => outcome !== 'pending')

const record = () => {
  const fresh = ended().filter(({ id }) => !seenIds.has(id))
  if (fresh.length === 0) return
  for (const { id } of fresh) seenIds.add(id)
  set({ ...get(), exchanges: [...get().exchanges, ...fresh.map(({ exchange }) => exchange)] })
}

/** Records API calls between start and stop. */
export const recorder = {
  get,

  subscribe,

  start: (): void => {
    const seen = ended()
    seenIds = new Set(seen.map(({ id }) => id))
    unsubscribe = observedExchanges.subscribe(record)
    const before = seen.map(({ exchange }) => exchange)
    set({ phase: 'recording', exchanges: [], before, startedAt: clock.now() })
  },

  stop: (): void => {
    unsubscribe()
    set({ ...get(), phase: 'stopped' })
  },

  discard: (): void => {
    unsubscribe()
    set(idle)
  },
}
