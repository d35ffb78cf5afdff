import { cx } from './cx'

export type SpinnerProps = {
  /** Read aloud; omit it when there is text beside the spinner. */
  label?: string | undefined
  className?: string | undefined
}

/** With reduced motion it fades instead of spinning. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span className={cx('inline-flex size-4 shrink-0', className)}>
      <svg viewBox="0 0 16 16" fill="none" className="size-full animate-spin" aria-hidden>
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
        <path d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
