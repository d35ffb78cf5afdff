import { cx } from './cx'
import type { Signal } from './signals'

export type SignalFlagProps = { signal: Signal; className?: string | undefined }

/** A signal flag, 20 px by default. Decorative: the text next to it says what it means. */
export function SignalFlag({ signal: [ground, ...layers], className }: SignalFlagProps) {
  return (
    <svg viewBox="-.5 -.5 19 19" className={cx('shrink-0', className ?? 'size-5')} aria-hidden>
      <path d="M0 0h18v18h-18z" fill={`var(--color-signal-${ground})`} />
      {layers.map(([colour, path]) => (
        <path key={path} d={path} fill={`var(--color-signal-${colour})`} />
      ))}
      <path d="M0 0h18v18h-18z" fill="none" stroke="var(--color-control)" strokeWidth=".5" />
    </svg>
  )
}
