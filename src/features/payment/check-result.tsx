import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { shortErrorMessage } from '../../i18n/error-messages'
import { formatTime } from '../../lib/format'
import { Banner } from '../../ui/banner'
import type { Payment } from './use-payment'

/** The API error of the last check, if any. */
export const getCheckError = (shown: Payment['shown']): ApiError | null =>
  shown?.answer.kind === 'failed' && shown.answer.error instanceof ApiError ? shown.answer.error : null

/** Message of the last check, unless it changed the attempt. */
export const useCheckMessage = ({
  shown,
  begun,
  same,
}: Payment): { text: string; isFailure: boolean } | null => {
  const { t, i18n } = useTranslation('payment')
  if (!shown || shown.answer.kind === 'changed' || shown.answer.kind === 'outdated') return null
  const { answer, isByUser } = shown
  const time = formatTime(answer.at, i18n.language)
  // Automatic checks are silent while nothing changes.
  if (!isByUser && answer.kind === 'same') return null
  if (!isByUser && begun?.phase === 'confirming') return { text: t('trying', { time }), isFailure: false }
  if (answer.kind === 'same') return { text: t(same, { time }), isFailure: false }
  if (answer.kind === 'other') return { text: t('other'), isFailure: true }
  return { text: t('failed', { time, reason: shortErrorMessage(answer.error) }), isFailure: true }
}

/** Result of the last payment check. A change shows in the attempt itself. */
export const CheckResult = ({ payment }: { payment: Payment }) => {
  const message = useCheckMessage(payment)
  if (!message) return null
  if (!message.isFailure) return <p className="text-sm text-muted">{message.text}</p>
  return (
    <Banner tone="danger" role="alert">
      {message.text}
    </Banner>
  )
}
