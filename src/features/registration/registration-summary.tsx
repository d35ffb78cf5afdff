import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/error-text'
import { fieldText } from '../../i18n/field-text'
import { ErrorSummary } from '../../ui/error-summary'
import type { Fault } from './registration-failure'
import { type FieldName, fieldNames } from './registration-rules'
import type { Summary } from './use-registration'

const isMissing = (fault: Fault | undefined): boolean => fault?.by === 'rule' && fault.problem === 'missing'

/** Takes focus at each try that could not be sent and leads to the fields (ux §6). */
export const RegistrationSummary = ({ faults, ids }: Summary) => {
  const { t } = useTranslation(['registration', 'errors'])
  const wrong = fieldNames.filter(name => faults[name])
  const missing = wrong.filter(name => isMissing(faults[name]))
  const isOnlyMissing = missing.length > 0 && wrong.every(name => missing.includes(name) || name === 'policy')
  const textOf = (name: FieldName, fault: Fault): string => {
    const field = t(`${name}.label`)
    // Under "Fill in all fields" the name says it all.
    if (isMissing(fault)) return isOnlyMissing ? field : t('summary.missing', { field })
    if (fault.by === 'server') return t('summary.refused', { field })
    return fault.by === 'rule' ? fieldText(fault.problem) : errorText(fault.error)
  }
  return (
    <ErrorSummary
      title={isOnlyMissing ? t('field.fillAll', { ns: 'errors' }) : t('summary.title')}
      items={wrong.flatMap(name => {
        const [fault, fieldId] = [faults[name], ids[name]]
        return fault && fieldId ? [{ fieldId, text: textOf(name, fault) }] : []
      })}
    />
  )
}
