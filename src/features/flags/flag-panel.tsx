import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleCheck, CircleHelp, CircleX, History, Lock, type LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskFlag } from '../../../packages/contract/schema.gen'
import type { Task, TaskStatus, TaskSummary } from '../../api/responses'
import { difficultyLabel, taskStateLabel } from '../../i18n/task-labels'
import { formatNumber, formatTime } from '../../lib/format'
import type { UserKey } from '../../lib/user'
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
import { countSolvedFlags, type Outcome, VERDICTS, type VerdictVariant } from './model'
import { SolvedLine, SolveMoment, type SolvePlace } from './solve-moment'
import { useFlagSubmission } from './use-flag-submission'

interface NextTask {
  task: TaskSummary
  category: string
}

interface FlagPanelProps {
  userId: UserKey
  task: Task
  status: TaskStatus | undefined
  next: NextTask | null
  /** Required tasks of the group that are still open. */
  requiredLeft: number
  /** The own place, with the one before the solve; null if unknown. */
  place: SolvePlace | null
  /** Shown when the task was solved before: a solve shows the place itself. */
  ownRank: ReactNode
  /** The write-up, and the offer to stop the lab. */
  afterSolve: ReactNode
  /** Over the title of the page: where a solve is shown on wide pages. */
  cover: RefObject<HTMLElement | null>
}

export const FlagPanel = (props: FlagPanelProps) => {
  const { userId, task, status, next, requiredLeft, place, ownRank, afterSolve, cover } = props
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
                outcome={outcome}
                requiredLeft={requiredLeft}
                place={place}
                cover={cover}
              />
            ) : (
              <>
                <div className="flex flex-wrap items-center justify-between gap-x-3">
                  <SolvedLine />
                  <EarnedPoints points={status?.points_earned} />
                </div>
                {ownRank}
              </>
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
  next: NextTask | null
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
        <NextTaskCard groupId={groupId} {...next} />
      ) : (
        <Link to="/group/$groupId" params={{ groupId }} className={buttonClass({ isBlock: true })}>
          {t('solved.toGroup')}
        </Link>
      )}
    </div>
  )
}

/** Nothing while the server doesn't say how many they are. */
const EarnedPoints = ({ points }: { points: number | undefined }) => {
  const { t, i18n } = useTranslation('common')
  if (!points) return null
  return (
    <p className="font-display text-xl text-signal">
      <span aria-hidden>{`+${formatNumber(points, i18n.language)}`}</span>
      <span className="sr-only">{t('count.points', { count: points })}</span>
    </p>
  )
}

const NextTaskCard = ({ groupId, task, category }: NextTask & { groupId: number }) => {
  const { t } = useTranslation(['groups', 'common'])
  const difficulty = difficultyLabel(task.difficulty)
  const label = t(task.important ? 'next.required' : 'next.any')
  return (
    <>
      <div className="flex gap-3 border-t border-line pt-4">
        <CategoryFlag name={category} className="mt-0.5 size-8" />
        <div className="min-w-0">
          <bdi className="block font-medium">{task.title}</bdi>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <bdi>{category}</bdi>
            {difficulty && <span>{difficulty.label}</span>}
            <span>{t('count.points', { ns: 'common', count: task.points })}</span>
          </p>
        </div>
      </div>
      <Link
        to="/group/$groupId/task/$taskId"
        params={{ groupId, taskId: task.id }}
        className={buttonClass({ variant: 'primary', isBlock: true })}
        aria-label={`${label}: ${task.title}`}
      >
        <span>{label}</span>
        <ArrowRight className="size-4 shrink-0" />
      </Link>
    </>
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

/** A verdict once, with all its flags. */
const VerdictList = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('task')
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls into view once per response.
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [outcome])
  return (
    <ul ref={list} aria-label={t('verdict.list')} className="flex flex-col gap-1.5">
      {VERDICTS.map(variant => {
        const flags = outcome.rows.filter(row => row.variant === variant)
        if (flags.length === 0) return null
        const { Icon, className } = verdictVariants[variant]
        return (
          <li key={variant} className={cx('flex gap-2 rounded-control px-3 py-2 text-sm', className)}>
            <Icon className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">
              <span className="font-medium">{t(`verdict.${variant}`)}</span>{' '}
              {flags.map(({ flag }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of one response never move.
                <bdi key={index} translate="no" className="block font-mono [overflow-wrap:anywhere]">
                  {flag}
                </bdi>
              ))}
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
