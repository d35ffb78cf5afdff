import { useIsFetching } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Footer, Main } from '../../ui/main'
import { SkipLink } from '../../ui/skip-link'
import { TopProgress } from '../../ui/top-progress'
import { BreadcrumbTrail } from './breadcrumbs'
import { HeaderBar } from './header-bar'
import { OfflineBanner } from './offline-banner'
import { VerifyEmailBanner } from './verify-email-banner'

/** The frame around every page but the guest ones and the payment outcomes. */
export const AppFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('common')
  const isFetching = useIsFetching() > 0
  return (
    <>
      <SkipLink>{t('skipToContent')}</SkipLink>
      <HeaderBar />
      <TopProgress isActive={isFetching} label={t('loading')} />
      <OfflineBanner />
      <VerifyEmailBanner />
      <Main>
        <BreadcrumbTrail />
        {children}
      </Main>
      <PageFooter />
    </>
  )
}

export const PageFooter = () => {
  const { t } = useTranslation('common')
  return (
    <Footer>
      <nav aria-label={t('nav.footer')} className="flex flex-wrap gap-4">
        <Link to="/contacts">{t('nav.contacts')}</Link>
        <Link to="/legal">{t('nav.legal')}</Link>
      </nav>
    </Footer>
  )
}
