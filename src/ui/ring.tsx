import { cx } from './cx'
import { type Tone, textTone } from './tone'

/** A ring that empties with the time left. Decoration: the time itself stands beside it. */
export function Ring({ share, tone, className }: { share: number; tone: Tone; className?: string }) {
  return (
    <svg viewBox="0 0 36 36" fill="none" strokeWidth="4" className={cx('shrink-0', className)} aria-hidden>
      <circle cx="18" cy="18" r="15.5" stroke="var(--color-line)" />
      <circle
        cx="18"
        cy="18"
        r="15.5"
        stroke="currentColor"
        strokeLinecap="round"
        pathLength="100"
        strokeDasharray={`${(Math.min(Math.max(share, 0), 1) * 100).toFixed(1)} 101`}
        className={cx('origin-center -rotate-90', textTone[tone])}
      />
    </svg>
  )
}
