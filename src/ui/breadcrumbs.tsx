import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

export type BreadcrumbsProps = {
  label: string
  /** Home first, the current page last; `content` is one link or one element of plain text. */
  items: readonly { id: string; content: ReactNode }[]
  className?: string | undefined
}

/**
 * On narrow screens the parent keeps its name, up to half of the width, and the items between it and home are hidden;
 * on others it shrinks faster than the current page.
 */
function crumbClass(index: number, last: number): string {
  if (index === last) return 'flex min-w-0'
  if (index === 0) return 'flex shrink-0'
  return cx(
    'min-w-16 md:max-w-none md:shrink-[3]',
    index === last - 1 ? 'flex max-w-1/2 shrink-0' : 'hidden md:flex',
  )
}

/** The height is reserved while there are no items yet, to avoid a layout shift. */
export function Breadcrumbs({ label, items, className }: BreadcrumbsProps) {
  const last = items.length - 1
  if (items.length === 0) return <div className={cx('-mb-2 min-h-8', className)} />
  return (
    <nav aria-label={label} className={cx('-mb-2 min-h-8 text-sm', className)}>
      <ol className="flex min-h-8 min-w-0 items-center gap-1">
        {items.map(({ id, content }, index) => (
          <li key={id} className={cx('items-center gap-1', crumbClass(index, last))}>
            {index > 0 && <ChevronRight className="size-4 shrink-0 text-subtle" />}
            <span
              className={cx('crumb min-w-0', index === last && 'text-muted')}
              aria-current={index === last ? 'page' : undefined}
            >
              {content}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
