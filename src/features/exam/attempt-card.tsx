import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Printer, RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AttemptAction, type AttemptView, hasStateChanged, toKnownStatus } from '../../api/attempts'
import { ApiError } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { readPaymentCheck } from '../../api/queries/payments'
import { type Group, getAttempts } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { shortErrorMessage } from '../../i18n/error-messages'
import { lazyComponent } from '../../i18n/lazy-component'
import { announce } from '../../lib/announce'
import { isFocusLost } from '../../lib/focus'
import { formatDeadline, formatNumber, formatTime } from '../../lib/format'
import { useIsUnmounted, useOnChange } from '../../lib/hooks'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { serverClock } from '../../lib/server-clock'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SignalFlag } from '../../ui/signal-flag'
import type { Signal } from '../../ui/signals'
import { FeedbackButton } from '../feedback/public'
import type { StatusMap } from '../groups/public'
import { PaymentPanel } from '../payment/public'
import {
  type ExamStart,
  RequestAttempt,
  StartExam,
  StartNote,
  type useAttemptRequest,
  useExamStart,
} from './attempt-actions'
import { AttemptFacts, AttemptHead, AttemptStepper, ExamProgress } from './attempt-details'
import { refetchGroup } from './attempt-mutation'
import { CalendarButton } from './calendar-button'
import { ReportSection } from './report-section'

/** Connection log. */
const ExamLedger = lazyComponent(() => import('./exam-ledger').then(part => part.ExamLedger), 'ledger')

const ExamHelp = lazyComponent(() => import('./exam-ledger').then(part => part.ExamHelp), 'ledger')

const ExamReadiness = lazyComponent(
  () => import('./exam-readiness').then(part => part.ExamReadiness),
  'exam',
  'account',
)

interface AttemptCardProps {
  group: Group
  statuses: StatusMap
  view: AttemptView
  now: number
  ref: RefObject<HTMLElement | null>
  request: ReturnType<typeof useAttemptRequest>
}

const partClass = '@container flex min-w-0 flex-col gap-6 empty:hidden'

/** The current attempt. Status, text and actions come from the attempt rules. */
export const AttemptCard = (props: AttemptCardProps) => {
  const { group, statuses, view, now } = props
  const { actions } = view.rule
  const start = useExamStart(group.id, view)
  const update = useStatusUpdate(group.id, view)
  const isRunning = actions.includes('openTasks')
  const isPassed = view.status === 'completed'
  const hasTwoColumns = isRunning || isPassed
  const facts = <AttemptFacts view={view} exam={group.exam} />
  const buttons = (
    <div className="flex flex-col gap-3 empty:hidden">
      <AttemptActions group={group} view={view} start={start} update={update} card={props.ref} />
      <UpdateNote update={update} />
    </div>
  )
  const outcomeKey = `${start.outcome?.kind} ${update.outcome?.kind} ${update.isPending}`
  const focusHandlers = useFocusFallback(props.ref, outcomeKey)
  return (
    <section
      {...focusHandlers}
      ref={props.ref}
      tabIndex={-1}
      aria-labelledby="exam-attempt"
      className="rounded-card"
    >
      <Card
        padding="lg"
        className={cx(
          'flex flex-col gap-6',
          hasTwoColumns && 'xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-12',
        )}
      >
        <div className={partClass}>
          {isPassed ? (
            <ExamResult group={group} view={view} />
          ) : (
            <>
              <AttemptHead view={view} exam={group.exam} now={now} />
              {!isRunning && <AttemptStepper rule={view.rule} exam={group.exam} />}
            </>
          )}
          {!isRunning && facts}
          {actions.includes('start') && <ExamReadiness />}
          <StartNote groupId={group.id} start={start} isRunning={isRunning} />
          {isRunning && <ExamProgress group={group} statuses={statuses} view={view} now={now} />}
          {(actions.includes('pay') || actions.includes('checkPayment')) && (
            <PaymentPanel groupId={group.id} attempt={view} />
          )}
          {!isPassed && buttons}
        </div>
        <div className={cx(partClass, hasTwoColumns && 'xl:border-l xl:border-line xl:pl-12')}>
          {isPassed && buttons}
          {isRunning && <AttemptStepper rule={view.rule} exam={group.exam} />}
          {isRunning && facts}
          <div className="self-start empty:hidden">
            <CalendarButton group={group} attempt={view} />
          </div>
          <ReportSection group={group} attempt={view} />
          {actions.includes('newAttempt') && <NewAttempt {...props} />}
          {view.startedAt !== null && <ExamLedger attempt={view} />}
          {!isPassed && (
            <ExamHelp
              examName={group.name}
              attempt={view}
              pending={<div className="min-h-24 sm:min-h-control" />}
            />
          )}
        </div>
      </Card>
    </section>
  )
}

/** The primary action after a rejection; otherwise collapsed, because the attempt may continue. */
const NewAttempt = ({ group, view, request }: AttemptCardProps) => {
  const { t } = useTranslation('exam')
  if (view.rule.stepState === 'error')
    return <RequestAttempt group={group} request={request} isRepeat variant="primary" />
  return (
    <details>
      <summary className="w-fit text-accent-text">{t('request.fold')}</summary>
      <div className="pt-3">
        <RequestAttempt group={group} request={request} isRepeat variant="secondary" />
      </div>
    </details>
  )
}

interface AttemptActionsProps {
  group: Group
  view: AttemptView
  start: ExamStart
  update: StatusUpdate
  card: RefObject<HTMLElement | null>
}

type ButtonProps = AttemptActionsProps & { t: TFunction<'exam'> }

/** Actions that are null have their own place in the card. */
const actionButtons: Record<AttemptAction, ((props: ButtonProps) => ReactNode) | null> = {
  pay: null,
  checkPayment: null,
  sendReport: null,
  newAttempt: null,
  start: ({ start, group, view, card }) => <StartExam start={start} group={group} view={view} card={card} />,
  refresh: ({ update }) => <UpdateButton update={update} />,
  openTasks: ({ group, t }) => (
    <Link
      to="/group/$groupId"
      params={{ groupId: group.id }}
      search={{ tab: 'tasks' }}
      className={buttonClass({ variant: 'primary' })}
    >
      {t('open.tasks')}
    </Link>
  ),
  competencies: ({ t }) => (
    <Link to="/competencies/{-$userId}" className={buttonClass()}>
      {t('open.competencies')}
    </Link>
  ),
  leaderboard: ({ group, t }) =>
    group.hide_leaderboard ? null : (
      <Link to="/group/$groupId/leaderboard" params={{ groupId: group.id }} className={buttonClass()}>
        {t('open.leaderboard')}
      </Link>
    ),
  feedback: () => <FeedbackButton />,
}

/** Buttons for the actions that the attempt rules allow. */
const AttemptActions = (props: AttemptActionsProps) => {
  const { t } = useTranslation('exam')
  const shown = props.view.rule.actions.flatMap(action => {
    const button = actionButtons[action]?.({ ...props, t })
    return button ? [{ action, button }] : []
  })
  if (shown.length === 0) return null
  return (
    <div className="flex flex-wrap items-start gap-2">
      {shown.map(({ action, button }) => (
        <span key={action} className="contents">
          {button}
        </span>
      ))}
    </div>
  )
}

/** Result of a status update. `at` is server time in milliseconds. */
type UpdateOutcome = { kind: 'changed' | 'same'; at: number } | { kind: 'failed'; error: unknown }

/** Updates an attempt: its status by the payment check, then the remaining fields by the whole group. */
const updateAttempt = async (
  queryClient: QueryClient,
  groupId: number,
  attemptId: number,
): Promise<UpdateOutcome> => {
  const { queryKey } = groupQuery(groupId)
  const read = () => getAttempts(queryClient.getQueryData(queryKey)).find(({ id }) => id === attemptId)
  const before = read()
  const error = await readPaymentCheck(queryClient, groupId, attemptId).then(
    // A response about another attempt doesn't count (F08).
    ({ kind }) =>
      kind === 'other' ? new ApiError({ kind: 'badResponse', operation: 'checkPayment' }) : null,
    (failure: unknown) => failure,
  )
  const group = await refetchGroup(queryClient, groupId)
  const after = read()
  const hasChanged = group
    ? hasStateChanged(before, after)
    : toKnownStatus(before?.status) !== toKnownStatus(after?.status)
  const at = serverClock.now()
  if (hasChanged) return { kind: 'changed', at }
  return error ? { kind: 'failed', error } : { kind: 'same', at }
}

/** Checks the status on request, once at a time, and announces the result once. */
const useStatusUpdate = (groupId: number, { id, status }: AttemptView) => {
  const { t, i18n } = useTranslation('exam')
  const queryClient = useQueryClient()
  const mutationKey = ['update attempt', id]
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: () => updateAttempt(queryClient, groupId, id),
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const [result, setResult] = useState<{ outcome: UpdateOutcome; status: string } | null>(null)
  const isUnmounted = useIsUnmounted()
  const checkStatus = async (): Promise<void> => {
    setResult(null)
    if (queryClient.isMutating({ mutationKey }) > 0) return
    const outcome = await mutateAsync()
    if (isUnmounted()) return
    setResult({ outcome, status })
    if (outcome.kind === 'failed') return
    announce(t(`update.${outcome.kind}`, { time: formatTime(outcome.at, i18n.language) }))
  }
  // "No change" would be wrong for a status that came after the request.
  const outcome =
    result && (result.status === status || result.outcome.kind === 'changed') ? result.outcome : null
  return { check: () => void checkStatus(), isPending, outcome: isPending ? null : outcome }
}

type StatusUpdate = ReturnType<typeof useStatusUpdate>

const UpdateButton = ({ update }: { update: StatusUpdate }) => {
  const { t } = useTranslation('exam')
  return (
    <Button
      icon={<RefreshCw />}
      isPending={update.isPending}
      onClick={ignoreDoubleClick(() => update.check())}
    >
      {t('update.ask')}
    </Button>
  )
}

const UpdateNote = ({ update }: { update: StatusUpdate }) => {
  const { t, i18n } = useTranslation(['exam', 'common'])
  const { outcome } = update
  if (!outcome) return null
  if (outcome.kind !== 'failed') {
    const time = formatTime(outcome.at, i18n.language)
    return <p className="text-sm text-muted">{t(`update.${outcome.kind}`, { time })}</p>
  }
  return (
    <Banner
      tone="danger"
      role="alert"
      title={t('update.failed')}
      action={
        <Button size="sm" onClick={update.check}>
          {t('retry', { ns: 'common' })}
        </Button>
      }
    >
      {shortErrorMessage(outcome.error)}
    </Banner>
  )
}

/** Moves the focus to the card when a state change removes the focused button. Spread the result on the card. */
export const useFocusFallback = (card: RefObject<HTMLElement | null>, state: string) => {
  const wasInside = useRef(false)
  useEffect(() => {
    // Capture phase: runs before the card's and a nested dialog's handlers.
    const markOutside = () => {
      wasInside.current = false
    }
    document.addEventListener('focusin', markOutside, true)
    return () => document.removeEventListener('focusin', markOutside, true)
  }, [])
  useOnChange(state, () => {
    if (wasInside.current && isFocusLost()) card.current?.focus()
  })
  return {
    onFocus: () => {
      wasInside.current = true
    },
  }
}

/** B over Z, "well done". */
const wellDone: readonly Signal[] = [
  ['red', ['white', 'M18 0v18l-5 -9z']],
  ['yellow', ['black', 'M0 0l9 9l-9 9z'], ['blue', 'M18 0v18l-9 -9z'], ['red', 'M0 18l9 -9l9 9z']],
]

/** A passed exam, which prints as a confirmation: who, what, when and the points. */
const ExamResult = ({ group, view }: { group: Group; view: AttemptView }) => {
  const { t, i18n } = useTranslation('exam')
  const { user } = useSession()
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ') || user?.username
  return (
    <div data-print-alone className="flex flex-wrap gap-x-8 gap-y-4">
      <div className="flex w-fit gap-1 border-l-2 border-control pl-1 sm:flex-col" aria-hidden>
        {wellDone.map(signal => (
          <SignalFlag key={signal[0]} signal={signal} className="size-16" />
        ))}
      </div>
      <div className="flex min-w-0 flex-1 basis-[16rem] flex-col gap-1">
        <p className="text-sm text-muted">{t('attempt', { id: view.id })}</p>
        <h2 id="exam-attempt" className="font-display text-2xl md:text-3xl">
          {t('headline.completed')}
        </h2>
        <p>
          <bdi className="font-medium">{name}</bdi> <span>·</span> <bdi>{group.name}</bdi>
        </p>
        {view.endsAt !== null && (
          <p className="text-sm text-muted">{formatDeadline(view.endsAt, i18n.language)}</p>
        )}
        <p className="text-muted">{t('text.completed')}</p>
        <p className="text-xs text-muted">{t('result.signal')}</p>
      </div>
      <div className="flex flex-col gap-3 sm:items-end">
        {view.score !== null && (
          <p className="flex flex-col sm:items-end">
            <span className="text-sm text-muted">{t('facts.score')}</span>
            <span className="font-display text-[4.5rem] leading-none tabular-nums text-signal">
              {formatNumber(view.score, i18n.language)}
            </span>
          </p>
        )}
        <Button icon={<Printer />} onClick={() => window.print()} data-no-print>
          {t('result.print')}
        </Button>
      </div>
    </div>
  )
}
