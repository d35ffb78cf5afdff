import { isRecord } from './is-record'
/**
 * Message from the framed page that the bank redirects to. Only a hint: the payment check alone decides about the
 * attempt (F05).
 */

export type OrderOutcome = 'ok' | 'fail'

const MESSAGE_TYPE = 'flagship.order'

const outcomes: ReadonlySet<unknown> = new Set<OrderOutcome>(['ok', 'fail'])

const parseOutcome = (data: unknown): OrderOutcome | null =>
  isRecord(data) && data.type === MESSAGE_TYPE && outcomes.has(data.outcome)
    ? (data.outcome as OrderOutcome)
    : null

type Expected = {
  ownOrigin: string
  /** Window of the payment frame; null while there is none. */
  source: MessageEventSource | null
}

/** The outcome in a message of our own page in our own frame, else null (F06). */
export const getOrderOutcome = (
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  expected: Expected,
): OrderOutcome | null => {
  const isOurs = expected.source !== null && source === expected.source && origin === expected.ownOrigin
  // Opaque origins serialize to `null` and would match each other.
  return isOurs && origin !== 'null' ? parseOutcome(data) : null
}

/** Calls the listener with messages of the framed order page. Returns the unsubscribe function. */
export const onOrderMessage = (frame: () => Window | null, listener: (outcome: OrderOutcome) => void) => {
  const handleMessage = (event: MessageEvent<unknown>) => {
    const outcome = getOrderOutcome(event, { ownOrigin: window.origin, source: frame() })
    if (outcome) listener(outcome)
  }
  window.addEventListener('message', handleMessage)
  return () => window.removeEventListener('message', handleMessage)
}

/** Posts the payment's outcome to a parent of the same origin. Never throws, also not in a sandbox (F03). */
export const postOrderMessage = (outcome: OrderOutcome): void => {
  if (window.parent === window) return
  try {
    window.parent.postMessage({ type: MESSAGE_TYPE, outcome }, location.origin)
  } catch {
    // Opaque origin: no parent can be named, and the page shows the outcome anyway.
  }
}
