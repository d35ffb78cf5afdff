import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ResetRequest } from '../../features/auth/reset-request'
import { Page } from '../../features/shell/page'
import { loadMessages } from '../../i18n/init'
import { Card } from '../../ui/card'

export const Route = createFileRoute('/_guest/reset-password')({
  staticData: { namespaces: ['recovery'] },
  codeSplitGroupings: [['component']],
  loader: () => loadMessages('recovery'),
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
