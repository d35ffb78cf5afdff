import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ArrowRight,
  Award,
  CircleCheck,
  CircleCheckBig,
  CircleHelp,
  CircleX,
  History,
  Lock,
  type LucideIcon,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskFlag } from '../../../packages/contract/schema.gen'
import { parseActivity } from '../../api/activity'
import { competenciesQuery } from '../../api/queries/profile'
import type { Task, TaskStatus, TaskSummary } from '../../api/responses'
import { taskStateLabel } from '../../i18n/task-labels'
import { formatNumber, formatTime } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import type { UserKey } from '../../lib/user'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { Step } from '../../ui/step'
import { isTaskSolved } from '../groups/public'
import { FlagForm } from './flag-form'
import type { SentFlag } from './flag-storage'
import { countSolvedFlags, type Outcome, type VerdictVariant } from './model'
import { useFlagSubmission } from './use-flag-submission'
import './solve-moment.css'

interface FlagPanelProps {
  userId: UserKey
  task: Task
  status: TaskStatus | undefined
  next: TaskSummary | null
  /** Required tasks of the group that are still open. */
  requiredLeft: number
  /** Shown when the task is solved: the offer to stop the lab. */
  afterSolve: ReactNode
}

export const FlagPanel = ({ userId, task, status, next, requiredLeft, afterSolve }: FlagPanelProps) => {
  const { t } = useTranslation('task')
  const { flags_total: total } = task
  const flagsSolved = countSolvedFlags(task, status)
  const flagTask = {
    userId,
    groupId: task.group_id,
    taskId: task.id,
    flagsSolved,
    flagsTotal: total,
  }
  const submission = useFlagSubmission(flagTask)
  const field = useRef<HTMLTextAreaElement>(null)
  const { state } = submission
  const outcome = state.kind === 'answered' ? state.outcome : null
  const isSolved = isTaskSolved(task, status) || outcome?.isSolved
  return (
    <Card as="section" padding="lg" aria-labelledby="flags" className="flex flex-col gap-4">
      <SectionTitle
        id="flags"
        actions={
          total !== undefined &&
          total > 0 &&
          flagsSolved !== null && (
            <span className="text-sm text-muted">{t('flags.value', { solved: flagsSolved, total })}</span>
          )
        }
      >
        {t('flags.title')}
      </SectionTitle>
      <FlagList flags={task.flags} />
      {state.kind === 'failed' && state.delivery === 'counted' && (
        <Banner tone="success">{t('arrival.counted')}</Banner>
      )}
      {outcome && <VerdictList outcome={outcome} />}
      {isSolved ? (
        <>
          <SolvedNotice groupId={task.group_id} next={next} shouldFocus={state.kind !== 'idle'}>
            {outcome?.isSolved ? (
              <SolveMoment
                task={task}
                points={outcome.points}
                isFirstInGroup={outcome.isFirstInGroup}
                requiredLeft={requiredLeft}
              />
            ) : (
              <p className="flex items-center gap-2 font-medium text-success-text">
                <CircleCheckBig className="size-5 shrink-0" />
                <span>{t('solved.title')}</span>
              </p>
            )}
          </SolvedNotice>
          {afterSolve}
        </>
      ) : (
        <FormOrReason task={task}>
          <FlagForm submission={submission} field={field} hasSeveral={total !== undefined && total > 1} />
        </FormOrReason>
      )}
      <SentList sent={submission.sent} />
    </Card>
  )
}

const FormOrReason = ({ task, children }: { task: Task; children: ReactNode }) => {
  const { t } = useTranslation('task')
  if (task.flags_total === 0) return <p className="text-sm text-muted">{t('flags.none')}</p>
  if (task.status !== 'disabled') return children
  return (
    <Banner tone="neutral" icon={<Lock />} title={t('disabled.title')}>
      {task.disabled_reason ? <bdi>{task.disabled_reason}</bdi> : t('disabled.text')}
    </Banner>
  )
}

interface SolvedNoticeProps {
  groupId: number
  next: TaskSummary | null
  shouldFocus: boolean
  children: ReactNode
}

// The focused form has unmounted; the next Tab reaches the next task.
const focusIfLost = (node: HTMLElement | null) => {
  if (document.activeElement === document.body) node?.focus({ preventScroll: true })
}

const SolvedNotice = ({ groupId, next, shouldFocus, children }: SolvedNoticeProps) => {
  const { t } = useTranslation('task')
  return (
    <div tabIndex={-1} ref={shouldFocus ? focusIfLost : null} className="flex flex-col gap-3">
      {children}
      {next ? (
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId, taskId: next.id }}
          className={buttonClass({ variant: 'primary', isBlock: true })}
        >
          <span className="min-w-0 wrap-anywhere">{t('solved.next', { title: next.title })}</span>
          <ArrowRight className="size-4 shrink-0" />
        </Link>
      ) : (
        <Link to="/group/$groupId" params={{ groupId }} className={buttonClass({ isBlock: true })}>
          {t('solved.toGroup')}
        </Link>
      )}
    </div>
  )
}

/** The steps of a task with several flags. Not needed for a single flag without a title. */
const FlagList = ({ flags }: { flags: readonly TaskFlag[] }) => {
  const { t } = useTranslation('task')
  if (flags.length < 2 && !flags[0]?.title) return null
  const next = flags.findIndex(flag => !flag.solved)
  return (
    <ol aria-label={t('flags.list')} className="flex flex-col">
      {flags.map((flag, index) => {
        const status = flag.solved ? 'solved' : 'todo'
        return (
          <Step
            key={flag.id}
            status={status}
            label={taskStateLabel(status)}
            isLast={index === flags.length - 1}
            className={cx(flag.solved && 'text-muted', index === next && 'font-medium')}
          >
            <bdi className="min-w-0">{flag.title ?? t('flags.numbered', { number: index + 1 })}</bdi>
          </Step>
        )
      })}
    </ol>
  )
}

const VerdictList = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('task')
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls into view once per response.
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [outcome])
  return (
    <ul ref={list} aria-label={t('verdict.list')} className="flex flex-col gap-1.5">
      {outcome.rows.map(({ flag, variant }, index) => {
        const { Icon, className } = verdictVariants[variant]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of one response never move.
          <li key={index} className={cx('flex gap-2 rounded-control px-3 py-2 text-sm', className)}>
            <Icon className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">
              <span className="font-medium">{t(`verdict.${variant}`)}</span>{' '}
              <bdi translate="no" className="font-mono [overflow-wrap:anywhere]">
                {flag}
              </bdi>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Icon and color: never color alone. */
const verdictVariants: Record<VerdictVariant, { Icon: LucideIcon; className: string }> = {
  correct: { Icon: CircleCheck, className: 'bg-success-soft text-success-text' },
  incorrect: { Icon: CircleX, className: 'bg-danger-soft text-danger-text' },
  repeated: { Icon: History, className: 'bg-info-soft text-info-text' },
  unknown: { Icon: CircleHelp, className: 'bg-sunken text-muted' },
}

/** Submissions in this tab, newest first. */
const SentList = ({ sent }: { sent: readonly SentFlag[] }) => {
  const { t, i18n } = useTranslation('task')
  if (sent.length === 0) return null
  return (
    <details className="border-t border-line pt-3 text-sm">
      <summary className="font-medium">{t('sent.title', { total: sent.length })}</summary>
      <ol aria-label={t('sent.list')} className="mt-2 flex flex-col gap-1.5">
        {sent.toReversed().map(({ at, masked, look }, index) => {
          const { Icon, className } = verdictVariants[look]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: flags of one submission share a timestamp.
            <li key={index} className="flex flex-wrap items-center gap-x-2">
              <time dateTime={new Date(at).toISOString()} className="tabular-nums text-muted">
                {formatTime(at, i18n.language)}
              </time>
              <bdi translate="no" className="min-w-0 font-mono [overflow-wrap:anywhere]">
                {masked}
              </bdi>
              <span className={`flex items-center gap-1 rounded-chip px-1.5 ${className}`}>
                <Icon className="size-4 shrink-0" />
                <span>{t(`sent.${look}`)}</span>
              </span>
            </li>
          )
        })}
      </ol>
      <p className="mt-2 text-xs text-muted">{t('sent.note')}</p>
    </details>
  )
}

interface SolveMomentProps {
  task: Task
  /** Less than the task's points after hints; undefined if the server doesn't say. */
  points: number | undefined
  isFirstInGroup: boolean
  /** Required tasks of the group that are still open. */
  requiredLeft: number
}

/** The task's flag goes up its mast, once, right after the solve. What follows is one line. */
const SolveMoment = ({ task, points, isFirstInGroup, requiredLeft }: SolveMomentProps) => {
  const { t } = useTranslation('task')
  const streak = useStreak()
  const facts = [
    requiredLeft > 0 && t('solved.requiredLeft', { count: requiredLeft }),
    streak > 1 && t('solved.streak', { count: streak }),
  ].filter(Boolean)
  return (
    <div className="flex items-stretch gap-4">
      <div className="relative w-10 shrink-0 overflow-clip border-l-2 border-control pl-1" aria-hidden>
        <CategoryFlag name={task.category_name ?? ''} className="solve-flag size-8" />
      </div>
      <div className="flex min-w-0 flex-col gap-1 pb-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-2xl text-signal">
          <Points points={points ?? task.points} />
          {isFirstInGroup && (
            <Badge tone="warning" icon={<Award />}>
              {t('solved.first')}
            </Badge>
          )}
        </p>
        <p className="font-medium text-success-text">{t('solved.title')}</p>
        {facts.length > 0 && <p className="text-sm text-muted">{facts.join(' · ')}</p>}
      </div>
    </div>
  )
}

const COUNT_UP_MS = 600

/** Counts up to the points; at once with reduced motion. The number is read aloud once, not while it runs. */
const Points = ({ points }: { points: number }) => {
  const { t, i18n } = useTranslation('common')
  const [share, setShare] = useState(0)
  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return setShare(1)
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const next = Math.min(1, (now - start) / COUNT_UP_MS)
      setShare(next)
      if (next < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <span aria-hidden>{`+${formatNumber(Math.round(points * share), i18n.language)}`}</span>
      <span className="sr-only">{t('count.points', { count: points })}</span>
    </>
  )
}

/** Days in a row, if the profile was loaded before; 0 while unknown. Never requested for this line alone. */
const useStreak = (): number => {
  const { data } = useQuery({
    ...competenciesQuery(),
    enabled: ({ state }) => state.data !== undefined,
  })
  return (data && parseActivity(data.activity, serverClock.now())?.streak) ?? 0
}
