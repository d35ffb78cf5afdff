import { cx } from './cx'

export type DifficultyProps = {
  level: 1 | 2 | 3
  label: string
  isLabelHidden?: boolean | undefined
  className?: string | undefined
}

const bars = [
  { x: 0, y: 8, height: 4 },
  { x: 5, y: 4, height: 8 },
  { x: 10, y: 0, height: 12 },
] as const

/** One, two or three bars and a label; uncoloured, because difficulty is not a state. */
export function Difficulty({ level, label, isLabelHidden = false, className }: DifficultyProps) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm text-muted', className)}>
      <svg viewBox="0 0 14 12" className="h-3 w-auto shrink-0" aria-hidden>
        {bars.map(({ x, y, height }, index) => (
          <rect
            key={x}
            x={x}
            y={y}
            width="3.5"
            height={height}
            rx="1"
            className={index < level ? 'level-on fill-muted' : 'level-off fill-line'}
          />
        ))}
      </svg>
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </span>
  )
}
