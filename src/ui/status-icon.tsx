import { Circle, CircleAlert, CircleCheck, CircleDashed, Lock, type LucideIcon } from 'lucide-react'
import { cx } from './cx'
import { type Tone, textTone } from './tone'

type Status = 'todo' | 'progress' | 'solved' | 'locked' | 'failed'

export type StatusIconProps = {
  status: Status
  /** The word for the state: read aloud, and shown beside the icon with `isLabelVisible`. */
  label: string
  isLabelVisible?: boolean | undefined
  className?: string | undefined
}

const looks: Record<Status, { Icon: LucideIcon; tone: Tone }> = {
  todo: { Icon: Circle, tone: 'neutral' },
  progress: { Icon: CircleDashed, tone: 'accent' },
  solved: { Icon: CircleCheck, tone: 'success' },
  locked: { Icon: Lock, tone: 'neutral' },
  failed: { Icon: CircleAlert, tone: 'danger' },
}

/** State of a task by shape, word and colour; the shapes differ in grey too. */
export function StatusIcon({ status, label, isLabelVisible = false, className }: StatusIconProps) {
  const { Icon, tone } = looks[status]
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm', textTone[tone], className)}>
      <Icon className="size-5 shrink-0" aria-hidden />
      <span className={isLabelVisible ? 'wrap-anywhere' : 'sr-only'}>{label}</span>
    </span>
  )
}
