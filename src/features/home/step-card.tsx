import { Link } from '@tanstack/react-router'
import { ArrowRight, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupSummary } from '../../api/responses'
import { formatPlace } from '../../i18n/group-dates'
import { difficultyLabel } from '../../i18n/task-labels'
import { formatNumber } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { buttonClass } from '../../ui/button-class'
import { Card, stretchedLinkClass } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { Difficulty } from '../../ui/difficulty'
import { Meter } from '../../ui/meter'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { SkeletonFromText } from '../../ui/skeleton-from-text'
import type { SuggestedTask } from './model'

interface StepCardProps {
  group: GroupSummary
  step: SuggestedTask
  isSecondary: boolean
}

export const StepCard = ({ group, step, isSecondary }: StepCardProps) => {
  const { t } = useTranslation('groups')
  const { task, isContinued } = step
  const lead = isContinued ? t('next.continued') : task.important ? t('next.required') : t('next.any')
  const place = formatPlace(group)
  const hasAside = step.required !== null || step.others.length > 0
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby="what-now"
      className={cx(
        stepSizeClass,
        'grid',
        hasAside && 'md:grid-cols-[minmax(0,1fr)_18.75rem] min-[96rem]:grid-cols-[minmax(0,1fr)_20.5rem]',
      )}
    >
      <div className={stepCardClass}>
        <div className={stepTextClass}>
          <p className="flex">
            <Badge tone="accent" icon={<ArrowRight />}>
              {lead}
            </Badge>
          </p>
          <h2 id="what-now" className={stepTitleClass}>
            <bdi>{task.title}</bdi>
          </h2>
          <TaskFacts step={step} total={group.ranked_total} />
          <p className="text-sm text-muted">
            <bdi>{group.name}</bdi>
            {place && <span>{` · ${place}`}</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link
            to="/group/$groupId/task/$taskId"
            params={{ groupId: group.id, taskId: task.id }}
            className={cx(
              buttonClass({ variant: isSecondary ? 'secondary' : 'primary', size: 'lg' }),
              'max-sm:w-full',
            )}
          >
            <span>{isContinued ? t('next.continue') : t('next.open')}</span>
            <ArrowRight className="size-5" />
          </Link>
          <Link
            to="/group/$groupId"
            params={{ groupId: group.id }}
            className={cx(buttonClass({ size: 'lg' }), 'max-sm:hidden')}
          >
            {t('next.allTasks')}
          </Link>
        </div>
      </div>
      {hasAside && <StepAside groupId={group.id} step={step} />}
    </Card>
  )
}

/** Beside the next task: the required ones, and what comes after it, which phones leave out. */
const StepAside = ({ groupId, step: { required, others } }: { groupId: number; step: SuggestedTask }) => {
  const { t, i18n } = useTranslation('groups')
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div
      className={cx(
        'flex min-w-0 flex-col gap-2 border-line p-4 max-md:border-t sm:p-6 md:border-l',
        !required && 'max-md:hidden',
      )}
    >
      {required ? (
        <Meter
          tone="success"
          value={required.solved}
          max={required.total}
          label={<span className="font-semibold">{t('next.requiredTasks')}</span>}
          valueText={t('progress.value', { solved: number(required.solved), total: number(required.total) })}
        />
      ) : (
        <p className="text-sm font-semibold">{t('next.others')}</p>
      )}
      <ul className="-mb-2 divide-y divide-line text-sm max-md:hidden">
        {others.map(({ task, category }) => (
          <li key={task.id} className="relative flex h-10 items-center gap-3 pointer-coarse:h-control">
            <CategoryFlag name={category} />
            <Link
              to="/group/$groupId/task/$taskId"
              params={{ groupId, taskId: task.id }}
              title={task.title}
              className={cx(stretchedLinkClass, 'block min-w-0 flex-1 truncate')}
            >
              <bdi>{task.title}</bdi>
            </Link>
            <span className="text-muted tabular-nums max-[96rem]:hidden">{number(task.points)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `total` is the number of people on the leaderboard. */
const TaskFacts = ({ step, total }: { step: SuggestedTask; total: number | undefined }) => {
  const { t, i18n } = useTranslation(['task', 'common', 'groups'])
  const { task, category, isContinued } = step
  const { solved_by: count } = task
  const difficulty = difficultyLabel(task.difficulty)
  const number = (value: number) => formatNumber(value, i18n.language)
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
      {count !== undefined && (
        <span className="flex items-center gap-1.5">
          <Users className="size-4 shrink-0" />
          <span>
            {count === 0
              ? t('solvedByNobody')
              : total !== undefined && total >= count
                ? t('next.solvedBy', { ns: 'groups', solved: number(count), total: number(total) })
                : t('solvedBy', { count, people: number(count) })}
          </span>
        </span>
      )}
      {isContinued && task.important && <Badge tone="warning">{t('required')}</Badge>}
    </p>
  )
}

/** Classes of the card, shared with its placeholder. */
export const stepCardClass = 'flex min-w-0 flex-col justify-between gap-6 p-4 sm:p-6'
/** Room for the tasks beside it. */
const stepSizeClass = 'md:min-h-[15.5rem] md:pointer-coarse:min-h-[16.5rem]'
export const stepTextClass = 'flex min-w-0 flex-1 flex-col gap-2'
export const stepTitleClass = 'font-display text-xl leading-tight sm:text-[1.625rem]'

/** Reserves the height, so the groups below never move. Only the title's length is unknown. */
export const NextStepSpace = ({ group, children }: { group: GroupSummary; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] *:[grid-area:1/1] md:max-xl:col-span-2">
    <StepPlaceholder group={group} className="invisible" />
    {children}
  </div>
)

export const NextStepSkeleton = ({ group }: { group: GroupSummary }) => {
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
    <Card padding="none" className={cx(stepSizeClass, 'flex flex-col', className)}>
      <div className={cx(stepCardClass, 'flex-1')}>
        <div className={stepTextClass}>
          <Skeleton className="h-[1.5rem] w-40 rounded-full" />
          <Skeleton className={cx('h-[2lh] sm:h-[1lh] sm:w-1/2', stepTitleClass)} />
          <Skeleton className="h-[1.25rem] w-2/3" />
          <SkeletonFromText
            text={[group.name, formatPlace(group)].filter(Boolean).join(' · ')}
            className="text-sm wrap-anywhere"
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <SkeletonFromText text={t('next.open')} className="h-12 py-3 pr-[3.25rem] pl-6 text-base" />
          <SkeletonFromText text={t('next.allTasks')} className="h-12 px-6 py-3 text-base max-sm:hidden" />
        </div>
      </div>
      {Boolean(group.important_left) && (
        <div className="border-t border-line p-4 md:hidden">
          <Skeleton className="h-[2rem]" />
        </div>
      )}
    </Card>
  )
}
