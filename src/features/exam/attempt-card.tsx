import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../api/schema.gen'
import { type AttemptAction, type AttemptRule, EXAM_STEPS, type ExamStep } from '../../queries/attempt-rules'
import type { AttemptView } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'
import type { StatusMap } from '../../queries/task-progress'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { Stepper, type StepState } from '../../ui/stepper'
import { textTone, toneIcon } from '../../ui/tone'
import { AttemptFacts } from './attempt-facts'
import { useAttemptLabels } from './attempt-labels'
import { CalendarButton } from './calendar-button'
import { Reason } from './earlier-attempts'
import { ExamProgress } from './exam-progress'
import { ReportSection } from './report-section'
import { RequestAttempt, type useAttemptRequest } from './request-attempt'
import { StartExam } from './start-exam'
import { UpdateButton, UpdateNote, useStatusUpdate } from './update-status'
import { type ExamStart, useExamStart } from './use-exam-start'
import { useFocusFallback } from './use-focus-fallback'
import { WriteOutcomeMessage } from './write-outcome-message'

/** Parts of other features. */
export interface AttemptSlots {
  Payment: ComponentType<{ groupId: number; attempt: AttemptView }>
  /** Connection log. */
  Ledger: ComponentType<{ attempt: AttemptView }>
  feedback: ReactNode
}

interface AttemptCardProps extends AttemptSlots {
  group: Group
  statuses: StatusMap
  attempt: Attempt
  view: AttemptView
  now: number
  ref: RefObject<HTMLElement | null>
  request: ReturnType<typeof useAttemptRequest>
}

/** The current attempt. Status, text and actions come from the attempt rules. */
export const AttemptCard = (props: AttemptCardProps) => {
  const { group, statuses, attempt, view, now, Payment, Ledger } = props
  const { actions } = view.rule
  const start = useExamStart(group.id, view)
  const update = useStatusUpdate(group.id, view)
  const isRunning = actions.includes('openTasks')
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
      <Card padding="lg" className="flex flex-col gap-6">
        <CardHead view={view} exam={group.exam} />
        <AttemptStepper rule={view.rule} />
        <AttemptFacts attempt={attempt} view={view} exam={group.exam} />
        <StartNote groupId={group.id} start={start} isRunning={isRunning} />
        {(actions.includes('pay') || actions.includes('checkPayment')) && (
          <Payment groupId={group.id} attempt={view} />
        )}
        <div className="flex flex-col gap-3 empty:hidden">
          <AttemptActions
            group={group}
            view={view}
            start={start}
            update={update}
            card={props.ref}
            feedback={props.feedback}
          />
          <UpdateNote update={update} />
        </div>
        {isRunning && <ExamProgress group={group} statuses={statuses} view={view} now={now} />}
        <ReportSection group={group} attempt={view} />
        <div className="self-start empty:hidden">
          <CalendarButton group={group} attempt={view} />
        </div>
        {actions.includes('newAttempt') && <NewAttempt {...props} />}
        {view.startedAt !== null && <Ledger attempt={view} />}
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
      <summary className="w-fit cursor-pointer py-1 text-accent-text pointer-coarse:py-3">
        {t('request.fold')}
      </summary>
      <div className="pt-3">
        <RequestAttempt group={group} request={request} isRepeat variant="secondary" />
      </div>
    </details>
  )
}

const CardHead = ({ view, exam }: { view: AttemptView; exam: Group['exam'] }) => {
  const { t } = useTranslation('exam')
  const { headline, text, tone } = useAttemptLabels(view, exam)
  const Icon = toneIcon[tone]
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{t('attempt', { id: view.id })}</p>
      <SectionTitle id="exam-attempt">
        <span className="flex gap-2">
          <Icon className={`mt-1 size-5 shrink-0 ${textTone[tone]}`} aria-hidden />
          {headline}
        </span>
      </SectionTitle>
      {text !== '' && <p className="max-w-prose text-muted">{text}</p>}
      {view.rule.step === null && view.reason !== null && <Reason text={view.reason} />}
    </div>
  )
}

interface StartNoteProps {
  groupId: number
  start: ExamStart
  isRunning: boolean
}

const StartNote = ({ groupId, start, isRunning }: StartNoteProps) => {
  const { t } = useTranslation('exam')
  const messages = {
    pending: t('start.pending'),
    slow: t('start.slow'),
    found: t('start.found'),
    waiting: t('start.waiting'),
    notApplied: t('start.notApplied'),
    refused: t(isRunning ? 'start.found' : 'start.refused'),
    offline: t('start.notSent'),
    unknown: t('start.unknown'),
    unknownText: t('start.unknownText'),
  }
  return <WriteOutcomeMessage groupId={groupId} call={start} messages={messages} />
}

/** Every step is ahead if the status is unknown. */
const getStepState = (step: ExamStep, rule: AttemptRule): StepState => {
  if (rule.step === null) return 'ahead'
  const distance = EXAM_STEPS.indexOf(step) - EXAM_STEPS.indexOf(rule.step)
  if (distance === 0) return rule.stepState
  return distance < 0 ? 'done' : 'ahead'
}

const AttemptStepper = ({ rule }: { rule: AttemptRule }) => {
  const { t } = useTranslation('exam')
  const steps = EXAM_STEPS.map(step => {
    const state = getStepState(step, rule)
    return {
      label: t(`step.${step}`),
      state,
      stateLabel: t(rule.step === null ? 'step.state.unknown' : `step.state.${state}`),
    }
  })
  return <Stepper label={t('step.label')} steps={steps} />
}

interface AttemptActionsProps {
  group: Group
  view: AttemptView
  start: ExamStart
  update: ReturnType<typeof useStatusUpdate>
  card: RefObject<HTMLElement | null>
  feedback: ReactNode
}

/** Actions that are null have their own place in the card. */
const buttons: Record<AttemptAction, ((props: AttemptActionsProps) => ReactNode) | null> = {
  pay: null,
  checkPayment: null,
  sendReport: null,
  newAttempt: null,
  start: ({ start, group, view, card }) => <StartExam start={start} group={group} view={view} card={card} />,
  refresh: ({ update }) => <UpdateButton update={update} />,
  openTasks: ({ group }) => <TasksLink groupId={group.id} />,
  competencies: () => <CompetenciesLink />,
  leaderboard: ({ group }) => (group.hide_leaderboard ? null : <LeaderboardLink groupId={group.id} />),
  feedback: ({ feedback }) => feedback,
}

/** Buttons for the actions that the attempt rules allow. */
const AttemptActions = (props: AttemptActionsProps) => {
  const shown = props.view.rule.actions.flatMap(action => {
    const button = buttons[action]?.(props)
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

const TasksLink = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('exam')
  return (
    <Link
      to="/group/$groupId"
      params={{ groupId }}
      search={{ tab: 'tasks' }}
      className={buttonClass({ variant: 'primary' })}
    >
      {t('open.tasks')}
    </Link>
  )
}

const CompetenciesLink = () => {
  const { t } = useTranslation('exam')
  return (
    <Link to="/competencies/{-$userId}" className={buttonClass()}>
      {t('open.competencies')}
    </Link>
  )
}

const LeaderboardLink = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('exam')
  return (
    <Link to="/group/$groupId/leaderboard" params={{ groupId }} className={buttonClass()}>
      {t('open.leaderboard')}
    </Link>
  )
}
