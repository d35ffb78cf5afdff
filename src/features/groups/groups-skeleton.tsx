import { Skeleton, SkeletonRows } from '../../ui/skeleton'

/** The page of groups before its first data. */
export const GroupsSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-8 w-64" />
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
      <Skeleton className="h-control w-full sm:w-[22rem]" />
      <Skeleton className="h-control w-full sm:w-[22rem] lg:w-[26rem]" />
    </div>
    {[5, 1].map(rows => (
      <div key={rows} className="flex flex-col gap-3">
        <Skeleton className="h-6 w-24" />
        <SkeletonRows rows={rows} />
      </div>
    ))}
  </div>
)
