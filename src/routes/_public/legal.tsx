import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { PlannedPage } from '../../features/planned/planned-page'

export const Route = createFileRoute('/_public/legal')({
  component: LegalPage,
})

function LegalPage() {
  const { t } = useTranslation('common')
  return (
    <Page title={t('page.legal')}>
      <PlannedPage>{t('planned.legal')}</PlannedPage>
    </Page>
  )
}
