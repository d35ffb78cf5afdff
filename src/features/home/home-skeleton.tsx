import { Card } from '../../ui/card'
import { Skeleton, SkeletonRows, SkeletonText } from '../../ui/skeleton'

const cardClass = 'flex min-h-[15.5rem] flex-col justify-between gap-6'

/** Home before its first data: the next step, the groups, and two cards beside them. */
export const HomeSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-8 w-64 md:mt-3" />
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <Card padding="lg" className={cardClass}>
        <Skeleton className="h-6 w-40" />
        <SkeletonText className="max-w-md" />
        <Skeleton className="h-12 w-40" />
      </Card>
      <Card padding="lg" className={cardClass}>
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-16" />
        <Skeleton className="h-12" />
      </Card>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-control w-40" />
        <SkeletonRows rows={4} />
      </div>
      <Card padding="lg" className="self-start max-xl:hidden">
        <SkeletonText />
      </Card>
    </div>
  </div>
)
