import { Circle, CircleAlert, CircleCheck, CircleDashed, Lock, type LucideIcon } from 'lucide-react'
import { cx } from './cx'
import { type Tone, textTone } from './tone'

type Status = 'todo' | 'progress' | 'solved' | 'locked' | 'failed'

export type StatusIconProps = {
  status: Status
  /** Read aloud; shown with `isLabelVisible`. */
  label: string
  isLabelVisible?: boolean | undefined
  className?: string | undefined
}

const variants: Record<Status, { Icon: LucideIcon; tone: Tone }> = {
  todo: { Icon: Circle, tone: 'neutral' },
  progress: { Icon: CircleDashed, tone: 'accent' },
  solved: { Icon: CircleCheck, tone: 'success' },
  locked: { Icon: Lock, tone: 'neutral' },
  failed: { Icon: CircleAlert, tone: 'danger' },
}

/** The state of a task by shape, label and colour. */
export function StatusIcon({ status, label, isLabelVisible = false, className }: StatusIconProps) {
  const { Icon, tone } = variants[status]
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm', textTone[tone], className)}>
      <Icon className="size-5 shrink-0" />
      <span className={isLabelVisible ? 'wrap-anywhere' : 'sr-only'}>{label}</span>
    </span>
  )
}
