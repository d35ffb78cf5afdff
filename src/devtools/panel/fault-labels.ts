import { formatNumber } from '../../lib/format'
import type { Translate } from '../messages'
import { type Fault, type FaultChoice, toChoice } from './fault-choices'

export const getChoiceLabel = (choice: FaultChoice, t: Translate): string => {
  if (choice.kind === 'refusal') return `${choice.status} ${choice.detail ?? t('fault.noDetail')}`
  return t(`fault.${choice.kind}`)
}

export const getFaultLabel = (fault: Fault, t: Translate, language: string): string =>
  fault.kind === 'delay'
    ? t('fault.delayed', { time: formatNumber(fault.milliseconds, language) })
    : getChoiceLabel(toChoice(fault), t)
