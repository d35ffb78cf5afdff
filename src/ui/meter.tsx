import { type ReactNode, useId } from 'react'
import { cx } from './cx'
import { fillTone, type Tone } from './tone'

export type MeterProps = {
  value: number
  max: number
  label: ReactNode
  /** The value as text ("12 of 30"): shown and read aloud. */
  valueText?: string | undefined
  tone?: Tone | undefined
  /** Shows only the bar; label and value are still read aloud. */
  isLabelHidden?: boolean | undefined
  /** Puts the value beside the bar, which narrow screens hide; the label is only read aloud. */
  isCompact?: boolean | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

/** A part of a whole, such as the earned points. */
export function Meter(props: MeterProps) {
  const {
    value,
    max,
    label,
    valueText,
    tone = 'accent',
    isLabelHidden = false,
    isCompact = false,
    size = 'sm',
    className,
  } = props
  const id = useId()
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  // Without a maximum the ARIA range would be empty.
  const shownMax = max > 0 ? max : 1
  return (
    <div
      className={cx(
        'flex',
        isCompact ? 'flex-row-reverse items-center gap-3' : 'flex-col gap-1.5',
        className,
      )}
    >
      <div
        className={
          isLabelHidden ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-3 text-sm'
        }
      >
        <span id={id} className={isCompact ? 'sr-only' : undefined}>
          {label}
        </span>
        {valueText && <span className="text-xs text-muted">{valueText}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw the native meter in their own colours. */}
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={shownMax}
        aria-valuenow={Math.min(Math.max(value, 0), shownMax)}
        aria-valuetext={valueText}
        className={isCompact ? 'hidden w-40 sm:block' : undefined}
      >
        <Bar share={share} className={cx(fillTone[tone], size === 'md' ? 'h-2' : 'h-1.5')} />
      </div>
    </div>
  )
}

const quarters = ['25%', '50%', '75%']

interface BarProps {
  share: number
  className: string
  /** Marks 25, 50 and 75 %. */
  hasQuarters?: boolean
}

/** The width is an SVG attribute, because the CSP blocks inline styles. */
export function Bar({ share, className, hasQuarters = false }: BarProps) {
  return (
    <svg className={cx('w-full overflow-hidden rounded-full bg-line', className)} aria-hidden>
      <rect width={`${(share * 100).toFixed(2)}%`} height="100%" rx="3" className="meter-fill" />
      {hasQuarters &&
        quarters.map(x => <rect key={x} x={x} width="1.5" height="100%" className="fill-surface" />)}
    </svg>
  )
}
