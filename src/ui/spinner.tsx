import { cx } from './cx'

export type SpinnerProps = {
  /** Read aloud; leave out where words beside it already say what is going on. */
  label?: string | undefined
  className?: string | undefined
}

/** A turning ring of one text height. Under reduced motion it fades instead. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      className={cx('size-4 shrink-0 animate-spin', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
