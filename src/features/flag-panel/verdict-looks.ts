import { CircleCheck, CircleHelp, CircleX, History, type LucideIcon } from 'lucide-react'
import type { VerdictLook } from './verdict'

/** How each verdict is drawn: never by its colour alone. */
export const verdictLooks: Record<VerdictLook, { Icon: LucideIcon; className: string }> = {
  correct: { Icon: CircleCheck, className: 'bg-success-soft text-success-text' },
  incorrect: { Icon: CircleX, className: 'bg-danger-soft text-danger-text' },
  repeated: { Icon: History, className: 'bg-info-soft text-info-text' },
  unknown: { Icon: CircleHelp, className: 'bg-sunken text-muted' },
}
