import { TicketPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { useOnline } from '../../lib/online'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useRequestAttempt } from '../../queries/exam-mutations'
import type { Group } from '../../queries/responses'
import { Button } from '../../ui/button'
import { formatHours, formatPrice } from './attempt-labels'
import { REVIEW_BUSINESS_DAYS } from './report-facts'
import { WriteOutcomeMessage } from './write-outcome-message'

/** Lives above the button, which may unmount. Announces a new attempt once. */
export const useAttemptRequest = (groupId: number) => {
  const { t } = useTranslation('exam')
  const request = useRequestAttempt(groupId)
  const kind = request.outcome?.kind
  const announcedKind = useRef(kind)
  useEffect(() => {
    if (announcedKind.current === kind) return
    announcedKind.current = kind
    if (kind === 'done' || kind === 'found') announce(t('request.done'))
  }, [kind, t])
  return request
}

type AttemptRequest = ReturnType<typeof useAttemptRequest>

interface RequestMessageProps {
  groupId: number
  request: AttemptRequest
}

export const RequestMessage = ({ groupId, request }: RequestMessageProps) => {
  const { t } = useTranslation('exam')
  const messages = {
    pending: t('request.pending'),
    slow: t('request.slow'),
    found: t('request.done'),
    waiting: t('request.waiting'),
    notApplied: t('request.notApplied'),
    refused: t('request.refused'),
    offline: t('request.notSent'),
    unknown: t('request.unknown'),
    unknownText: t('request.unknownText'),
  }
  return <WriteOutcomeMessage groupId={groupId} call={request} messages={messages} />
}

interface RequestAttemptProps {
  group: Group
  request: AttemptRequest
  isRepeat: boolean
  variant: 'primary' | 'secondary'
}

/** Rules of the exam and the button that creates an attempt. Doesn't start the exam. */
export const RequestAttempt = ({ group, request, isRepeat, variant }: RequestAttemptProps) => {
  const { t } = useTranslation(['exam', 'common'])
  const isOnline = useOnline()
  const { outcome } = request
  const wait = useRetryAfter(outcome?.kind === 'refused' ? outcome.error : null)
  const blocked = !isOnline
    ? t('request.blocked.offline')
    : wait > 0
      ? t('retryIn', { ns: 'common', seconds: wait })
      : outcome?.kind === 'unknown'
        ? t('request.blocked.unknown')
        : outcome?.kind === 'waiting'
          ? t('request.blocked.waiting')
          : undefined
  return (
    <div className="flex flex-col items-start gap-4">
      <ExamRules exam={group.exam} />
      <p className="max-w-prose text-sm text-muted">{t('request.effect')}</p>
      <RequestMessage groupId={group.id} request={request} />
      <Button
        variant={variant}
        icon={<TicketPlus className="size-4" aria-hidden />}
        isPending={request.isPending}
        disabledReason={blocked}
        // Ignores the second click of a double click, however fast the response was.
        onClick={event => (event.detail > 1 ? undefined : request.send())}
      >
        {t(isRepeat ? 'request.another' : 'request.first')}
      </Button>
    </div>
  )
}

const ExamRules = ({ exam }: { exam: Group['exam'] }) => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  // The group may lack exam settings.
  const hours: unknown = exam?.hours
  const seconds = typeof hours === 'number' && hours > 0 ? hours * 3600 : null
  const { price, currency } = exam ?? {}
  const isPriced = typeof price === 'number' && typeof currency === 'string'
  const cost = formatPrice(isPriced ? { amount: price, currency } : null, exam, t, language)
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-6">
      <li>{t('rules.hours', { hours: formatHours(seconds, t, language) })}</li>
      <li>{isPriced ? t('rules.price', { price: cost }) : t('rules.admission')}</li>
      <li>{t('rules.noPause')}</li>
      <li>
        {exam?.report_required === false
          ? t('rules.noReport')
          : t('rules.report', { count: REVIEW_BUSINESS_DAYS })}
      </li>
    </ul>
  )
}
