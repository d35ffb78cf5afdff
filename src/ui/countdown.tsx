import { cx } from './cx'
import { type Tone, textTone } from './tone'

export type CountdownProps = {
  /** The time left, already put into figures: "1:24:05". */
  text: string
  /** What runs out. */
  label: string
  tone?: Tone | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  className?: string | undefined
}

const sizes = { sm: 'text-sm', md: 'text-base', lg: 'text-2xl' }

/** A silent clock: it ticks on screen only, thresholds are announced by whoever knows them. */
export function Countdown({ text, label, tone = 'neutral', size = 'md', className }: CountdownProps) {
  return (
    <span
      role="timer"
      aria-live="off"
      aria-label={`${label}: ${text}`}
      className={cx(
        'font-mono font-medium tabular-nums whitespace-nowrap',
        textTone[tone],
        sizes[size],
        className,
      )}
    >
      {text}
    </span>
  )
}
