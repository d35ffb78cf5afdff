import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading, type HeadingLevel } from './page-title'

export type SectionErrorProps = {
  title: string
  message?: ReactNode
  /** Usually the Retry button. */
  action?: ReactNode
  headingLevel?: HeadingLevel | undefined
}

/** The error of one section; an alert, because it replaces expected content. */
export function SectionError({ title, message, action, headingLevel }: SectionErrorProps) {
  return (
    <div role="alert" className="flex gap-3 rounded-card border border-line bg-surface p-4 text-sm sm:p-6">
      <CircleAlert className="size-5 shrink-0 text-danger-text" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        {headingLevel ? (
          <Heading level={headingLevel} className="text-base">
            {title}
          </Heading>
        ) : (
          <p className="text-base font-semibold">{title}</p>
        )}
        {message && <div className="text-muted">{message}</div>}
        {action && <div className="mt-1 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  )
}
