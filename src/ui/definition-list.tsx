import type { ReactNode } from 'react'
import { cx } from './cx'

export type DefinitionListProps = {
  items: readonly { term: string; description: ReactNode; id?: string | undefined }[]
  className?: string | undefined
}

/** Names and their values; side by side from 640 px, one under the other below. */
export function DefinitionList({ items, className }: DefinitionListProps) {
  return (
    <dl className={cx('flex flex-col divide-y divide-line', className)}>
      {items.map(({ term, description, id }) => (
        <div
          key={id ?? term}
          className="grid grid-cols-1 gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
        >
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="min-w-0">{description}</dd>
        </div>
      ))}
    </dl>
  )
}
