import { createListeners } from '../lib/store'

/** Registered by the pages with data, because the query client is loaded lazily. */
interface CacheSource {
  /** When the oldest visible data was fetched, in milliseconds; null when there is none. */
  dataUpdatedAt: () => number | null
  subscribe: (listener: () => void) => () => void
  /** Call before retrying a failed page, so that the stored errors don't fail it at once. */
  resetErrors: () => void
  /** Cancels what is being requested; a loader that waits for it requests it again. */
  cancelRequests: () => void
}

const sources: CacheSource[] = []
let stop = () => {}
const listeners = createListeners()
const emit = () => {
  listeners.emit()
}
/** The last registered source wins. */
const getSource = (): CacheSource | undefined => sources.at(-1)
const resubscribe = (): void => {
  stop()
  stop = getSource()?.subscribe(emit) ?? (() => {})
  emit()
}

/** Access to the visible queries for parts of every page, without loading the query client. */
export const cacheObserver = {
  dataUpdatedAt: (): number | null => getSource()?.dataUpdatedAt() ?? null,
  subscribe: listeners.subscribe,
  resetErrors: (): void => getSource()?.resetErrors(),
  /** False without a source. */
  cancelRequests: (): boolean => {
    getSource()?.cancelRequests()
    return getSource() !== undefined
  },
  /** @returns unregisters the source */
  attach: (next: CacheSource): (() => void) => {
    sources.push(next)
    resubscribe()
    return () => {
      sources.splice(sources.indexOf(next), 1)
      resubscribe()
    }
  },
}
