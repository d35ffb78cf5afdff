import { cx } from './cx'
import { getSignal, type Signal, signals } from './signals'

export type CategoryFlagProps = {
  /** The name of the category, which stands beside the flag: the flag itself is decoration. */
  name: string
  className?: string | undefined
}

/** The signal flag of a category, 20 px. */
export function CategoryFlag({ name, className }: CategoryFlagProps) {
  const [ground, ...layers]: Signal = signals[getSignal(name)]
  return (
    <svg viewBox="-.5 -.5 19 19" className={cx('size-5 shrink-0', className)} aria-hidden>
      <path d="M0 0h18v18h-18z" fill={`var(--color-signal-${ground})`} />
      {layers.map(([colour, path]) => (
        <path key={path} d={path} fill={`var(--color-signal-${colour})`} />
      ))}
      <path d="M0 0h18v18h-18z" fill="none" stroke="var(--color-control)" />
    </svg>
  )
}
