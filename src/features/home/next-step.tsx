import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, CalendarClock, CircleCheckBig, MailWarning, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import { type GroupSummary, getGroupPhase, type TaskSummary } from '../../api/responses'
import { readLastTask } from '../../api/task-ref'
import { useSession } from '../../api/use-session'
import { shortErrorMessage } from '../../i18n/error-messages'
import { formatGroupDates } from '../../i18n/group-dates'
import { lazyOptional } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { difficultyLabel } from '../../i18n/task-labels'
import { formatNumber } from '../../lib/format'
import { useIsSlow } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card, stretchedLinkClass } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { Difficulty } from '../../ui/difficulty'
import { Meter } from '../../ui/meter'
import { SectionError } from '../../ui/section-error'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { SkeletonFromText } from '../../ui/skeleton-from-text'
import { LazyGroupNumbers, toStatusMap } from '../groups/public'
import { LazyLatestSolvesCard } from '../leaderboard/public'
import { ExamCard, useUrgentExam } from './exam-card'
import { chooseGroups, chooseTask, getDates, type SuggestedTask } from './model'

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
  const isSlow = useIsSlow(isLoading, 1000)
  return (
    <>
      {exam && <ExamCard {...exam} />}
      {/* An exam card would appear above: nothing is visible until that is known, so nothing moves. */}
      <div className={cx('flex flex-col gap-6', isLoading && !isSlow && 'invisible')}>
        <div
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] gap-6',
            (hasAside || dates.length > 0) && 'xl:grid-cols-[minmax(0,1fr)_24rem]',
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
            <div className="grid min-h-[13.5rem]">
              <WeekCard />
            </div>
          )}
          <div className={cx('min-w-0', hasAside && dates.length === 0 && 'xl:col-span-2')}>{children}</div>
          {dates.length > 0 && <DatesCard dates={dates} />}
        </div>
      </div>
    </>
  )
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
  <Card as="section" padding="lg" className="flex items-center gap-4">
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

interface StepCardProps {
  group: GroupSummary
  step: SuggestedTask
  isSecondary: boolean
}

const StepCard = ({ group, step, isSecondary }: StepCardProps) => {
  const { t } = useTranslation('groups')
  const { task, isContinued, category } = step
  const lead = isContinued ? t('next.continued') : task.important ? t('next.required') : t('next.any')
  const hasAside = step.required !== null || step.others.length > 0
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby="what-now"
      className={cx(stepSizeClass, 'grid', hasAside && 'md:grid-cols-[minmax(0,1fr)_18.75rem]')}
    >
      <div className={stepCardClass}>
        <div className={stepTextClass}>
          <p className="text-sm font-medium text-accent-text">{lead}</p>
          <h2 id="what-now" className="font-display text-xl">
            <bdi>{task.title}</bdi>
          </h2>
          <p className="text-sm text-muted">
            <bdi>{group.name}</bdi>
          </p>
          <TaskFacts task={task} category={category} />
          {group.important_left !== undefined && group.important_left > 0 && (
            <p className="text-sm md:hidden">{t('requiredLeft', { count: group.important_left })}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Link
            to="/group/$groupId/task/$taskId"
            params={{ groupId: group.id, taskId: task.id }}
            className={buttonClass({ variant: isSecondary ? 'secondary' : 'primary', size: 'lg' })}
          >
            <span>{isContinued ? t('next.continue') : t('next.open')}</span>
            <ArrowRight className="size-5" />
          </Link>
          <Link to="/group/$groupId" params={{ groupId: group.id }} className={buttonClass({ size: 'lg' })}>
            {t('next.allTasks')}
          </Link>
        </div>
      </div>
      {hasAside && <StepAside groupId={group.id} step={step} />}
    </Card>
  )
}

/** Beside the next task: the required ones, and what comes after it. */
const StepAside = ({ groupId, step: { required, others } }: { groupId: number; step: SuggestedTask }) => {
  const { t, i18n } = useTranslation('groups')
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="flex min-w-0 flex-col gap-2 border-line p-6 max-md:hidden md:border-l">
      {required ? (
        <Meter
          tone="success"
          value={required.solved}
          max={required.total}
          label={t('next.requiredTasks')}
          valueText={t('progress.value', { solved: number(required.solved), total: number(required.total) })}
        />
      ) : (
        <p className="text-sm">{t('next.others')}</p>
      )}
      <ul className="divide-y divide-line text-sm">
        {others.map(({ task, category }) => (
          <li key={task.id} className="relative flex h-10 items-center gap-3 pointer-coarse:h-control">
            <CategoryFlag name={category} />
            <Link
              to="/group/$groupId/task/$taskId"
              params={{ groupId, taskId: task.id }}
              className={cx(stretchedLinkClass, 'block min-w-0 flex-1 truncate')}
            >
              <bdi>{task.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
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

const TaskFacts = ({ task, category }: { task: TaskSummary; category: string }) => {
  const { t } = useTranslation(['task', 'common'])
  const difficulty = difficultyLabel(task.difficulty)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      {category && (
        <span className="flex items-center gap-1.5">
          <CategoryFlag name={category} />
          <bdi>{category}</bdi>
        </span>
      )}
      {difficulty && <Difficulty {...difficulty} />}
      <span>{t('count.points', { ns: 'common', count: task.points })}</span>
      {task.important && <Badge tone="warning">{t('required')}</Badge>}
    </p>
  )
}

/** Classes of the next-step card, shared with its placeholder. */
const stepCardClass = 'flex min-w-0 flex-col justify-between gap-6 p-4 sm:p-6'
/** Room for the tasks beside it. */
const stepSizeClass = 'md:min-h-[17.5rem] md:pointer-coarse:min-h-[18.5rem]'
const stepTextClass = 'flex min-w-0 flex-1 flex-col gap-2'

/** Reserves the height, so the groups below never move. Only the title's length is unknown. */
const NextStepSpace = ({ group, children }: { group: GroupSummary; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
    <StepPlaceholder group={group} className="invisible" />
    {children}
  </div>
)

const NextStepSkeleton = ({ group }: { group: GroupSummary }) => {
  const { t } = useTranslation('common')
  return (
    <SkeletonGroup label={t('loading')} className="grid">
      <StepPlaceholder group={group} />
    </SkeletonGroup>
  )
}

const StepPlaceholder = ({ group, className }: { group: GroupSummary; className?: string }) => {
  const { t } = useTranslation('groups')
  return (
    <Card padding="none" className={cx(stepCardClass, stepSizeClass, className)}>
      <div className={stepTextClass}>
        <SkeletonFromText text={t('next.required')} className="text-sm" />
        <Skeleton className="h-[2lh] text-xl sm:h-[1lh]" />
        <SkeletonFromText text={group.name} className="text-sm wrap-anywhere" />
        <Skeleton className="h-[1.5625rem] w-1/2" />
        {group.important_left !== undefined && group.important_left > 0 && (
          <SkeletonFromText
            text={t('requiredLeft', { count: group.important_left })}
            className="text-sm md:hidden"
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <SkeletonFromText text={t('next.open')} className="h-12 py-3 pr-[3.25rem] pl-6 text-base" />
        <SkeletonFromText text={t('next.allTasks')} className="h-12 px-6 py-3 text-base" />
      </div>
    </Card>
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
        className={cx(stepCardClass, isWide && 'xl:col-span-2')}
      >
        <div className={stepTextClass}>
          <p className="text-sm font-medium text-accent-text">{t('teacher.lead')}</p>
          <h2 id="what-now" className="font-display text-xl">
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
        <div className="grid min-h-[15.5rem]">
          <LazyLatestSolvesCard groupId={group.id} />
        </div>
      )}
    </>
  )
}
