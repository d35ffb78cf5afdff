import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/checkbox'

/**
 * The agreement that registration needs (specification §5). The policy opens in a new tab, so that nothing typed is
 * lost, and by a link of its own, so that a press on the words only ticks the box.
 */
export const PolicyCheckbox = ({ error }: { error: ReactNode }) => {
  const { t } = useTranslation('registration')
  const id = useId()
  return (
    <Checkbox
      id={id}
      name="policy"
      required
      label={t('policy.label')}
      error={error}
      hint={
        <Link to="/legal" hash="personal-data" target="_blank" className="inline-block py-1">
          {t('policy.read')}
        </Link>
      }
    />
  )
}
