import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LmsCallback } from '../../features/auth/lms-callback'
import { Page } from '../../features/shell/page'
import { loadMessages } from '../../i18n/init'
import { Card } from '../../ui/card'

/** No `validateSearch`: the code was removed from the URL before the router read it. */
export const Route = createFileRoute('/_guest/callback')({
  staticData: { namespaces: ['auth', 'callback'] },
  codeSplitGroupings: [['component']],
  loader: () => loadMessages('auth', 'callback'),
  component: CallbackPage,
})

function CallbackPage() {
  const { t } = useTranslation('callback')
  const { session, urlSecrets, lmsLoginUrl } = Route.useRouteContext()
  return (
    <Page title={t('title')}>
      <Card padding="lg" className="flex flex-col gap-4">
        <LmsCallback session={session} urlSecrets={urlSecrets} loginUrl={lmsLoginUrl} />
      </Card>
    </Page>
  )
}
