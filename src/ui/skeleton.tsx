import type { ReactNode } from 'react'
import { Card } from './card'
import { cx } from './cx'

/** A grey placeholder, sized by `className`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={cx('rounded-control bg-line', className)} />
}

const widths = ['w-full', 'w-11/12', 'w-full', 'w-2/3'] as const

export function SkeletonText({
  lines = 3,
  className,
}: {
  lines?: number | undefined
  className?: string | undefined
}) {
  return (
    <div aria-hidden className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never move.
        <div key={index} className={cx('h-3 rounded-chip bg-line', widths[index % widths.length])} />
      ))}
    </div>
  )
}

/** A card of rows, each with a title and a bar. */
export function SkeletonRows({ rows }: { rows: number }) {
  return (
    <Card padding="none" aria-hidden className="divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move.
        <div key={index} className="flex min-h-16 items-center justify-between gap-6 px-4 sm:px-6">
          <Skeleton className="h-4 w-64 min-w-0" />
          <Skeleton className="h-1.5 w-40 min-w-0" />
        </div>
      ))}
    </Card>
  )
}

export type SkeletonGroupProps = { label: string; children: ReactNode; className?: string | undefined }

/** Announces loading once; appears after 150 ms, so that quick responses do not flicker. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  return (
    <div role="status" aria-busy className={cx('animate-appear', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
