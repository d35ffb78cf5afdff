import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import {
  Ban,
  BookOpen,
  CreditCard,
  History,
  List,
  Play,
  Printer,
  RefreshCw,
  RotateCcw,
  Trophy,
} from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../../packages/contract/schema.gen'
import type { AttemptAction, AttemptView } from '../../api/attempts'
import type { Group } from '../../api/responses'
import { lazyComponent } from '../../i18n/lazy-component'
import { isFocusLost } from '../../lib/focus'
import { useOnChange } from '../../lib/hooks'
import { Button } from '../../ui/button'
import { type ButtonVariant, buttonClass } from '../../ui/button-class'
import { ButtonRow } from '../../ui/button-row'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { FeedbackButton } from '../feedback/public'
import type { StatusMap } from '../groups/public'
import { PaymentPanel } from '../payment/public'
import {
  ExamRules,
  type ExamStart,
  RequestAttempt,
  RequestButton,
  RequestMessage,
  StartExam,
  StartNote,
  type useAttemptRequest,
  useExamStart,
} from './attempt-actions'
import { AttemptFacts, AttemptSteps, EarlierAttempts, Figures, formatHours } from './attempt-details'
import { AttemptHero } from './attempt-hero'
import { CalendarButton } from './calendar-button'
import { ExamTasks, ExamWarnings, NextTask } from './exam-tasks'
import { Fold } from './fold'
import { ReportAhead, ReportLink, ReportSection, type ReportWay, useReportWay } from './report-section'
import { type StatusUpdate, UpdateButton, UpdateNote, useStatusUpdate } from './status-update'

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
  /** All but the current one. */
  earlier: readonly Attempt[]
  now: number
  ref: RefObject<HTMLElement | null>
  request: ReturnType<typeof useAttemptRequest>
}

/** Content beside the exam: the steps, then what is folded. */
export const examColumns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:gap-6'

/** Keeps the room of the help, which comes a moment later. */
const helpSpace = <div className="min-h-[5rem]" />

const railClass =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)]'

/** The current attempt. Status, text and actions come from the attempt rules. */
export const AttemptCard = (props: AttemptCardProps) => {
  const { group, statuses, view, now, request } = props
  const { actions } = view.rule
  const start = useExamStart(group.id, view)
  const update = useStatusUpdate(group.id, view)
  const isRunning = actions.includes('openTasks')
  const isRejected = actions.includes('newAttempt') && view.rule.stepState === 'error'
  const report = useReportWay(group, view)
  const isHelpPrimary = view.isReportOverdue || report === 'ask'
  const outcomeKey = `${start.outcome?.kind} ${update.outcome?.kind} ${update.isPending}`
  const focusHandlers = useFocusFallback(props.ref, outcomeKey)
  return (
    <section
      {...focusHandlers}
      ref={props.ref}
      tabIndex={-1}
      aria-labelledby="exam-attempt"
      className={cx(examColumns, 'rounded-card')}
    >
      <Card padding="none" className="divide-y divide-line">
        <AttemptHero group={group} view={view} now={now}>
          {isRunning && <ExamWarnings groupId={group.id} left={view.left} endsAt={view.endsAt} now={now} />}
          {(actions.includes('pay') || actions.includes('checkPayment')) && (
            <PaymentPanel groupId={group.id} attempt={view} />
          )}
          {isRejected && (
            <>
              <RequestMessage groupId={group.id} request={request} />
              <RequestButton request={request} isRepeat variant="primary" />
            </>
          )}
          {isHelpPrimary && <ExamHelp examName={group.name} attempt={view} isPrimary pending={helpSpace} />}
          <AttemptActions
            group={group}
            statuses={statuses}
            view={view}
            start={start}
            update={update}
            card={props.ref}
            report={typeof report === 'object' ? report : null}
          />
          <StartNote groupId={group.id} start={start} isRunning={isRunning} />
          <UpdateNote update={update} />
        </AttemptHero>
        <Figures group={group} statuses={statuses} view={view} />
        {view.status === 'need_pay' && view.price !== null && <AfterPayment />}
        {actions.includes('start') && <ExamReadiness />}
        {isRunning && <ExamTasks group={group} statuses={statuses} />}
        <ReportSection group={group} attempt={view} now={now} />
      </Card>
      <div className={railClass}>
        <AttemptSteps view={view} exam={group.exam} />
        <Folds {...props} isRejected={isRejected} hasHelp={!isHelpPrimary && view.status !== 'completed'} />
      </div>
    </section>
  )
}

/** What happens once the attempt is paid. */
const AfterPayment = () => {
  const { t } = useTranslation('exam')
  const lines = [
    { key: 'next.bank', Icon: CreditCard },
    { key: 'next.check', Icon: RefreshCw },
    { key: 'next.start', Icon: Play },
    { key: 'rules.noPause', Icon: Ban },
  ] as const
  return (
    <section aria-labelledby="exam-next" className="flex flex-col gap-4 p-4 sm:p-6">
      <SectionTitle level={3} id="exam-next">
        {t('next.title')}
      </SectionTitle>
      <ul className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-2">
        {lines.map(({ key, Icon }) => (
          <li key={key} className="flex gap-3">
            <Icon className="mt-0.5 size-4 shrink-0 text-accent-text" />
            <span>{t(key)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Facts that are rarely needed, other attempts, the connection and help. */
const Folds = (props: AttemptCardProps & { isRejected: boolean; hasHelp: boolean }) => {
  const { t, i18n } = useTranslation('exam')
  const { group, view, earlier, now, request, isRejected, hasHelp } = props
  return (
    <Card padding="none" className="divide-y divide-line">
      <CalendarButton group={group} attempt={view} />
      {view.rule.actions.includes('leaderboard') && !group.hide_leaderboard && (
        <Link
          to="/group/$groupId/leaderboard"
          params={{ groupId: group.id }}
          className="flex min-h-control items-center gap-3 px-4 text-sm text-text no-underline hover:underline sm:px-6"
        >
          <Trophy className="size-4 shrink-0 text-muted" />
          <span>{t('open.leaderboard')}</span>
        </Link>
      )}
      <ReportAhead group={group} attempt={view} now={now} />
      <Fold icon={<List />} title={t('fold.details')} value={formatHours(view.total, t, i18n.language)}>
        <AttemptFacts view={view} exam={group.exam} />
      </Fold>
      {isRejected && (
        <Fold icon={<BookOpen />} title={t('fold.rules')}>
          <ExamRules exam={group.exam} />
          <p className="text-muted">{t('request.effect')}</p>
        </Fold>
      )}
      {view.startedAt !== null && <ExamLedger attempt={view} />}
      {earlier.length > 0 && (
        <Fold icon={<History />} title={t('earlier.title', { total: earlier.length })}>
          <EarlierAttempts attempts={earlier} exam={group.exam} now={now} />
        </Fold>
      )}
      {view.rule.actions.includes('newAttempt') && !isRejected && (
        <Fold icon={<RotateCcw />} title={t('request.fold')}>
          <RequestAttempt group={group} request={request} isRepeat variant="secondary" />
        </Fold>
      )}
      {hasHelp && (
        <div className="p-4 sm:px-6">
          <ExamHelp examName={group.name} attempt={view} pending={helpSpace} />
        </div>
      )}
    </Card>
  )
}

interface AttemptActionsProps extends Pick<AttemptCardProps, 'group' | 'statuses' | 'view'> {
  start: ExamStart
  update: StatusUpdate
  card: RefObject<HTMLElement | null>
  report: ReportWay | null
}

type ButtonProps = AttemptActionsProps & { t: TFunction<'exam'> }

const largeClass = (variant: ButtonVariant) => cx(buttonClass({ variant, size: 'lg' }), 'max-sm:grow')

/** Actions that are null have their own place in the card. */
const actionButtons: Record<AttemptAction, ((props: ButtonProps) => ReactNode) | null> = {
  pay: null,
  checkPayment: null,
  newAttempt: null,
  leaderboard: null,
  start: ({ start, group, view, card }) => <StartExam start={start} group={group} view={view} card={card} />,
  sendReport: ({ report }) => report && <ReportLink way={report} />,
  refresh: ({ update, view }) => (
    // Where a report is due, sending it or asking for help is the main action.
    <UpdateButton update={update} isPrimary={view.rule.actions[0] === 'refresh' && !view.isReportOverdue} />
  ),
  openTasks: ({ group, statuses }) => <NextTask group={group} statuses={statuses} />,
  competencies: ({ t }) => (
    <>
      <Button
        variant="primary"
        size="lg"
        className="max-sm:grow"
        icon={<Printer />}
        onClick={() => window.print()}
      >
        {t('result.print')}
      </Button>
      <Link to="/competencies/{-$userId}" className={largeClass('secondary')}>
        {t('open.competencies')}
      </Link>
    </>
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
    <div data-no-print>
      <ButtonRow>
        {shown.map(({ action, button }) => (
          <span key={action} className="contents">
            {button}
          </span>
        ))}
      </ButtonRow>
    </div>
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
