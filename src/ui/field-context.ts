import { createContext, use } from 'react'
import { joinIds } from './cx'

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
