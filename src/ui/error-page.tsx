import type { ReactNode } from 'react'
import { ErrorSignal, type ErrorSignalName } from './error-signal'
import { PageTitle } from './page-title'

export type ErrorPageProps = {
  title: string
  /** A small line above the title, with the status code. */
  status?: ReactNode
  message: ReactNode
  signal: ErrorSignalName
  /** What the signal says at sea. */
  signalText?: string | undefined
  /** Retry, back, a link to the parent page. */
  actions?: ReactNode
  /** What support needs: path, time, request id, the copy button. */
  details?: ReactNode
}

/** The layout of a page that failed to load; contains the h1. */
export function ErrorPage(props: ErrorPageProps) {
  const { title, status, message, signal, signalText, actions, details } = props
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 md:flex-row md:gap-12">
      <figure className="flex shrink-0 items-center gap-4 md:w-40 md:flex-col md:items-start">
        <ErrorSignal name={signal} />
        {signalText && <figcaption className="text-xs text-muted">{signalText}</figcaption>}
      </figure>
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <PageTitle eyebrow={status}>{title}</PageTitle>
        <div className="text-muted">{message}</div>
        {actions && <div className="mt-2 flex flex-wrap items-start gap-2">{actions}</div>}
        {details && <div className="mt-4 border-t border-line pt-4 text-xs text-subtle">{details}</div>}
      </div>
    </div>
  )
}
