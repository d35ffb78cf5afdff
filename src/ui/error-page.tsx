import type { ReactNode } from 'react'
import { ButtonRow } from './button-row'
import { PageTitle } from './page-title'
import { SignalFlag } from './signal-flag'
import type { Signal } from './signals'

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
    <div className="mx-auto flex max-w-3xl flex-col gap-6 max-sm:w-full md:flex-row md:gap-12">
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <PageTitle eyebrow={status}>{title}</PageTitle>
        <div className="text-muted">{message}</div>
        {actions && <ButtonRow className="mt-2">{actions}</ButtonRow>}
        {details && <div className="mt-4 border-t border-line pt-4 text-xs text-subtle">{details}</div>}
      </div>
      {/* After the title, so that it isn't what a page is read aloud from. */}
      <figure className="order-first flex shrink-0 items-center gap-4 md:w-40 md:flex-col md:items-start">
        <ErrorSignal name={signal} />
        {signalText && <figcaption className="text-xs text-muted">{signalText}</figcaption>}
      </figure>
    </div>
  )
}

const stop: Signal = ['white', ['blue', 'M7 0h4v7h7v4h-7v7h-4v-7h-7v-4h7z']]
const keepClear: Signal = ['yellow', ['blue', 'M0 4.5h18v9h-18z']]
const chequer: Signal = [
  'white',
  [
    'blue',
    'M0 0h4.5v4.5h-4.5zM9 0h4.5v4.5h-4.5zM4.5 4.5h4.5v4.5h-4.5zM13.5 4.5h4.5v4.5h-4.5zM0 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5zM4.5 13.5h4.5v4.5h-4.5zM13.5 13.5h4.5v4.5h-4.5z',
  ],
]
const stripes: Signal = ['blue', ['white', 'M0 3.6h18v10.8h-18z'], ['red', 'M0 7.2h18v3.6h-18z']]

/** What ships hoist: X, D, Q, and N over C. */
const errorSignals = {
  stop: [stop],
  keepClear: [keepClear],
  request: [['yellow']],
  distress: [chequer, stripes],
} as const satisfies Record<string, readonly Signal[]>

export type ErrorSignalName = keyof typeof errorSignals

/** The flags of an error, one under the other on a halyard. */
function ErrorSignal({ name }: { name: ErrorSignalName }) {
  return (
    <div className="flex w-fit gap-1 border-l-2 border-control pl-1 md:flex-col" aria-hidden>
      {errorSignals[name].map(signal => (
        <SignalFlag key={signal[0]} signal={signal} className="size-16 md:size-[6rem]" />
      ))}
    </div>
  )
}
