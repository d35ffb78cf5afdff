import { TicketPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { useOnline } from '../../lib/use-online'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { Group } from '../../queries/answers'
import { useRequestAttempt } from '../../queries/exam-calls'
import { Button } from '../../ui/button'
import { hoursText, priceText } from './attempt-words'
import { reviewDays } from './report-facts'
import { WriteOutcomeNote } from './write-outcome-note'

/** The request, kept by whoever outlives the button; says once that there is an attempt. */
export const useAttemptRequest = (groupId: number) => {
  const { t } = useTranslation('exam')
  const request = useRequestAttempt(groupId)
  const kind = request.outcome?.kind
  const said = useRef(kind)
  useEffect(() => {
    if (said.current === kind) return
    said.current = kind
    if (kind === 'done' || kind === 'found') announce(t('request.done'))
  }, [kind, t])
  return request
}

type AttemptRequest = ReturnType<typeof useAttemptRequest>

interface RequestNoteProps {
  groupId: number
  request: AttemptRequest
}

/** What became of the request. */
export const RequestNote = ({ groupId, request }: RequestNoteProps) => {
  const { t } = useTranslation('exam')
  const words = {
    pending: t('request.pending'),
    slow: t('request.slow'),
    found: t('request.done'),
    waiting: t('request.waiting'),
    notDone: t('request.notDone'),
    refused: t('request.refused'),
    offline: t('request.notSent'),
    unknown: t('request.unknown'),
    unknownText: t('request.unknownText'),
  }
  return <WriteOutcomeNote groupId={groupId} call={request} words={words} />
}

interface RequestAttemptProps {
  group: Group
  request: AttemptRequest
  /** There were attempts before. */
  isAnother: boolean
  variant: 'primary' | 'secondary'
}

/** The rules of the exam (specification §4) and the button that asks for an attempt: nothing begins by it. */
export const RequestAttempt = ({ group, request, isAnother, variant }: RequestAttemptProps) => {
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
      <RequestNote groupId={group.id} request={request} />
      <Button
        variant={variant}
        icon={<TicketPlus className="size-4" aria-hidden />}
        isPending={request.isPending}
        disabledReason={blocked}
        // The second click of a double click is no second wish, however quick the answer was.
        onClick={event => (event.detail > 1 ? undefined : request.send())}
      >
        {t(isAnother ? 'request.another' : 'request.first')}
      </Button>
    </div>
  )
}

const ExamRules = ({ exam }: { exam: Group['exam'] }) => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  // Types are not checks.
  const hours: unknown = exam?.hours
  const seconds = typeof hours === 'number' && hours > 0 ? hours * 3600 : null
  const { price, currency } = exam ?? {}
  const isPriced = typeof price === 'number' && typeof currency === 'string'
  const cost = priceText(isPriced ? { amount: price, currency } : null, exam, t, language)
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-6">
      <li>{t('rules.hours', { hours: hoursText(seconds, t, language) })}</li>
      <li>{isPriced ? t('rules.price', { price: cost }) : t('rules.admission')}</li>
      <li>{t('rules.noPause')}</li>
      <li>
        {exam?.report_required === false ? t('rules.noReport') : t('rules.report', { count: reviewDays })}
      </li>
    </ul>
  )
}
