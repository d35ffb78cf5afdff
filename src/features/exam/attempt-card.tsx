import type { ComponentType, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../api/schema.gen'
import type { Group } from '../../queries/answers'
import type { AttemptView } from '../../queries/exam-view'
import type { StatusMap } from '../../queries/task-progress'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { textTone, toneIcon } from '../../ui/tone'
import { AttemptActions } from './attempt-actions'
import { AttemptFacts } from './attempt-facts'
import { AttemptStepper } from './attempt-stepper'
import { useAttemptWords } from './attempt-words'
import { CalendarButton } from './calendar-button'
import { Cockpit } from './cockpit'
import { Reason } from './earlier-attempts'
import { ReportSection } from './report-section'
import { RequestAttempt, type useAttemptRequest } from './request-attempt'
import { UpdateNote, useStatusUpdate } from './update-status'
import { type ExamStart, useExamStart } from './use-exam-start'
import { useKeepFocus } from './use-keep-focus'
import { WriteOutcomeNote } from './write-outcome-note'

/** What other features put into the card of an attempt. */
export interface AttemptSlots {
  /** Everything about paying for an attempt: its buttons, the bank's page, the wait for the bank. */
  Payment: ComponentType<{ groupId: number; attempt: AttemptView }>
  /** The log of the connection during an attempt. */
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

/** The attempt that counts now: where it stands, what is known of it and what can be done, all by the rules table. */
export const AttemptCard = (props: AttemptCardProps) => {
  const { group, statuses, attempt, view, now, Payment, Ledger } = props
  const { actions } = view.rule
  const start = useExamStart(group.id, view)
  const update = useStatusUpdate(group.id, view)
  const isRunning = actions.includes('openTasks')
  const notes = `${start.outcome?.kind} ${update.outcome?.kind} ${update.isPending}`
  const keeping = useKeepFocus(props.ref, notes)
  return (
    <section
      {...keeping}
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
        {isRunning && <Cockpit group={group} statuses={statuses} view={view} now={now} />}
        <ReportSection group={group} attempt={view} />
        <div className="self-start empty:hidden">
          <CalendarButton group={group} attempt={view} />
        </div>
        {actions.includes('newAttempt') && <AnotherAttempt {...props} />}
        {view.startedAt !== null && <Ledger attempt={view} />}
      </Card>
    </section>
  )
}

/** The main way on after a rejection; else folded, for the attempt may still be going on. */
const AnotherAttempt = ({ group, view, request }: AttemptCardProps) => {
  const { t } = useTranslation('exam')
  if (view.rule.stepState === 'error')
    return <RequestAttempt group={group} request={request} isAnother variant="primary" />
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-accent-text pointer-coarse:py-3">
        {t('request.fold')}
      </summary>
      <div className="pt-3">
        <RequestAttempt group={group} request={request} isAnother variant="secondary" />
      </div>
    </details>
  )
}

const CardHead = ({ view, exam }: { view: AttemptView; exam: Group['exam'] }) => {
  const { t } = useTranslation('exam')
  const { headline, text, tone } = useAttemptWords(view, exam)
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
  const words = {
    pending: t('start.pending'),
    slow: t('start.slow'),
    found: t('start.found'),
    waiting: t('start.waiting'),
    notDone: t('start.notDone'),
    refused: t(isRunning ? 'start.found' : 'start.refused'),
    offline: t('start.notSent'),
    unknown: t('start.unknown'),
    unknownText: t('start.unknownText'),
  }
  return <WriteOutcomeNote groupId={groupId} call={start} words={words} />
}
