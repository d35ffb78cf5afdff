import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { ResetRequest } from '../../features/recovery/reset-request'
import { loadMessages } from '../../i18n/init'
import { Card } from '../../ui/card'
import { PageQueryProvider } from '../-query-provider'

export const Route = createFileRoute('/_guest/reset-password')({
  staticData: { namespaces: ['recovery'] },
  codeSplitGroupings: [['component']],
  loader: () => loadMessages('recovery'),
  component: () => (
    <PageQueryProvider>
      <ResetPage />
    </PageQueryProvider>
  ),
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
