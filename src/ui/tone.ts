import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'

/** What a colour says. State is never colour alone: a tone always comes with an icon or a word. */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'

/** Text on a soft ground of the same tone (contrast of at least 6.3 in both themes). */
export const softTone: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
}

/** Filled ground with its own text. */
export const solidTone: Record<Tone, string> = {
  neutral: 'bg-text text-surface',
  accent: 'bg-accent text-on-accent',
  info: 'bg-info-text text-surface',
  success: 'bg-success text-on-success',
  warning: 'bg-warning text-on-warning',
  danger: 'bg-danger text-on-danger',
}

/** Text of the tone on any plane. */
export const textTone: Record<Tone, string> = {
  neutral: 'text-muted',
  accent: 'text-accent-text',
  info: 'text-info-text',
  success: 'text-success-text',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
}

/** SVG fill of the tone. */
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
