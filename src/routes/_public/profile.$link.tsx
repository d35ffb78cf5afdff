import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { PlannedPage } from '../../features/planned/planned-page'
import { parseCode } from '../../lib/route-params'

export const Route = createFileRoute('/_public/profile/$link')({
  params: { parse: ({ link }) => parseCode(link) !== null && { link } },
  component: ProfilePage,
})

function ProfilePage() {
  const { t } = useTranslation('common')
  return (
    <Page title={t('page.profile')}>
      <PlannedPage>{t('planned.profile')}</PlannedPage>
    </Page>
  )
}
