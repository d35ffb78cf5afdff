import { useId } from 'react'
import { cx } from './cx'
import { Bar } from './meter'

export type ProgressProps = {
  /** Null while indeterminate. */
  value: number | null
  max?: number | undefined
  label: string
  valueText?: string | undefined
  isLabelHidden?: boolean | undefined
}

export function Progress({ value, max = 100, label, valueText, isLabelHidden = false }: ProgressProps) {
  const id = useId()
  const isKnown = value !== null
  const range = isKnown ? { 'aria-valuemin': 0, 'aria-valuemax': max, 'aria-valuenow': value } : {}
  return (
    <div className="flex flex-col gap-1.5">
      <div
        className={
          isLabelHidden ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-3 text-sm'
        }
      >
        <span id={id}>{label}</span>
        {valueText && <span className="text-xs tabular-nums text-muted">{valueText}</span>}
      </div>
      <div role="progressbar" aria-labelledby={id} aria-valuetext={valueText} {...range}>
        {isKnown ? (
          <Bar share={max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0} className="h-1.5 fill-accent" />
        ) : (
          <IndeterminateBar className="h-1.5 rounded-full" />
        )}
      </div>
    </div>
  )
}

/** Slides; with reduced motion it fades instead. */
function IndeterminateBar({ className }: { className?: string | undefined }) {
  return (
    <div className={cx('overflow-hidden bg-line', className)} aria-hidden>
      <div className="h-full w-[30%] animate-slide rounded-full bg-accent" />
    </div>
  )
}

export type TopProgressProps = { isActive: boolean; label: string; className?: string | undefined }

/** The loading bar at the top of the window; appears after 150 ms. Render it inside a landmark, such as `Header`. */
export function TopProgress({ isActive, label, className }: TopProgressProps) {
  if (!isActive) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      data-no-print
      className={cx('fixed inset-x-0 top-0 z-50 animate-appear', className)}
    >
      <IndeterminateBar className="h-0.5" />
    </div>
  )
}
