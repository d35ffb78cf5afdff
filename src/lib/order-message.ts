/**
 * What the page that a bank returns to tells the page that framed it (specification §2). It is a hint and no more: the
 * status of an attempt comes from the payment check alone (F05).
 */

export type OrderOutcome = 'ok' | 'fail'

const type = 'flagship.order'

const outcomes: ReadonlySet<unknown> = new Set<OrderOutcome>(['ok', 'fail'])

const outcomeOf = (data: unknown): OrderOutcome | null => {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('outcome' in data)) return null
  return data.type === type && outcomes.has(data.outcome) ? (data.outcome as OrderOutcome) : null
}

type Expected = {
  ownOrigin: string
  /** The window of the frame that was opened; null while there is none. */
  source: MessageEventSource | null
}

/** The outcome that a message of our own page in our own frame names, else null (F06). */
export const orderOutcome = (
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  expected: Expected,
): OrderOutcome | null => {
  const isOurs = expected.source !== null && source === expected.source && origin === expected.ownOrigin
  // An opaque origin is written `null`, here and there.
  return isOurs && origin !== 'null' ? outcomeOf(data) : null
}

/** Hears what the order page in a frame says, until the returned function is called. */
export const hearOrder = (frame: () => Window | null, listener: (outcome: OrderOutcome) => void) => {
  const hear = (event: MessageEvent<unknown>) => {
    const outcome = orderOutcome(event, { ownOrigin: window.origin, source: frame() })
    if (outcome) listener(outcome)
  }
  window.addEventListener('message', hear)
  return () => window.removeEventListener('message', hear)
}

/** Tells the framing page, if it is one of ours, how the payment ended. Never throws, in a sandbox neither (F03). */
export const tellOrder = (outcome: OrderOutcome): void => {
  if (window.parent === window) return
  try {
    window.parent.postMessage({ type, outcome }, location.origin)
  } catch {
    // A document without an address of its own has no origin to name: nobody is told, and the sentence still stands.
  }
}
