import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../i18n/error-messages'
import { useIsSlow } from '../../lib/use-is-slow'
import type { MutationOutcome } from '../../queries/attempt-mutation'
import { useRefetchGroup } from '../../queries/exam-mutations'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

interface OutcomeMessages {
  pending: string
  slow: string
  found: string
  waiting: string
  notApplied: string
  refused: string
  offline: string
  unknown: string
  unknownText: string
}

const SLOW_AFTER_MS = 10_000

interface WriteOutcomeMessageProps {
  groupId: number
  call: { isPending: boolean; outcome: MutationOutcome | null; forget: () => void }
  messages: OutcomeMessages
}

/** Result of a write: the error, or what is known if no response came (E07). */
export const WriteOutcomeMessage = ({ groupId, call, messages }: WriteOutcomeMessageProps) => {
  const { t } = useTranslation('common')
  const isSlow = useIsSlow(call.isPending, SLOW_AFTER_MS)
  const { outcome } = call
  const dismiss = { onDismiss: call.forget, dismissLabel: t('close') }
  if (call.isPending) {
    return (
      <Banner tone="neutral" role="status" action={isSlow && <CheckStateButton groupId={groupId} />}>
        {isSlow ? messages.slow : messages.pending}
      </Banner>
    )
  }
  switch (outcome?.kind) {
    case 'refused':
      return (
        <Banner tone="danger" role="alert" title={messages.refused} {...dismiss}>
          {errorMessage(outcome.error)}
        </Banner>
      )
    case 'offline':
      return (
        <Banner tone="warning" role="alert" {...dismiss}>
          {messages.offline}
        </Banner>
      )
    case 'waiting':
      return (
        <Banner tone="info" role="status">
          {messages.waiting}
        </Banner>
      )
    case 'notApplied':
      return (
        <Banner tone="info" role="alert" {...dismiss}>
          {messages.notApplied}
        </Banner>
      )
    case 'found':
      // Announced by the caller.
      return (
        <Banner tone="info" {...dismiss}>
          {messages.found}
        </Banner>
      )
    case 'unknown':
      return (
        <Banner
          tone="warning"
          role="alert"
          title={messages.unknown}
          action={<CheckStateButton groupId={groupId} />}
        >
          {messages.unknownText}
        </Banner>
      )
    default:
      return null
  }
}

const CheckStateButton = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('exam')
  const { read, isReading, error } = useRefetchGroup(groupId)
  return (
    <>
      <Button size="sm" isPending={isReading} onClick={read}>
        {t('ask.state')}
      </Button>
      {error && !isReading && (
        <span role="alert" className="text-xs">
          {errorMessage(error)}
        </span>
      )}
    </>
  )
}
