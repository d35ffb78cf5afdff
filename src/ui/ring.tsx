import { cx } from './cx'
import { type Tone, textTone } from './tone'

interface RingProps {
  share: number
  tone: Tone | 'signal'
  className?: string
  /** Of the stroke, in 36ths of the size. */
  width?: number
  /** Nothing is counted yet. */
  isDashed?: boolean
}

/** A ring that empties with the time left. Decoration: the time itself stands beside it or in it. */
export function Ring({ share, tone, className, width = 4, isDashed = false }: RingProps) {
  const circle = { cx: 18, cy: 18, r: 17.5 - width / 2 }
  return (
    <svg
      viewBox="0 0 36 36"
      fill="none"
      strokeWidth={width}
      className={cx('shrink-0', className)}
      aria-hidden
    >
      <circle {...circle} stroke="var(--color-line)" />
      {/* The round ends of nothing would be a dot. */}
      {isDashed ? (
        <circle {...circle} stroke="var(--color-control)" strokeWidth="0.5" strokeDasharray="1 1.5" />
      ) : share <= 0 ? null : (
        <circle
          {...circle}
          stroke="currentColor"
          strokeLinecap="round"
          pathLength="100"
          strokeDasharray={`${(Math.min(Math.max(share, 0), 1) * 100).toFixed(1)} 101`}
          className={cx('origin-center -rotate-90', tone === 'signal' ? 'text-signal-fill' : textTone[tone])}
        />
      )}
    </svg>
  )
}
