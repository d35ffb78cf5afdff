import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { ResetRequest } from '../../features/recovery/reset-request'
import { loadTexts } from '../../i18n/init'
import { Card } from '../../ui/card'
import { Queries } from '../-queries'

export const Route = createFileRoute('/_guest/reset-password')({
  staticData: { texts: ['recovery'] },
  codeSplitGroupings: [['component']],
  loader: () => loadTexts('recovery'),
  component: () => (
    <Queries>
      <ResetPage />
    </Queries>
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
