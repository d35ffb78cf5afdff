import { Unlink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'

/** One page for every link that opens nothing: it names neither the link nor the reason (ux §6). */
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
