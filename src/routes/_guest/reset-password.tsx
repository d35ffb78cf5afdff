import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { ResetRequest } from '../../features/recovery/reset-request'
import { loadTexts } from '../../i18n/init'
import { Card } from '../../ui/card'

export const Route = createFileRoute('/_guest/reset-password')({
  loader: () => loadTexts('recovery'),
  component: ResetPage,
})

function ResetPage() {
  const { t } = useTranslation('recovery')
  return (
    <Page title={t('reset.title')}>
      <Card padding="lg">
        <ResetRequest />
      </Card>
    </Page>
  )
}
