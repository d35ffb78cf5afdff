import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import {
  BookOpen,
  ChevronRight,
  Eye,
  EyeOff,
  History,
  List,
  Printer,
  RotateCcw,
  Share2,
  Trophy,
} from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../../packages/contract/schema.gen'
import { type AttemptAction, type AttemptView, isFreeExam } from '../../api/attempts'
import type { Group } from '../../api/responses'
import { lazyComponent } from '../../i18n/lazy-component'
import { isFocusLost } from '../../lib/focus'
import { formatMoney, formatNumber } from '../../lib/format'
import { useOnChange } from '../../lib/hooks'
import { Button } from '../../ui/button'
import { type ButtonVariant, buttonClass } from '../../ui/button-class'
import { ButtonRow } from '../../ui/button-row'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { FeedbackButton } from '../feedback/public'
import type { StatusMap } from '../groups/public'
import { PaymentPanel, useIsConfirming } from '../payment/public'
import { AfterAccess } from './after-access'
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
import {
  AttemptFacts,
  AttemptSteps,
  EarlierAttempts,
  FiguresAhead,
  FiguresTaken,
  formatHours,
} from './attempt-details'
import { AttemptHero, heroClass } from './attempt-hero'
import { CalendarButton } from './calendar-button'
import { ExamResult, ExamTasks, ExamWarnings, NextTask } from './exam-tasks'
import { Fold, rowClass } from './fold'
import { ReportAhead, ReportLink, ReportSection, type ReportWay, useReportWay } from './report-section'
import { clockVisibility, useIsClockShown } from './running-exam'
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
  place: { rank: number; total: number | undefined } | null
  /** Below the card. */
  children: ReactNode
}

/** Content beside the exam: the steps, then what is folded. */
export const examColumns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_var(--width-rail)] xl:grid-rows-[auto_1fr] xl:gap-x-6'

/** What follows the exam's card: below it on wide screens, at the end on others. */
export const belowClass = 'min-w-0 xl:col-start-1'

/** Keep the room of the help, which comes a moment later. */
const helpSpace = <div className="min-h-12" />
const helpRow = <div className="min-h-control" />

const railClass =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:grid-cols-[minmax(0,1fr)]'

/** The current attempt. Status, text and actions come from the attempt rules. */
export const AttemptCard = (props: AttemptCardProps) => {
  const { group, statuses, now, request, place, children } = props
  const isConfirming = useIsConfirming(props.view.id) && props.view.rule.step === 'access'
  // Until the bank has answered, neither paying nor an earlier rejection is what matters.
  const rule = { ...props.view.rule, ...(isConfirming && CONFIRMING) }
  const view = { ...props.view, rule }
  const { actions, step } = rule
  const { t } = useTranslation('exam')
  const start = useExamStart(group.id, view)
  const update = useStatusUpdate(group.id, view)
  const isAhead = step === 'access' || step === 'start'
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
      <Card padding="none" className="divide-y divide-line overflow-hidden">
        <div className={heroClass}>
          <AttemptHero group={group} statuses={statuses} view={view} now={now} isConfirming={isConfirming}>
            {isRunning && <ExamWarnings groupId={group.id} left={view.left} endsAt={view.endsAt} now={now} />}
            {(actions.includes('pay') || actions.includes('checkPayment')) && (
              <PaymentPanel groupId={group.id} attempt={view} isFree={isFreeExam(group.exam)} />
            )}
            {isRejected && (
              <>
                <RequestMessage groupId={group.id} request={request} />
                <RequestButton request={request} isRepeat variant="primary" />
              </>
            )}
            <div className="flex flex-wrap items-center gap-2 empty:hidden">
              {isHelpPrimary && (
                <ExamHelp examName={group.name} attempt={view} isPrimary pending={helpSpace} />
              )}
              <AttemptActions
                group={group}
                statuses={statuses}
                view={view}
                start={start}
                update={update}
                card={props.ref}
                report={typeof report === 'object' ? report : null}
              />
            </div>
            <StartNote groupId={group.id} start={start} isRunning={isRunning} />
            <UpdateNote update={update} />
          </AttemptHero>
          {isAhead ? (
            <FiguresAhead group={group} {...(step === 'access' && view.price && { total: view.total })} />
          ) : (
            <FiguresTaken group={group} statuses={statuses} view={view} place={place} />
          )}
        </div>
        {step === 'access' && !actions.includes('newAttempt') && (
          <AfterAccess
            isPaid={view.price !== null}
            isFree={isFreeExam(group.exam)}
            isConfirming={isConfirming}
          />
        )}
        {actions.includes('start') && <ExamReadiness />}
        {isRunning && <ExamTasks group={group} statuses={statuses} />}
        <ReportSection group={group} attempt={view} now={now} />
        {!isRunning && view.startedAt !== null && step !== 'report' && (
          <ExamResult group={group} statuses={statuses} />
        )}
        {view.status === 'completed' && (
          <p className="p-4 text-sm text-pretty text-muted sm:px-6" data-no-print>
            {t('result.profile')}
          </p>
        )}
      </Card>
      <div className={railClass}>
        <AttemptSteps view={view} exam={group.exam} />
        <Folds
          {...props}
          view={view}
          isRejected={isRejected}
          hasHelp={!isHelpPrimary && view.status !== 'completed'}
        />
      </div>
      {children && <div className={belowClass}>{children}</div>}
    </section>
  )
}

const CONFIRMING = { stepState: 'current', tone: 'info' } as const

/** Facts that are rarely needed, other attempts, the connection and help. */
const Folds = (props: AttemptCardProps & { isRejected: boolean; hasHelp: boolean }) => {
  const { t, i18n } = useTranslation('exam')
  const { group, view, earlier, now, request, isRejected, hasHelp } = props
  return (
    <Card padding="none" className="divide-y divide-line">
      <CalendarButton group={group} attempt={view} />
      {view.rule.actions.includes('leaderboard') && !group.hide_leaderboard && (
        <Link to="/group/$groupId/leaderboard" params={{ groupId: group.id }} className={rowClass}>
          <Trophy />
          <span>{t('open.leaderboard')}</span>
          <ChevronRight className="ml-auto" />
        </Link>
      )}
      <ReportAhead group={group} attempt={view} now={now} />
      <Fold icon={<List />} title={t('fold.details')} value={getDetailsValue(view, t, i18n.language)}>
        <AttemptFacts view={view} exam={group.exam} />
      </Fold>
      {(isRejected || view.rule.actions.includes('start')) && (
        <Fold icon={<BookOpen />} title={t('fold.rules')}>
          <ExamRules exam={group.exam} />
        </Fold>
      )}
      {view.startedAt !== null && <ExamLedger attempt={view} />}
      {earlier.length > 0 && (
        <Fold
          icon={<History />}
          title={t('earlier.title')}
          value={formatNumber(earlier.length, i18n.language)}
        >
          <EarlierAttempts attempts={earlier} exam={group.exam} now={now} />
        </Fold>
      )}
      {view.rule.actions.includes('newAttempt') && !isRejected && (
        <Fold icon={<RotateCcw />} title={t('request.fold')}>
          <RequestAttempt group={group} request={request} isRepeat variant="secondary" />
        </Fold>
      )}
      {hasHelp && <ExamHelp examName={group.name} attempt={view} pending={helpRow} />}
    </Card>
  )
}

/** What the price and the hours are; a passed exam needs neither. */
const getDetailsValue = ({ status, total, price }: AttemptView, t: TFunction<'exam'>, language: string) => {
  if (status === 'completed') return undefined
  const parts = [
    total === null ? '' : formatHours(total, t, language),
    price ? formatMoney(price.amount, price.currency, language) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

interface AttemptActionsProps extends Pick<AttemptCardProps, 'group' | 'statuses' | 'view'> {
  start: ExamStart
  update: StatusUpdate
  card: RefObject<HTMLElement | null>
  report: ReportWay | null
}

type ButtonProps = AttemptActionsProps & { t: TFunction<'exam'> }

const largeClass = (variant: ButtonVariant) => cx(buttonClass({ variant, size: 'lg' }), 'max-sm:grow')

/** While a report is reviewed there is nothing to do. */
const isMainRefresh = ({ status, rule, isReportOverdue }: AttemptView): boolean =>
  rule.actions[0] === 'refresh' && !isReportOverdue && status !== 'checking'

const ClockButton = () => {
  const { t } = useTranslation('examBar')
  const isShown = useIsClockShown()
  return (
    <Button
      variant="quiet"
      size="lg"
      className="max-sm:grow"
      icon={isShown ? <EyeOff /> : <Eye />}
      onClick={() => clockVisibility.set(!isShown)}
    >
      {t(isShown ? 'hide' : 'show')}
    </Button>
  )
}

/** Actions that are null have their own place in the card. */
const actionButtons: Record<AttemptAction, ((props: ButtonProps) => ReactNode) | null> = {
  pay: null,
  checkPayment: null,
  newAttempt: null,
  leaderboard: null,
  start: ({ start, group, view, card }) => <StartExam start={start} group={group} view={view} card={card} />,
  sendReport: ({ report }) => report && <ReportLink way={report} />,
  refresh: ({ update, view, t }) =>
    // Sending the report, or asking for help, is the main action then.
    view.rule.actions.includes('sendReport') && !view.isReportOverdue ? (
      <UpdateButton update={update} variant="secondary" label={t('update.sent')} />
    ) : (
      <UpdateButton update={update} variant={isMainRefresh(view) ? 'primary' : 'secondary'} />
    ),
  openTasks: ({ group, statuses }) => (
    <>
      <NextTask group={group} statuses={statuses} />
      <ClockButton />
    </>
  ),
  competencies: ({ t }) => (
    <>
      <Button
        variant="primary"
        size="lg"
        className="max-sm:grow max-sm:px-4"
        icon={<Printer />}
        onClick={() => window.print()}
      >
        {t('result.print')}
      </Button>
      <Link to="/competencies/{-$userId}" className={largeClass('secondary')}>
        <Share2 />
        <span>{t('open.competencies')}</span>
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
    <div data-no-print className="max-sm:w-full">
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
