import type { ReactNode } from 'react'
import { PageTitle } from './page-title'

export type ErrorPageProps = {
  title: string
  /** A small line above the title, with the status code. */
  status?: ReactNode
  message: ReactNode
  /** Retry, back, a link to the parent page. */
  actions?: ReactNode
  /** What support needs: path, time, request id, the copy button. */
  details?: ReactNode
}

/** The layout of a page that failed to load; contains the h1. */
export function ErrorPage({ title, status, message, actions, details }: ErrorPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4">
      <PageTitle eyebrow={status}>{title}</PageTitle>
      <div className="text-muted">{message}</div>
      {actions && <div className="mt-2 flex flex-wrap items-start gap-2">{actions}</div>}
      {details && <div className="mt-4 border-t border-line pt-4 text-xs text-subtle">{details}</div>}
    </div>
  )
}
