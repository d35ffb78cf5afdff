import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { reasonText } from '../../i18n/error-text'
import { formatTime } from '../../lib/format'
import { Banner } from '../../ui/banner'
import type { Payment } from './use-payment'

/** Why the last check had no answer, if that is so. */
export const failureOf = (shown: Payment['shown']): ApiError | null =>
  shown?.answer.kind === 'failed' && shown.answer.error instanceof ApiError ? shown.answer.error : null

/** The words for the last check, where it has not changed the attempt. */
export const useAnswerWords = ({
  shown,
  begun,
  same,
}: Payment): { text: string; isFailure: boolean } | null => {
  const { t, i18n } = useTranslation('payment')
  if (!shown || shown.answer.kind === 'changed' || shown.answer.kind === 'overtaken') return null
  const { answer, isByPerson } = shown
  const time = formatTime(answer.at, i18n.language)
  // What is asked by itself says nothing while it goes on.
  if (!isByPerson && answer.kind === 'same') return null
  if (!isByPerson && begun?.phase === 'confirming') return { text: t('trying', { time }), isFailure: false }
  if (answer.kind === 'same') return { text: t(same, { time }), isFailure: false }
  if (answer.kind === 'other') return { text: t('other'), isFailure: true }
  return { text: t('failed', { time, reason: reasonText(answer.error) }), isFailure: true }
}

/** What the last payment check brought, beside its button. A change shows in the attempt itself. */
export const CheckAnswer = ({ payment }: { payment: Payment }) => {
  const words = useAnswerWords(payment)
  if (!words) return null
  if (!words.isFailure) return <p className="text-sm text-muted">{words.text}</p>
  return (
    <Banner tone="danger" role="alert">
      {words.text}
    </Banner>
  )
}
