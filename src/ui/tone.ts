import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'

/** The meaning of a colour; always combined with an icon or a label. */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'

/** Text on a soft background of the same tone (contrast at least 6.3 in both themes). */
export const softTone: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
}

export const solidTone: Record<Tone, string> = {
  neutral: 'bg-text text-surface',
  accent: 'bg-accent text-on-accent',
  info: 'bg-info-text text-surface',
  success: 'bg-success text-on-success',
  warning: 'bg-warning text-on-warning',
  danger: 'bg-danger text-on-danger',
}

export const textTone: Record<Tone, string> = {
  neutral: 'text-muted',
  accent: 'text-accent-text',
  info: 'text-info-text',
  success: 'text-success-text',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
}

export const fillTone: Record<Tone, string> = {
  neutral: 'fill-muted',
  accent: 'fill-accent',
  info: 'fill-info-text',
  success: 'fill-success',
  warning: 'fill-warning',
  danger: 'fill-danger',
}

export const toneIcon: Record<Tone, LucideIcon> = {
  neutral: Info,
  accent: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}
