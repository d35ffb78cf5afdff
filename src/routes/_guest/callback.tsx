import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { LmsCallback } from '../../features/lms-login/lms-callback'
import { loadTexts } from '../../i18n/init'
import { Card } from '../../ui/card'

/** No search here: the code has been taken out of the address before the router saw it, and what remains vanishes. */
export const Route = createFileRoute('/_guest/callback')({
  staticData: { texts: ['auth'] },
  codeSplitGroupings: [['component']],
  loader: () => loadTexts('auth'),
  component: CallbackPage,
})

function CallbackPage() {
  const { t } = useTranslation('auth')
  const { session, arrival, lmsLoginUrl } = Route.useRouteContext()
  return (
    <Page title={t('page.callback')}>
      <Card padding="lg" className="flex flex-col gap-4">
        <LmsCallback session={session} arrival={arrival} loginUrl={lmsLoginUrl} />
      </Card>
    </Page>
  )
}
