import { type ComponentProps, type FormEvent, type ReactNode, useRef } from 'react'
import { Banner } from './banner'
import { cx } from './cx'

export type FormShellProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'noValidate'> & {
  /** The request is pending: further submits are ignored. */
  pending: boolean
  /** The error of the whole form. */
  error: ReactNode
  /** Nothing has failed for good. */
  isWarning?: boolean
  /** A returned promise also blocks further submits until it settles. */
  onSubmit: (data: FormData, form: HTMLFormElement) => unknown
  /** An `ErrorSummary` above the fields; it takes focus itself. */
  summary?: ReactNode
}

/** Resolves after the next paint, when `pending` is up to date. */
const nextPaint = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Uncontrolled fields, never cleared. Without native validation, whose bubbles have the browser's language. */
export function FormShell(props: FormShellProps) {
  const { pending, error, isWarning, onSubmit, summary, children, className, ...form } = props
  const isSending = useRef(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (pending || isSending.current) return
    isSending.current = true
    const release = () => {
      isSending.current = false
    }
    // Several Enters in a row are several submit events before `pending` is rendered.
    const outcome = onSubmit(new FormData(element), element)
    const settled = outcome instanceof Promise ? outcome : nextPaint()
    settled.then(release, release)
  }
  return (
    <form
      method="post"
      {...form}
      noValidate
      aria-busy={pending || undefined}
      onSubmit={submit}
      className={cx('flex flex-col gap-4', className)}
    >
      {summary}
      {error && (
        <Banner tone={isWarning ? 'warning' : 'danger'} role="alert">
          {error}
        </Banner>
      )}
      {children}
    </form>
  )
}
