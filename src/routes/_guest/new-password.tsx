import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { NewPassword } from '../../features/recovery/new-password'
import { loadTexts } from '../../i18n/init'
import { Card } from '../../ui/card'
import { Queries } from '../-queries'

/** No search here: the token has been taken out of the address before the router saw it, and what remains vanishes. */
export const Route = createFileRoute('/_guest/new-password')({
  staticData: { texts: ['recovery'] },
  codeSplitGroupings: [['component']],
  loader: () => loadTexts('recovery'),
  component: () => (
    <Queries>
      <NewPasswordPage />
    </Queries>
  ),
})

function NewPasswordPage() {
  const { t } = useTranslation('recovery')
  const { arrival } = Route.useRouteContext()
  return (
    <Page title={t('new.title')}>
      <Card padding="lg">
        <NewPassword arrival={arrival} />
      </Card>
    </Page>
  )
}
