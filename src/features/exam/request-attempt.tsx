import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TicketPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { groupQuery } from '../../api/queries/groups'
import { mutation } from '../../api/query'
import type { Group } from '../../api/responses'
import { formatMoney } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { Button } from '../../ui/button'
import { formatHours } from './attempt-details'
import { OutcomeMessage, useAttemptMutation, useBlockedReason } from './attempt-mutation'
import { REVIEW_BUSINESS_DAYS } from './exam-dates'
import { canRequestAttempt, getAttemptRule, getCurrentAttempt, getPrice } from './model'

/** An attempt that reached its report or review is not a new one. */
const isPastExam = (group: Group): boolean => {
  const { step } = getAttemptRule(getCurrentAttempt(group)?.status)
  return step === 'report' || step === 'review'
}

/** A GET that writes; the response replaces the group's attempts. Lives above the button, which may unmount. */
export const useAttemptRequest = (groupId: number) => {
  const { t } = useTranslation('exam')
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(mutation('requestAttempt'))
  const send = async () => {
    const answer = await mutateAsync({ params: { path: { id: groupId } } })
    const group = queryClient.getQueryData(groupQuery(groupId).queryKey)
    return group && Array.isArray(answer?.attempts) ? { ...group, attempts: answer.attempts } : null
  }
  const isDone = (group: Group | undefined) =>
    group !== undefined && !canRequestAttempt(group) && !isPastExam(group)
  const request = useAttemptMutation('request', { groupId, attemptId: 0 }, { send, isDone })
  const isNew = request.outcome?.kind === 'done' || request.outcome?.kind === 'found'
  useAnnounceChange(String(request.outcome?.kind), isNew ? t('request.done') : '')
  return request
}

type AttemptRequest = ReturnType<typeof useAttemptRequest>

export const RequestMessage = ({ groupId, request }: { groupId: number; request: AttemptRequest }) => {
  const { t } = useTranslation('exam')
  return <OutcomeMessage groupId={groupId} action="request" call={request} refused={t('request.refused')} />
}

interface RequestAttemptProps {
  group: Group
  request: AttemptRequest
  isRepeat: boolean
  variant: 'primary' | 'secondary'
}

/** Rules of the exam and the button that creates an attempt. Doesn't start the exam. */
export const RequestAttempt = ({ group, request, isRepeat, variant }: RequestAttemptProps) => {
  const { t } = useTranslation('exam')
  const blocked = useBlockedReason('request', request.outcome)
  return (
    <div className="flex flex-col items-start gap-4">
      <ExamRules exam={group.exam} />
      <p className="max-w-prose text-sm text-muted">{t('request.effect')}</p>
      <RequestMessage groupId={group.id} request={request} />
      <Button
        variant={variant}
        icon={<TicketPlus />}
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
  const price = getPrice(exam)
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-6">
      <li>{t('rules.hours', { hours: formatHours(seconds, t, language) })}</li>
      <li>
        {price
          ? t('rules.price', { price: formatMoney(price.amount, price.currency, language) })
          : t('rules.admission')}
      </li>
      <li>{t('rules.noPause')}</li>
      <li>
        {exam?.report_required === false
          ? t('rules.noReport')
          : t('rules.report', { count: REVIEW_BUSINESS_DAYS })}
      </li>
    </ul>
  )
}
