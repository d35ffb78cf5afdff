import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Header } from '../../ui/header'
import { Logo } from '../../ui/logo'
import { Main } from '../../ui/main'
import { SkipLink } from '../../ui/skip-link'
import { PageFooter } from './app-frame'
import { LanguageMenu } from './language-menu'
import { NewVersionBanner } from './new-version-banner'
import { OfflineBanner } from './offline-banner'
import { ThemeMenu } from './theme-menu'

/** The frame of the ways in: nothing here waits for a session, so that it can be rendered ahead (design §9). */
export const GuestFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('common')
  return (
    <>
      <SkipLink>{t('skipToContent')}</SkipLink>
      <Header
        start={
          <Link to="/" className="rounded-control">
            <Logo name={t('product')} />
          </Link>
        }
        end={
          <>
            <LanguageMenu />
            <ThemeMenu />
          </>
        }
      />
      <OfflineBanner />
      <NewVersionBanner />
      <Main width="narrow">{children}</Main>
      <PageFooter />
    </>
  )
}
