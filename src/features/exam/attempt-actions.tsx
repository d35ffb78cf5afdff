import { Link } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../queries/answers'
import type { AttemptAction } from '../../queries/attempt-rules'
import type { AttemptView } from '../../queries/exam-view'
import { buttonClass } from '../../ui/button-class'
import { StartExam } from './start-exam'
import { UpdateButton, type useStatusUpdate } from './update-status'
import type { ExamStart } from './use-exam-start'

interface AttemptActionsProps {
  group: Group
  view: AttemptView
  start: ExamStart
  update: ReturnType<typeof useStatusUpdate>
  card: RefObject<HTMLElement | null>
  feedback: ReactNode
}

/**
 * How each action of the rules table looks in the row of buttons. Paying, the report and a new attempt have places of their
 * own in the card.
 */
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

/** What can be done about an attempt now, as the rules table says (ux §4). */
export const AttemptActions = (props: AttemptActionsProps) => {
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
