import { serverClock } from '../lib/server-clock'
import { type ApiError, type ErrorKind, serverWords } from './errors'

/** One call's outcome. Moments are milliseconds since the epoch by the server's clock. */
export interface ContactEvent {
  sentAt: number
  endedAt: number
  /** Method and path of the contract, `get /groups/{id}`. */
  operation: string
  /** Null: an answer came, be it a refusal. Else why none came that could be used. */
  failure: { kind: ErrorKind; status: number | undefined } | null
}

type Listener = (event: ContactEvent) => void

/**
 * An answer of the application itself, be it a refusal. A gateway's is none, nor is a broken one: a page of a proxy or a
 * firewall has the status of a refusal, but not its words. That one asks too often is an answer, whoever says it.
 */
export const isAnswer = (error: ApiError): boolean => {
  const { kind, status = 500, detail, fields } = error
  if (kind !== 'http' || status >= 500) return false
  return status === 429 || detail !== undefined || fields !== undefined || serverWords(error) !== null
}

const createContact = () => {
  const listeners = new Set<Listener>()
  let lastAt: number | null = null
  return {
    /** When the platform answered last, by its own clock; null before the first answer. */
    lastAt: (): number | null => lastAt,
    /** Hears of the outcome of every call but those that were stopped on purpose. */
    follow(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    note(operation: string, sentAt: number, error: ApiError | null): void {
      if (error?.kind === 'aborted') return
      const endedAt = serverClock.now()
      const failure = error && !isAnswer(error) ? { kind: error.kind, status: error.status } : null
      if (!failure) lastAt = endedAt
      for (const listener of [...listeners]) listener({ sentAt, endedAt, operation, failure })
    },
    /** Forgets what was heard: it was for the person who has gone. */
    reset(): void {
      lastAt = null
    },
  }
}

/** Whether and when the platform was heard: what an exam tells the candidate, and keeps as evidence. */
export const contact = createContact()
