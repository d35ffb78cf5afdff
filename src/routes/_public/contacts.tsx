import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { PlannedPage } from '../../features/planned/planned-page'

export const Route = createFileRoute('/_public/contacts')({
  component: ContactsPage,
})

function ContactsPage() {
  const { t } = useTranslation('common')
  return (
    <Page title={t('page.contacts')}>
      <PlannedPage>{t('planned.contacts')}</PlannedPage>
    </Page>
  )
}
