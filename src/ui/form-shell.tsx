import { type ComponentProps, type FormEvent, type ReactNode, useRef } from 'react'
import { Banner } from './banner'
import { cx } from './cx'
import { focusFirstInvalid, type InvalidField, invalidFields } from './form-validity'

export type FormShellProps = Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'onInvalid' | 'action' | 'noValidate'
> & {
  /** The request is under way: a second submit is ignored, the fields stay as they are. */
  pending: boolean
  /** What went wrong with the whole form, as words; null when nothing did. */
  error: ReactNode
  /** Gets the fields; a returned promise also blocks a second submit until it settles. */
  onSubmit: (data: FormData, form: HTMLFormElement) => unknown
  /** Turns the native checks on: called instead of `onSubmit` when some fail. Focus then goes to the first. */
  onInvalid?: ((invalid: readonly InvalidField[], form: HTMLFormElement) => void) | undefined
  /** An `ErrorSummary` above the fields; it takes focus itself. */
  summary?: ReactNode
}

/** Resolves when the browser has painted what the submit changed, so that `pending` is known by then. */
const nextPaint = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/**
 * A form of uncontrolled fields. The browser's bubbles are off (they speak the browser's language), its checks
 * are not. Whatever happens, nothing typed is cleared.
 */
export function FormShell(props: FormShellProps) {
  const { pending, error, onSubmit, onInvalid, summary, children, className, ...form } = props
  const isSending = useRef(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (pending || isSending.current) return
    const invalid = onInvalid ? invalidFields(element) : []
    if (onInvalid && invalid.length > 0) {
      onInvalid(invalid, element)
      if (!summary) focusFirstInvalid(element)
      return
    }
    isSending.current = true
    const release = () => {
      isSending.current = false
    }
    // Five Enters in a row are five events before the first render that says `pending`.
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
        <Banner tone="danger" role="alert">
          {error}
        </Banner>
      )}
      {children}
    </form>
  )
}
