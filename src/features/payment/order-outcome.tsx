import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isRecord } from '../../lib/is-record'

export type OrderOutcome = 'ok' | 'fail'

const MESSAGE_TYPE = 'flagship.order'

interface ExpectedSender {
  ownOrigin: string
  /** Window of the payment frame; null while there is none. */
  source: MessageEventSource | null
}

/** From our own page in our own frame, else null (F06). Only a hint: the payment check decides (F05). */
export const getOrderOutcome = (
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  expected: ExpectedSender,
): OrderOutcome | null => {
  const isOurs = expected.source !== null && source === expected.source && origin === expected.ownOrigin
  // Opaque origins serialize to `null` and would match each other.
  if (!isOurs || origin === 'null' || !isRecord(data) || data.type !== MESSAGE_TYPE) return null
  return data.outcome === 'ok' || data.outcome === 'fail' ? data.outcome : null
}

/** Posts the payment's outcome to a parent of the same origin. Never throws, also not in a sandbox (F03). */
const postOrderMessage = (outcome: OrderOutcome): void => {
  if (window.parent === window) return
  try {
    window.parent.postMessage({ type: MESSAGE_TYPE, outcome }, location.origin)
  } catch {
    // Opaque origin: no parent can be named, and the page shows the outcome anyway.
  }
}

/** The page that the bank redirects to: a fixed message, also posted to the parent page. */
export const OrderOutcomePage = ({ outcome }: { outcome: OrderOutcome }) => {
  const { t } = useTranslation('common')
  useEffect(() => postOrderMessage(outcome), [outcome])
  return (
    <main className="p-6 text-center">
      <p>{t(`order.${outcome}`)}</p>
    </main>
  )
}
