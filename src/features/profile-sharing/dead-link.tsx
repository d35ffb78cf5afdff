import { Unlink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'

/** Shows neither the link nor the reason. */
export const DeadLink = () => {
  const { t } = useTranslation('sharing')
  return (
    <Card>
      <EmptyState icon={<Unlink aria-hidden />} title={t('dead.title')} headingLevel={2}>
        <p>{t('dead.text')}</p>
      </EmptyState>
    </Card>
  )
}
