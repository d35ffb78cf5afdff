import { createContext, use } from 'react'
import { cx, joinIds } from './cx'

const frame =
  'w-full min-h-control rounded-control border bg-surface text-base text-text transition-colors duration-fast'
const states = 'border-control hover:border-muted aria-invalid:border-danger aria-invalid:hover:border-danger'

/** The frame shared by inputs, text areas and selects. 16 px text, so that phones do not zoom in. */
export function controlClass(look: { isMono?: boolean | undefined } = {}): string {
  return cx(frame, states, 'px-3 py-1.5', look.isMono && 'font-mono')
}

/** What a field passes to its control. */
export type FieldWiring = {
  id: string
  describedBy: string | undefined
  isInvalid: boolean
  isRequired: boolean
}

export const FieldContext = createContext<FieldWiring | null>(null)

type ControlProps = {
  id?: string | undefined
  required?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** Attributes of a control: its own props override those of the field. */
export function useFieldControl(own: ControlProps) {
  const field = use(FieldContext)
  return {
    id: own.id ?? field?.id,
    required: own.required ?? field?.isRequired,
    'aria-describedby': joinIds(own['aria-describedby'], field?.describedBy),
    'aria-invalid': own['aria-invalid'] ?? (field?.isInvalid || undefined),
  }
}
