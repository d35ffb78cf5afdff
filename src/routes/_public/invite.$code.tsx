import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { PlannedPage } from '../../features/planned/planned-page'
import { parseCode } from '../../lib/route-params'

export const Route = createFileRoute('/_public/invite/$code')({
  params: { parse: ({ code }) => parseCode(code) !== null && { code } },
  component: InvitePage,
})

function InvitePage() {
  const { t } = useTranslation('common')
  const params = Route.useParams()
  return (
    <Page title={t('page.invite')}>
      <PlannedPage>{t('planned.invite', { code: params.code })}</PlannedPage>
    </Page>
  )
}
