import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

export type BreadcrumbsProps = {
  label: string
  /** Home first; `content` is one link or plain text. The last one is the current page. */
  items: readonly { id: string; content: ReactNode }[]
  className?: string | undefined
}

/** The middle gives way eight times as fast as the last; the first not at all, unless it is the only one. */
function crumbShrink(index: number, last: number): string {
  if (index === last) return 'min-w-0'
  return index === 0 ? 'shrink-0' : 'min-w-8 shrink-[8]'
}

/** The way here. Its 32 px are kept while there are none yet, so that nothing jumps. */
export function Breadcrumbs({ label, items, className }: BreadcrumbsProps) {
  const last = items.length - 1
  return (
    <nav aria-label={label} className={cx('min-h-8 text-sm', className)}>
      <ol className="flex min-h-8 min-w-0 items-center gap-1">
        {items.map(({ id, content }, index) => (
          <li key={id} className={cx('flex items-center gap-1', crumbShrink(index, last))}>
            {index > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 text-subtle" />}
            <span
              className={cx('crumb min-w-0', index === last && 'text-muted')}
              aria-current={index === last ? 'page' : undefined}
            >
              {typeof content === 'string' ? <span>{content}</span> : content}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
