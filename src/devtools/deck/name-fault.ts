import { formatNumber } from '../../lib/format'
import type { Words } from '../words'
import { choiceOf, type Fault, type FaultChoice } from './fault-choices'

/** One line for a way to fail; a detail stands there as the server writes it. */
export const nameChoice = (choice: FaultChoice, t: Words): string => {
  if (choice.kind === 'refusal') return `${choice.status} ${choice.detail ?? t('fault.noDetail')}`
  return t(`fault.${choice.kind}`)
}

/** The same for what waits for its call. */
export const nameFault = (fault: Fault, t: Words, language: string): string =>
  fault.kind === 'delay'
    ? t('fault.delayed', { time: formatNumber(fault.milliseconds, language) })
    : nameChoice(choiceOf(fault), t)
