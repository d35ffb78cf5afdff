import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { PlannedPage } from '../../features/planned/planned-page'
import { loadTexts } from '../../i18n/init'
import { buttonClass } from '../../ui/button-class'

export const Route = createFileRoute('/_guest/registration')({
  loader: () => loadTexts('auth'),
  component: RegistrationPage,
})

function RegistrationPage() {
  const { t } = useTranslation('auth')
  const toLogin = (
    <Link to="/login" className={buttonClass({ variant: 'primary' })}>
      {t('planned.toLogin')}
    </Link>
  )
  return (
    <Page title={t('page.registration')}>
      <PlannedPage action={toLogin}>{t('planned.registration')}</PlannedPage>
    </Page>
  )
}
