import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play, TicketPlus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AttemptRule,
  type AttemptView,
  canRequestAttempt,
  getAttemptRule,
  getCurrentAttempt,
  getPrice,
  getRunningAttempt,
  isFreeExam,
} from '../../api/attempts'
import { groupListQuery, groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import { mutation } from '../../api/query'
import { completeGroup, type Group } from '../../api/responses'
import { formatMoney } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { Button } from '../../ui/button'
import { ButtonRow } from '../../ui/button-row'
import { Checkbox } from '../../ui/checkbox'
import { ConfirmDialog } from '../../ui/dialog'
import { formatHours } from './attempt-details'
import {
  type MutationOutcome,
  OutcomeMessage,
  useAttemptMutation,
  useBlockedReason,
} from './attempt-mutation'
import { REVIEW_BUSINESS_DAYS } from './exam-dates'

const shouldShowOutcome = ({ kind }: MutationOutcome, { actions }: AttemptRule): boolean => {
  const isRunning = actions.includes('openTasks')
  if (kind === 'found') return isRunning
  return actions.includes('start') || (kind === 'refused' && isRunning)
}

/** Starts the exam (a GET that writes); the response replaces the group. Announces the start once. */
export const useExamStart = (groupId: number, { id, rule }: AttemptView) => {
  const { t } = useTranslation('exam')
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(mutation('startAttempt'))
  const isDone = (group: Group | undefined) => getRunningAttempt(group) !== null
  const send = async () => {
    try {
      const answer = completeGroup(await mutateAsync({ params: { path: { id: groupId } } }), groupId)
      // The exam has started only if the response contains a running attempt.
      return answer?.id === groupId && isDone(answer) ? answer : null
    } finally {
      // The tasks exist only while the exam runs.
      for (const { queryKey } of [taskStatusesQuery(groupId), groupListQuery()])
        void queryClient.invalidateQueries({ queryKey })
    }
  }
  const start = useAttemptMutation('start', { groupId, attemptId: id }, { send, isDone })
  const { outcome, isPending } = start
  const announced = { done: t('start.done'), found: t('start.found') }
  const kind = outcome?.kind
  useAnnounceChange(String(kind), kind === 'done' || kind === 'found' ? announced[kind] : '')
  return {
    ...start,
    // A poll may have shown the result before the response arrives.
    isPending: isPending && rule.actions.includes('start'),
    outcome: outcome && shouldShowOutcome(outcome, rule) ? outcome : null,
  }
}

export type ExamStart = ReturnType<typeof useExamStart>

interface StartNoteProps {
  groupId: number
  start: ExamStart
  isRunning: boolean
}

export const StartNote = ({ groupId, start, isRunning }: StartNoteProps) => {
  const { t } = useTranslation('exam')
  const refused = t(isRunning ? 'start.found' : 'start.refused')
  return <OutcomeMessage groupId={groupId} action="start" call={start} refused={refused} />
}

interface StartExamProps {
  start: ExamStart
  group: Pick<Group, 'exam' | 'important_left'>
  view: AttemptView
  card: RefObject<HTMLElement | null>
}

/** Nothing is sent until the user has ticked the checkbox and confirmed. */
export const StartExam = ({ start, group, view, card }: StartExamProps) => {
  const { t } = useTranslation('exam')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const disabledReason = useBlockedReason('start', start.outcome)
  // The button may unmount while the dialog closes; then focus the card.
  const finalFocus = useRef({
    get current() {
      return button.current?.isConnected ? button.current : card.current
    },
  })
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        size="lg"
        className="max-sm:grow"
        icon={<Play />}
        isPending={start.isPending}
        disabledReason={disabledReason}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('start.open')}
      </Button>
      <StartDialog
        isOpen={isOpen}
        setOpen={setOpen}
        group={group}
        view={view}
        disabledReason={disabledReason}
        finalFocus={finalFocus.current}
        onConfirm={() => {
          setOpen(false)
          start.send()
        }}
      />
    </>
  )
}

interface StartDialogProps extends Pick<StartExamProps, 'group' | 'view'> {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  disabledReason: string | undefined
  onConfirm: () => void
  finalFocus: RefObject<HTMLElement | null>
}

const StartDialog = ({ isOpen, setOpen, group, view, disabledReason, ...rest }: StartDialogProps) => {
  const { t, i18n } = useTranslation('exam')
  const [isUnderstood, setUnderstood] = useState(false)
  const change = (next: boolean) => {
    setUnderstood(false)
    setOpen(next)
  }
  const hours = formatHours(view.total, t, i18n.language)
  const required = group.important_left
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={change}
      tone="primary"
      title={t('start.title')}
      description={t('start.text', { hours })}
      confirmLabel={view.total === null ? t('start.confirmPlain') : t('start.confirm', { hours })}
      cancelLabel={t('start.cancel')}
      confirmDisabledReason={disabledReason || (isUnderstood ? '' : t('start.tick'))}
      onConfirm={() => {
        setUnderstood(false)
        rest.onConfirm()
      }}
      finalFocus={rest.finalFocus}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-6 text-sm">
        <li>{t('start.noPause')}</li>
        <li>
          {group.exam?.report_required === false
            ? t('rules.noReport')
            : t('rules.report', { count: REVIEW_BUSINESS_DAYS })}
        </li>
        {required !== undefined && required > 0 && <li>{t('start.required', { total: required })}</li>}
      </ul>
      <Checkbox
        label={t('start.understand')}
        checked={isUnderstood}
        onChange={event => setUnderstood(event.target.checked)}
      />
    </ConfirmDialog>
  )
}

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

interface RequestButtonProps {
  request: AttemptRequest
  isRepeat: boolean
  variant: 'primary' | 'secondary'
}

/** Creates an attempt. Doesn't start the exam. */
export const RequestButton = ({ request, isRepeat, variant }: RequestButtonProps) => {
  const { t } = useTranslation('exam')
  const blocked = useBlockedReason('request', request.outcome)
  return (
    <ButtonRow>
      <Button
        variant={variant}
        size={variant === 'primary' ? 'lg' : 'md'}
        icon={<TicketPlus />}
        isPending={request.isPending}
        disabledReason={blocked}
        onClick={ignoreDoubleClick(() => request.send())}
        className="max-sm:grow"
      >
        {t(isRepeat ? 'request.another' : 'request.first')}
      </Button>
    </ButtonRow>
  )
}

/** What an attempt is, and the button for one; folded where the attempt before may go on. */
export const RequestAttempt = ({ group, ...button }: RequestButtonProps & { group: Group }) => {
  const { t } = useTranslation('exam')
  return (
    <div className="flex flex-col items-start gap-3">
      <ExamRules exam={group.exam} />
      <p className="text-muted">{t(isFreeExam(group.exam) ? 'request.effectFree' : 'request.effect')}</p>
      <RequestMessage groupId={group.id} request={button.request} />
      <RequestButton {...button} />
    </div>
  )
}

export const ExamRules = ({ exam }: { exam: Group['exam'] }) => {
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
          : t(isFreeExam(exam) ? 'rules.admissionFree' : 'rules.admission')}
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
