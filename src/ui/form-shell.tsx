import { type ComponentProps, type FormEvent, type ReactNode, useRef } from 'react'
import { Banner } from './banner'
import { cx } from './cx'

/** Why native validation failed; the form has the message. */
type InvalidReason = 'missing' | 'tooShort' | 'tooLong' | 'pattern' | 'type' | 'other'

type InvalidField = { name: string; id: string; reason: InvalidReason }

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

function getReason(validity: ValidityState): InvalidReason {
  if (validity.valueMissing) return 'missing'
  if (validity.tooShort) return 'tooShort'
  if (validity.tooLong) return 'tooLong'
  if (validity.typeMismatch || validity.badInput) return 'type'
  if (validity.patternMismatch) return 'pattern'
  return 'other'
}

/** Controls that fail native validation, in document order. */
function invalidFields(form: HTMLFormElement): InvalidField[] {
  return [...form.elements]
    .filter(isControl)
    .filter(control => control.willValidate && !control.validity.valid)
    .map(control => ({ name: control.name, id: control.id, reason: getReason(control.validity) }))
}

/** Focuses the first control that is `aria-invalid` or fails native validation. */
function focusFirstInvalid(form: HTMLFormElement): void {
  const firstInvalid = [...form.elements]
    .filter(isControl)
    .find(control => control.getAttribute('aria-invalid') === 'true' || !control.validity.valid)
  firstInvalid?.focus()
}

export type FormShellProps = Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'onInvalid' | 'action' | 'noValidate'
> & {
  /** The request is pending: further submits are ignored. */
  pending: boolean
  /** The error of the whole form. */
  error: ReactNode
  /** A returned promise also blocks further submits until it settles. */
  onSubmit: (data: FormData, form: HTMLFormElement) => unknown
  /** Enables native validation: called instead of `onSubmit` when it fails. Focus then moves to the first invalid field. */
  onInvalid?: ((invalid: readonly InvalidField[], form: HTMLFormElement) => void) | undefined
  /** An `ErrorSummary` above the fields; it takes focus itself. */
  summary?: ReactNode
}

/** Resolves after the next paint, when `pending` is up to date. */
const nextPaint = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Uncontrolled fields, never cleared. Validates natively without bubbles, which have the browser's language. */
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
        <Banner tone="danger" role="alert">
          {error}
        </Banner>
      )}
      {children}
    </form>
  )
}
