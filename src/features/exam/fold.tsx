import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface FoldProps {
  icon: ReactNode
  title: string
  /** Often says enough, so that nobody has to open it. */
  value?: string | undefined
  children: ReactNode
}

/** A row of the card beside the exam, with more below it. */
export const Fold = ({ icon, title, value, children }: FoldProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <details className="group/fold">
        <summary className="flex min-h-control list-none items-center gap-3 px-4 text-sm sm:px-6 [&::-webkit-details-marker]:hidden">
          <span aria-hidden className="shrink-0 text-muted [&>svg]:size-4">
            {icon}
          </span>
          <h3 id={id} className="font-normal">
            {title}
          </h3>
          {value && <span className="ml-auto min-w-0 text-right text-muted">{value}</span>}
          <ChevronDown
            className={`size-4 shrink-0 text-muted group-open/fold:rotate-180 ${value ? '' : 'ml-auto'}`}
          />
        </summary>
        <div className="flex flex-col items-start gap-3 px-4 pt-1 pb-4 text-sm *:max-w-full sm:px-6">
          {children}
        </div>
      </details>
    </section>
  )
}
