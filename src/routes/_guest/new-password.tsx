import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NewPassword } from '../../features/auth/new-password'
import { Page } from '../../features/shell/page'
import { loadMessages } from '../../i18n/init'
import { Card } from '../../ui/card'

/** No `validateSearch`: the token was removed from the URL before the router read it. */
export const Route = createFileRoute('/_guest/new-password')({
  staticData: { namespaces: ['recovery'] },
  codeSplitGroupings: [['component']],
  loader: () => loadMessages('recovery'),
  component: NewPasswordPage,
})

function NewPasswordPage() {
  const { t } = useTranslation('recovery')
  const { urlSecrets } = Route.useRouteContext()
  return (
    <Page title={t('new.title')}>
      <Card padding="lg">
        <NewPassword urlSecrets={urlSecrets} />
      </Card>
    </Page>
  )
}
