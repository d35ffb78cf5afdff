import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupSummary } from '../../queries/answers'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import { SkeletonWords } from '../../ui/skeleton-words'

/** The card of the next step, and what stands in it before its buttons. */
export const stepCard = 'flex flex-wrap content-between items-end justify-between gap-6'
export const stepText = 'flex min-w-0 flex-1 basis-[20rem] flex-col gap-2'

/**
 * Keeps the room of the next step, whatever comes of it: the groups below never move. What is read later says nothing that
 * the room depends on but the task's title, which has two lines on a phone.
 */
export const NextRoom = ({ group, children }: { group: GroupSummary; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
    <Shape group={group} className="invisible" />
    {children}
  </div>
)

export const NextPending = ({ group }: { group: GroupSummary }) => {
  const { t } = useTranslation('common')
  return (
    <SkeletonGroup label={t('loading')} className="grid">
      <Shape group={group} />
    </SkeletonGroup>
  )
}

const Shape = ({ group, className }: { group: GroupSummary; className?: string }) => {
  const { t } = useTranslation('groups')
  const button = <Skeleton className="h-12 w-[13rem]" />
  return (
    <Card padding="lg" className={cx(stepCard, className)}>
      <div className={stepText}>
        <SkeletonWords text={t('next.required')} className="text-sm" />
        <Skeleton className="h-[2lh] text-xl sm:h-[1lh]" />
        <SkeletonWords text={group.name} className="text-sm wrap-anywhere" />
        <Skeleton className="h-[1.5625rem] w-1/2" />
        {group.important_left !== undefined && group.important_left > 0 && (
          <SkeletonWords text={t('requiredLeft', { count: group.important_left })} className="text-sm" />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {button}
        {button}
      </div>
    </Card>
  )
}
