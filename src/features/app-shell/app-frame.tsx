import { Link } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcutsDialog } from '../../lib/shortcuts-dialog'
import { Button } from '../../ui/button'
import { Footer, Main } from '../../ui/main'
import { SkipLink } from '../../ui/skip-link'
import { BreadcrumbTrail } from './breadcrumbs'
import { HeaderBar, type HeaderSlots } from './header-bar'
import { NewVersionBanner } from './new-version-banner'
import { OfflineBanner } from './offline-banner'
import { VerifyEmailBanner } from './verify-email-banner'

interface AppFrameProps extends HeaderSlots {
  /** What an unconfirmed person can do about it, in the banner. */
  verifyActions: ReactNode
  /** Notices of other features about the whole visit. */
  banners?: ReactNode
  children: ReactNode
}

/** The frame around every page but the guest ones and the payment outcomes. */
export const AppFrame = ({ children, verifyActions, banners, ...slots }: AppFrameProps) => {
  const { t } = useTranslation('common')
  return (
    <>
      <SkipLink>{t('skipToContent')}</SkipLink>
      <HeaderBar {...slots} />
      <OfflineBanner />
      <NewVersionBanner />
      <VerifyEmailBanner actions={verifyActions} />
      {banners}
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
      <Button
        variant="quiet"
        size="sm"
        icon={<Keyboard className="size-4" aria-hidden />}
        aria-haspopup="dialog"
        onClick={shortcutsDialog.open}
        // Its words stand in line with the links, also where it wraps below them.
        className="-mx-3"
      >
        {t('nav.shortcuts')}
      </Button>
    </Footer>
  )
}
