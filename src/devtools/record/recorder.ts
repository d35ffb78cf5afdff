import type { Exchange } from '../../../scripts/lib/judge/exchange'
import { clock } from '../../lib/clock'
import { observedExchanges } from '../observe/observed-exchanges'

/** What is recorded; lives until the page is loaded anew. */
export type RecorderState = {
  readonly phase: 'idle' | 'recording' | 'stopped'
  readonly exchanges: readonly Exchange[]
  /** What was seen before: it tells who is signed in, and is not recorded. */
  readonly before: readonly Exchange[]
  /** Milliseconds by the page's clock. */
  readonly startedAt: number
}

const idle: RecorderState = { phase: 'idle', exchanges: [], before: [], startedAt: 0 }

let state = idle
let last = 0
let stopWatching = () => {}
const listeners = new Set<() => void>()

const set = (next: RecorderState) => {
  state = next
  for (const listener of [...listeners]) listener()
}

const take = () => {
  const fresh = observedExchanges.list().filter(({ id }) => id > last)
  const newest = fresh.at(-1)
  if (!newest) return
  last = newest.id
  set({ ...state, exchanges: [...state.exchanges, ...fresh.map(({ exchange }) => exchange)] })
}

/** Keeps what the page asks between start and stop, whatever section of the panel is open. */
export const recorder = {
  /** The same object until something changes, for `useSyncExternalStore`. */
  state: (): RecorderState => state,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  start: (): void => {
    const seen = observedExchanges.list()
    last = seen.at(-1)?.id ?? last
    stopWatching = observedExchanges.subscribe(take)
    const before = seen.map(({ exchange }) => exchange)
    set({ phase: 'recording', exchanges: [], before, startedAt: clock.now() })
  },

  stop: (): void => {
    stopWatching()
    set({ ...state, phase: 'stopped' })
  },

  discard: (): void => {
    stopWatching()
    set(idle)
  },
}
