import type { Words } from '../words'
import type { FaultChoice } from './fault-choices'

/** One line for a way to fail; a detail stands there as the server writes it. */
export const nameChoice = (choice: FaultChoice, t: Words): string => {
  if (choice.kind === 'refusal') return `${choice.status} ${choice.detail ?? t('fault.noDetail')}`
  return t(`fault.${choice.kind}`)
}
