import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/button-class'
import { Header } from '../../ui/header'
import { Logo } from '../../ui/logo'
import { Main } from '../../ui/main'
import { SkipLink } from '../../ui/skip-link'
import { LanguageMenu } from './language-menu'
import { OfflineBanner } from './offline-banner'

/** The layout of shared pages for visitors who are not signed in: logo, language and login. */
export const PublicLayout = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('common')
  return (
    <>
      <SkipLink>{t('skipToContent')}</SkipLink>
      <Header
        start={
          <Link to="/" className="flex min-h-control min-w-6 items-center rounded-control">
            <Logo name={t('product')} />
          </Link>
        }
        end={
          <>
            <LanguageMenu />
            <Link to="/login" className={buttonClass({ variant: 'primary' })}>
              {t('nav.login')}
            </Link>
          </>
        }
      />
      <OfflineBanner />
      <Main className="md:pt-8">{children}</Main>
    </>
  )
}
