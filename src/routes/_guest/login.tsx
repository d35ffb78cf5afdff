import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { LoginForm } from '../../features/login/login-form'
import { PersonaList } from '../../features/login/persona-list'
import { loadTexts } from '../../i18n/init'
import { storage } from '../../lib/storage'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'

export const Route = createFileRoute('/_guest/login')({
  loader: () => loadTexts('auth'),
  component: LoginPage,
})

function LoginPage() {
  const { t } = useTranslation('auth')
  const { session, personas } = Route.useRouteContext()
  return (
    <div className="flex flex-col gap-6">
      <Page title={t('login.title')}>
        <Reason isExpired={session.getState().endedBecause === 'expired'} />
        <Card padding="lg">
          <LoginForm session={session} />
          <p className="mt-6 flex flex-wrap gap-x-4 gap-y-2 text-sm">
            <Link to="/reset-password">{t('login.forgot')}</Link>
            <span>
              {t('login.noAccount')} <Link to="/registration">{t('login.register')}</Link>
            </span>
          </p>
        </Card>
        {personas.length > 0 && <PersonaList session={session} personas={personas} />}
      </Page>
    </div>
  )
}

/** Why the visitor is here, when it was not their own choice. */
const Reason = ({ isExpired }: { isExpired: boolean }) => {
  const { t } = useTranslation('auth')
  if (isExpired) return <Banner tone="info">{t('login.expired')}</Banner>
  const wanted = storage.get('auth_redirect')
  return wanted && wanted !== '/' ? <Banner tone="info">{t('login.redirected')}</Banner> : null
}
