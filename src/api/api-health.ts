import { clock } from '../lib/clock'
import { createListeners } from '../lib/listeners'
import { serverClock } from '../lib/server-clock'
import { type ApiError, type CallName, type ErrorKind, isClientError } from './errors'

/** Outcome of one call. Times are milliseconds since the epoch by the server's clock. */
export interface CallOutcome {
  sentAt: number
  endedAt: number
  operation: CallName
  /** Null when the application answered, also with an error. Otherwise why there was no usable response. */
  failure: { kind: ErrorKind; status: number | undefined } | null
}

/** Error pages of gateways have the status but not the application's JSON; a 429 counts from any sender. */
export const isApplicationResponse = (error: ApiError): boolean =>
  isClientError(error) || (error.kind === 'http' && error.status === 429)

const createApiHealth = () => {
  const listeners = createListeners<[CallOutcome]>()
  let lastResponseAt: number | null = null
  return {
    /** Server time of the last response; null before the first. */
    lastResponseAt: (): number | null => lastResponseAt,
    /** Receives the outcome of every call that was not aborted. */
    subscribe: listeners.subscribe,
    record(operation: CallName, sentAt: number, error: ApiError | null): void {
      if (error?.kind === 'aborted') return
      const endedAt = serverClock.now()
      const failure =
        error && !isApplicationResponse(error) ? { kind: error.kind, status: error.status } : null
      if (!failure) lastResponseAt = endedAt
      listeners.emit({ sentAt, endedAt, operation, failure })
    },
    /** Called at logout: the data belonged to the previous user. */
    reset(): void {
      lastResponseAt = null
    },
  }
}

/** Tracks whether and when the API was last reachable; shown during exams and stored as evidence. */
export const apiHealth = createApiHealth()

const TIMEOUT_MS = 10_000

/** Checked before a reload, which would replace the open page with a browser error. */
export const isSiteReachable = async (): Promise<boolean> => {
  const call = new AbortController()
  const stop = clock.after(TIMEOUT_MS, () => call.abort())
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal: call.signal })).ok
  } catch {
    return false
  } finally {
    stop()
  }
}
