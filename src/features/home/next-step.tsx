import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, CalendarClock, CircleCheckBig, MailWarning, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import { type GroupSummary, getGroupPhase } from '../../api/responses'
import { readLastTask } from '../../api/task-ref'
import { useSession } from '../../api/use-session'
import { shortErrorMessage } from '../../i18n/error-messages'
import { formatGroupDates } from '../../i18n/group-dates'
import { lazyOptional } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { useIsSlow } from '../../lib/hooks'
import { prefetchWhenIdle } from '../../lib/run-when-idle'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionError } from '../../ui/section-error'
import { LazyGroupNumbers, toStatusMap } from '../groups/public'
import { LazyLatestSolvesCard, LazyNeighboursCard } from '../leaderboard/public'
import { ExamCard, useUrgentExam } from './exam-card'
import { chooseGroups, chooseTask, getDates } from './model'
import {
  NextStepSkeleton,
  NextStepSpace,
  StepCard,
  stepCardClass,
  stepTextClass,
  stepTitleClass,
} from './step-card'

const WeekCard = lazyOptional(() => import('./week-card').then(part => part.WeekCard))
const DatesCard = lazyOptional(() => import('./dates-card').then(part => part.DatesCard))

/** What to do now: an urgent exam first, then one suggested task, a date to wait for, or "all solved". */
export const NextStep = ({ groups, children }: { groups: readonly GroupSummary[]; children: ReactNode }) => {
  const [group, ...otherGroups] = chooseGroups(groups, readLastTask(), serverClock.now())
  const now = serverClock.now()
  const taught = groups.find(one => one.is_admin && getGroupPhase(one, now) === 'running')
  // Solves nothing, so the week has nothing to show.
  const isTeacher = !group && taught !== undefined
  const { t } = useTranslation(['groups', 'common'])
  const { exam, exams, isLoading } = useUrgentExam(groups)
  const dates = getDates(groups, exams, now)
  const hasAside = !(isTeacher && taught.hide_leaderboard)
  const hasBoard = group !== undefined && !group.hide_leaderboard
  const isIdle = useIsNetworkIdle()
  const isSlow = useIsSlow(isLoading, 1000)
  return (
    <>
      {exam && <ExamCard {...exam} />}
      {/* An exam card would appear above: nothing is visible until that is known, so nothing moves. */}
      <div className={cx('flex flex-col gap-6', isLoading && !isSlow && 'invisible')}>
        <div
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 md:max-xl:grid-cols-2',
            (hasAside || dates.length > 0) && 'xl:grid-cols-[minmax(0,1fr)_22.5rem]',
          )}
        >
          {group ? (
            <SectionBoundary headingLevel={2} title={t('next.failed')}>
              <NextInGroup
                groups={groups}
                summary={group}
                otherGroups={otherGroups}
                isSecondary={exam !== null}
              />
            </SectionBoundary>
          ) : taught ? (
            <TeacherCard group={taught} isWide={!hasAside && dates.length > 0} />
          ) : (
            <NoNextTask groups={groups} />
          )}
          {!isTeacher && (
            <div className="grid min-h-[15.5rem] md:max-xl:order-2">
              <WeekCard />
            </div>
          )}
          <div
            className={cx(
              'min-w-0 md:max-xl:order-1 md:max-xl:col-span-2',
              hasAside && dates.length === 0 && !hasBoard && 'xl:col-span-2',
            )}
          >
            {children}
          </div>
          {/* What comes later is last, so that nothing moves. */}
          {(dates.length > 0 || hasBoard) && (
            <div className="flex min-w-0 flex-col gap-4 self-start md:gap-6 md:max-xl:contents">
              {dates.length > 0 && (
                <div className="grid md:max-xl:order-3">
                  <DatesCard dates={dates} />
                </div>
              )}
              <div className="empty:hidden md:max-xl:order-4 md:max-xl:col-span-2">
                {hasBoard && isIdle && <LazyNeighboursCard group={group} />}
              </div>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/** For what the page can do without: true once the network is idle, on a connection that allows more. */
const useIsNetworkIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => prefetchWhenIdle(() => setIdle(true)), [])
  return isIdle
}

interface NextInGroupProps {
  groups: readonly GroupSummary[]
  summary: GroupSummary
  /** Tried when that group has no open task. */
  otherGroups: readonly GroupSummary[]
  /** The exam card has the primary button. */
  isSecondary: boolean
}

const NextInGroup = (props: NextInGroupProps) => {
  const { user } = useSession()
  // Known without a request, and needs no space for a task.
  if (user && !user.email_verified) return <GroupStep {...props} pending={<ConfirmEmailCard />} />
  return (
    <NextStepSpace group={props.summary}>
      <GroupStep {...props} pending={<NextStepSkeleton group={props.summary} />} />
    </NextStepSpace>
  )
}

const GroupStep = (props: NextInGroupProps & { pending: ReactNode }): ReactNode => {
  const { groups, summary, otherGroups, isSecondary, pending } = props
  const group = useQuery(groupQuery(summary.id))
  const statuses = useQuery(taskStatusesQuery(summary.id))
  const failed = group.error ?? statuses.error
  if (group.data && statuses.data) {
    const step = chooseTask(group.data, toStatusMap(statuses.data), readLastTask())
    if (step) return <StepCard group={summary} step={step} isSecondary={isSecondary} />
    const [next, ...rest] = otherGroups
    if (next) return <GroupStep key={next.id} {...props} summary={next} otherGroups={rest} />
    return <NoNextTask groups={groups} />
  }
  if (failed) {
    return <NextStepError error={failed} onRetry={() => Promise.all([group.refetch(), statuses.refetch()])} />
  }
  return pending
}

/** Why there is no task to suggest. */
const StateCard = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <Card as="section" padding="lg" className="flex items-center gap-4 md:max-xl:col-span-2">
    <span className="shrink-0 text-muted [&>svg]:size-8">{icon}</span>
    <div className="min-w-0">
      <h2 className="text-lg">{title}</h2>
      <div className="text-sm text-muted">{children}</div>
    </div>
  </Card>
)

/** An unverified email address closes every task: shown as a state, not as an error. */
const ConfirmEmailCard = () => {
  const { t } = useTranslation('groups')
  const { user } = useSession()
  return (
    <StateCard icon={<MailWarning className="text-warning-text" />} title={t('refused.unverified.title')}>
      <p>{t('refused.unverified.text', { email: user?.email ?? '' })}</p>
    </StateCard>
  )
}

const NextStepError = ({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) => {
  const { t } = useTranslation(['groups', 'common'])
  if (error.detail === 'email not verified') return <ConfirmEmailCard />
  return (
    <SectionError
      headingLevel={2}
      title={t('next.failed')}
      message={shortErrorMessage(error)}
      action={<Button onClick={onRetry}>{t('retry', { ns: 'common' })}</Button>}
    />
  )
}

const NoNextTask = ({ groups }: { groups: readonly GroupSummary[] }) => {
  const { t } = useTranslation('groups')
  const now = serverClock.now()
  // Who only teaches has no task to solve.
  if (groups.every(group => group.is_admin)) {
    return (
      <StateCard icon={<ShieldCheck />} title={t('next.admin')}>
        <p>{t('next.adminText')}</p>
      </StateCard>
    )
  }
  const upcoming = groups.find(group => getGroupPhase(group, now) === 'upcoming')
  const running = groups.filter(group => getGroupPhase(group, now) === 'running')
  const counted = running.filter(group => (group.tasks_total ?? 0) > 0)
  const isAllSolved =
    counted.length > 0 && counted.every(group => (group.tasks_solved ?? 0) >= (group.tasks_total ?? 0))
  // A running group without counts: nothing can be said.
  if (!isAllSolved && running.some(group => group.tasks_total === undefined)) return null
  const icon = isAllSolved ? <CircleCheckBig className="text-success-text" /> : <CalendarClock />
  const title = isAllSolved
    ? t('next.allSolved')
    : counted.length > 0
      ? t('next.noneOpen')
      : upcoming
        ? t('next.upcoming')
        : t('next.ended')
  return (
    <StateCard icon={icon} title={title}>
      {counted.length > 0 && !isAllSolved && <p>{t('next.noneOpenText')}</p>}
      {upcoming && (
        <p>
          <bdi>{upcoming.name}</bdi>
          <span>{`: ${formatGroupDates(upcoming, 'upcoming')}`}</span>
        </p>
      )}
    </StateCard>
  )
}

/** For administrators, in place of the next task: a group that runs now, with its counts. */
const TeacherCard = ({ group, isWide }: { group: GroupSummary; isWide: boolean }) => {
  const { t } = useTranslation('groups')
  const { data } = useQuery(groupQuery(group.id))
  return (
    <>
      <Card
        as="section"
        padding="none"
        aria-labelledby="what-now"
        className={cx(stepCardClass, 'md:max-xl:col-span-2', isWide && 'xl:col-span-2')}
      >
        <div className={stepTextClass}>
          <p className="flex">
            <Badge icon={<ShieldCheck />}>{t('teacher.lead')}</Badge>
          </p>
          <h2 id="what-now" className={stepTitleClass}>
            <bdi>{group.name}</bdi>
          </h2>
          <p className="text-sm text-muted">{formatGroupDates(group, 'running')}</p>
        </div>
        {/* The height of the counts, so that nothing moves when they come. */}
        <div className="min-h-[3.25rem]">{data && <LazyGroupNumbers group={data} />}</div>
        <div className="flex flex-wrap gap-2">
          <Link
            to="/group/$groupId"
            params={{ groupId: group.id }}
            className={buttonClass({ variant: 'primary', size: 'lg' })}
          >
            <span>{t('teacher.open')}</span>
            <ArrowRight className="size-5" />
          </Link>
          {!group.hide_leaderboard && (
            <Link
              to="/group/$groupId/leaderboard"
              params={{ groupId: group.id }}
              className={buttonClass({ size: 'lg' })}
            >
              {t('teacher.leaderboard')}
            </Link>
          )}
        </div>
      </Card>
      {!group.hide_leaderboard && (
        <div className="grid min-h-[15.5rem] md:max-xl:col-span-2">
          <LazyLatestSolvesCard groupId={group.id} />
        </div>
      )}
    </>
  )
}
