import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleCheckBig, Lock } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserKey } from '../../lib/user-key'
import type { Task, TaskStatus, TaskSummary } from '../../queries/answers'
import { isTaskSolved } from '../../queries/task-progress'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { FlagForm } from './flag-form'
import { FlagList } from './flag-list'
import { SentList } from './sent-list'
import { useFlagSubmission } from './use-flag-submission'
import { VerdictList } from './verdict-list'

interface FlagPanelProps {
  userId: UserKey
  task: Task
  status: TaskStatus | undefined
  /** The task to offer once this one is solved. */
  next: TaskSummary | null
  /** What else there is to do once the task is solved: the offer to stop its lab. */
  afterSolve?: ReactNode
}

/** What a task asks for, the field for it, and what became of it (ux §3, flag panel). */
export const FlagPanel = ({ userId, task, status, next, afterSolve }: FlagPanelProps) => {
  const { t } = useTranslation('task')
  const flagsSolved = status?.flags_solved ?? task.flags.filter(flag => flag.solved).length
  const place = { userId, groupId: task.group_id, taskId: task.id, flagsSolved, flagsTotal: task.flags_total }
  const submission = useFlagSubmission(place)
  const field = useRef<HTMLTextAreaElement>(null)
  const { state } = submission
  const outcome = state.kind === 'answered' ? state.outcome : null
  const isSolved = isTaskSolved(task, status) || (outcome?.isSolved ?? false)
  return (
    <Card as="section" padding="lg" aria-labelledby="flags" className="flex flex-col gap-4">
      <SectionTitle
        id="flags"
        actions={
          task.flags_total > 0 && (
            <span className="text-sm tabular-nums text-muted">
              {t('flags.value', { solved: flagsSolved, total: task.flags_total })}
            </span>
          )
        }
      >
        {t('flags.title')}
      </SectionTitle>
      <FlagList flags={task.flags} />
      {state.kind === 'failed' && state.arrival === 'counted' && (
        <Banner tone="success">{t('arrival.counted')}</Banner>
      )}
      {outcome && <VerdictList outcome={outcome} />}
      {isSolved ? (
        <>
          <SolvedNotice groupId={task.group_id} next={next} hasJustHappened={state.kind !== 'idle'} />
          {afterSolve}
        </>
      ) : (
        <OpenPart task={task}>
          <FlagForm submission={submission} field={field} />
        </OpenPart>
      )}
      <SentList sent={submission.sent} />
    </Card>
  )
}

/** The form, or why there is none. */
const OpenPart = ({ task, children }: { task: Task; children: ReactNode }) => {
  const { t } = useTranslation('task')
  if (task.flags_total === 0) return <p className="text-sm text-muted">{t('flags.none')}</p>
  if (task.status !== 'disabled') return children
  return (
    <Banner tone="neutral" icon={<Lock className="size-4" />} title={t('disabled.title')}>
      {task.disabled_reason ? <bdi>{task.disabled_reason}</bdi> : t('disabled.text')}
    </Banner>
  )
}

interface SolvedNoticeProps {
  groupId: number
  next: TaskSummary | null
  hasJustHappened: boolean
}

// The form that had focus is gone, so the notice takes it: the next Tab reaches the next task.
const takeFocus = (node: HTMLElement | null) => {
  if (document.activeElement === document.body) node?.focus({ preventScroll: true })
}

const SolvedNotice = ({ groupId, next, hasJustHappened }: SolvedNoticeProps) => {
  const { t } = useTranslation('task')
  return (
    <div tabIndex={-1} ref={hasJustHappened ? takeFocus : null} className="flex flex-col gap-3">
      <p className="flex items-center gap-2 font-medium text-success-text">
        <CircleCheckBig className="size-5 shrink-0" aria-hidden />
        {t('solved.title')}
      </p>
      {next ? (
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId, taskId: next.id }}
          className={buttonClass({ variant: 'primary', isBlock: true })}
        >
          <span className="min-w-0 wrap-anywhere">
            {t(next.important ? 'solved.nextRequired' : 'solved.next', { title: next.title })}
          </span>
          <ArrowRight className="size-4 shrink-0" aria-hidden />
        </Link>
      ) : (
        <Link to="/group/$groupId" params={{ groupId }} className={buttonClass({ isBlock: true })}>
          {t('solved.toGroup')}
        </Link>
      )}
    </div>
  )
}
