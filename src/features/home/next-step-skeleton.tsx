import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupSummary } from '../../queries/responses'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { SkeletonFromText } from '../../ui/skeleton-from-text'

/** Classes of the next-step card, shared with its placeholder. */
export const stepCardClass = 'flex flex-wrap content-between items-end justify-between gap-6'
export const stepTextClass = 'flex min-w-0 flex-1 basis-[20rem] flex-col gap-2'

/**
 * Reserves the height of the next-step card, so the groups below never move. Only the title is unknown before
 * loading; it has two lines on phones.
 */
export const NextStepSpace = ({ group, children }: { group: GroupSummary; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
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
  const button = <Skeleton className="h-12 w-[13rem]" />
  return (
    <Card padding="lg" className={cx(stepCardClass, className)}>
      <div className={stepTextClass}>
        <SkeletonFromText text={t('next.required')} className="text-sm" />
        <Skeleton className="h-[2lh] text-xl sm:h-[1lh]" />
        <SkeletonFromText text={group.name} className="text-sm wrap-anywhere" />
        <Skeleton className="h-[1.5625rem] w-1/2" />
        {group.important_left !== undefined && group.important_left > 0 && (
          <SkeletonFromText text={t('requiredLeft', { count: group.important_left })} className="text-sm" />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {button}
        {button}
      </div>
    </Card>
  )
}
