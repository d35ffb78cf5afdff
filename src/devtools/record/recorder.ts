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
/** The calls that had ended before, and those that are recorded already. */
let known = new Set<number>()
let stopWatching = () => {}
const listeners = new Set<() => void>()

const set = (next: RecorderState) => {
  state = next
  for (const listener of [...listeners]) listener()
}

/** A call on its way is recorded when it has ended. */
const ended = () => observedExchanges.list().filter(({ outcome }) => outcome !== 'pending')

const take = () => {
  const fresh = ended().filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return
  for (const { id } of fresh) known.add(id)
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
    const seen = ended()
    known = new Set(seen.map(({ id }) => id))
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
