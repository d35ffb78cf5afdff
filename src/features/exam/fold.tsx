import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx'

/** A row of the card beside the exam: a fold, a link or a button. */
export const rowClass =
  'flex min-h-control w-full list-none items-center gap-3 px-4 py-2 text-left text-sm text-text no-underline hover:underline sm:px-6 [&::-webkit-details-marker]:hidden [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted'

interface RowValueProps {
  children: ReactNode
}

/** At the end of a row, and often enough without opening it. */
export const RowValue = ({ children }: RowValueProps) => (
  <span className="ml-auto min-w-0 text-right text-muted">{children}</span>
)

interface FoldProps {
  icon: ReactNode
  title: string
  value?: string | undefined
  children: ReactNode
}

/** A row with more below it. */
export const Fold = ({ icon, title, value, children }: FoldProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <details className="group/fold">
        <summary className={rowClass}>
          {icon}
          <h3 id={id} className="font-normal">
            {title}
          </h3>
          {value && <RowValue>{value}</RowValue>}
          <ChevronDown className={cx('group-open/fold:rotate-180', !value && 'ml-auto')} />
        </summary>
        <div className="flex flex-col items-start gap-3 px-4 pt-1 pb-4 text-sm *:max-w-full sm:px-6">
          {children}
        </div>
      </details>
    </section>
  )
}
