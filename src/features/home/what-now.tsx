import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, CalendarClock, CircleCheckBig, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { useSession } from '../../api/use-session'
import { reasonText } from '../../i18n/error-text'
import { groupDatesText } from '../../i18n/group-text'
import { readLastTask } from '../../lib/last-task'
import { serverClock } from '../../lib/server-clock'
import { useIsSlow } from '../../lib/use-is-slow'
import type { GroupSummary } from '../../queries/answers'
import { phaseOf } from '../../queries/group-phase'
import { groupQuery, taskStatusesQuery } from '../../queries/groups'
import { statusMap } from '../../queries/task-progress'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { chooseGroups, chooseTask, type NextStep } from './choose-group'
import { ExamCard, useWantedExam } from './exam-card'
import { NextPending, NextRoom, stepCard, stepText } from './next-room'
import { TaskFacts } from './task-facts'

interface WhatNowProps {
  groups: readonly GroupSummary[]
  /** What stands below. */
  children: ReactNode
}

/** The answer to "what now?": an exam that wants something first, then one thing: continue, take the next required task, wait, or be content. */
export const WhatNow = ({ groups, children }: WhatNowProps) => {
  const [group, ...others] = chooseGroups(groups, readLastTask(), serverClock.now())
  const { t } = useTranslation(['groups', 'common'])
  const { exam, isUnsure } = useWantedExam(groups)
  const isLate = useIsSlow(isUnsure, 1000)
  return (
    <>
      {exam && <ExamCard {...exam} />}
      {/* An exam would stand above all of this: until it is known whether one does, nothing is seen that would have to move. */}
      <div className={cx('flex flex-col gap-6', isUnsure && !isLate && 'invisible')}>
        {group ? (
          <SectionBoundary
            failed={retry => (
              <SectionError
                headingLevel={2}
                title={t('next.failed')}
                action={<Button onClick={retry}>{t('retry', { ns: 'common' })}</Button>}
              />
            )}
          >
            <NextInGroup groups={groups} summary={group} others={others} isSecond={exam !== null} />
          </SectionBoundary>
        ) : (
          <NothingNow groups={groups} />
        )}
        {children}
      </div>
    </>
  )
}

interface NextInGroupProps {
  groups: readonly GroupSummary[]
  summary: GroupSummary
  /** Where to look when that group has no open task. */
  others: readonly GroupSummary[]
  /** Something more urgent has the one primary button of the page. */
  isSecond: boolean
}

const NextInGroup = (props: NextInGroupProps) => {
  const { user } = useSession()
  // Known before anything is asked: the answer will take no room of a task.
  if (user && !user.email_verified) return <Next {...props} pending={<ConfirmFirst />} />
  return (
    <NextRoom group={props.summary}>
      <Next {...props} pending={<NextPending group={props.summary} />} />
    </NextRoom>
  )
}

const Next = (props: NextInGroupProps & { pending: ReactNode }): ReactNode => {
  const { groups, summary, others, isSecond, pending } = props
  const group = useQuery(groupQuery(summary.id))
  const statuses = useQuery(taskStatusesQuery(summary.id))
  const failed = group.error ?? statuses.error
  if (group.data && statuses.data) {
    const step = chooseTask(group.data, statusMap(statuses.data), readLastTask())
    if (step) return <StepCard group={summary} step={step} isSecond={isSecond} />
    const [next, ...rest] = others
    if (next) return <Next key={next.id} {...props} summary={next} others={rest} />
    return <NothingNow groups={groups} />
  }
  if (failed) {
    return <NotFound error={failed} onRetry={() => Promise.all([group.refetch(), statuses.refetch()])} />
  }
  return pending
}

/** An unconfirmed address closes every task: that is a state with a way on, not a failure. */
const ConfirmFirst = () => {
  const { t } = useTranslation('groups')
  const { user } = useSession()
  return (
    <Card as="section" padding="lg" className="flex items-center gap-4">
      <MailWarning className="size-8 shrink-0 text-warning-text" aria-hidden />
      <div className="min-w-0">
        <h2 className="text-lg">{t('refused.unverified.title')}</h2>
        <p className="text-sm text-muted">{t('refused.unverified.text', { email: user?.email ?? '' })}</p>
      </div>
    </Card>
  )
}

const NotFound = ({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) => {
  const { t } = useTranslation(['groups', 'common'])
  if (error.detail === 'email not verified') return <ConfirmFirst />
  return (
    <SectionError
      headingLevel={2}
      title={t('next.failed')}
      message={reasonText(error)}
      action={<Button onClick={onRetry}>{t('retry', { ns: 'common' })}</Button>}
    />
  )
}

interface StepCardProps {
  group: GroupSummary
  step: NextStep
  isSecond: boolean
}

const StepCard = ({ group, step: { task, isContinued }, isSecond }: StepCardProps) => {
  const { t } = useTranslation('groups')
  const lead = isContinued ? t('next.continued') : task.important ? t('next.required') : t('next.any')
  return (
    <Card as="section" padding="lg" aria-labelledby="what-now" className={stepCard}>
      <div className={stepText}>
        <p className="text-sm font-medium text-accent-text">{lead}</p>
        <h2 id="what-now" className="text-xl">
          <bdi>{task.title}</bdi>
        </h2>
        <p className="text-sm text-muted">
          <bdi>{group.name}</bdi>
        </p>
        <TaskFacts task={task} />
        {group.important_left !== undefined && group.important_left > 0 && (
          <p className="text-sm">{t('requiredLeft', { count: group.important_left })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId: group.id, taskId: task.id }}
          className={buttonClass({ variant: isSecond ? 'secondary' : 'primary', size: 'lg' })}
        >
          {isContinued ? t('next.continue') : t('next.open')}
          <ArrowRight className="size-5" aria-hidden />
        </Link>
        <Link to="/group/$groupId" params={{ groupId: group.id }} className={buttonClass({ size: 'lg' })}>
          {t('next.allTasks')}
        </Link>
      </div>
    </Card>
  )
}

const NothingNow = ({ groups }: { groups: readonly GroupSummary[] }) => {
  const { t } = useTranslation('groups')
  const now = serverClock.now()
  const upcoming = groups.find(group => phaseOf(group, now) === 'upcoming')
  const running = groups.filter(group => phaseOf(group, now) === 'running')
  const counted = running.filter(group => (group.tasks_total ?? 0) > 0)
  const isAllSolved =
    counted.length > 0 && counted.every(group => (group.tasks_solved ?? 0) >= (group.tasks_total ?? 0))
  // A group that runs, of which the answer does not say enough to offer anything.
  if (!isAllSolved && running.some(group => group.tasks_total === undefined)) return null
  const Icon = isAllSolved ? CircleCheckBig : CalendarClock
  const title = isAllSolved
    ? t('next.allSolved')
    : counted.length > 0
      ? t('next.noneOpen')
      : upcoming
        ? t('next.upcoming')
        : t('next.ended')
  return (
    <Card as="section" padding="lg" className="flex items-center gap-4">
      <Icon className={cx('size-8 shrink-0', isAllSolved ? 'text-success-text' : 'text-muted')} aria-hidden />
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        {counted.length > 0 && !isAllSolved && <p className="text-sm text-muted">{t('next.noneOpenText')}</p>}
        {upcoming && (
          <p className="text-sm text-muted">
            <bdi>{upcoming.name}</bdi>: {groupDatesText(upcoming, 'upcoming')}
          </p>
        )}
      </div>
    </Card>
  )
}
