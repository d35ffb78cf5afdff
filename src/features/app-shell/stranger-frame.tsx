import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { storage } from '../../lib/storage'
import { buttonClass } from '../../ui/button-class'
import { Header } from '../../ui/header'
import { Logo } from '../../ui/logo'
import { Main } from '../../ui/main'
import { SkipLink } from '../../ui/skip-link'
import { LanguageMenu } from './language-menu'
import { OfflineBanner } from './offline-banner'

/**
 * The frame of what was shared with strangers: logo, language and login, and nothing of the application (ux §6,
 * `/profile/$link`). No search engine is to list what only a secret opens.
 */
export const StrangerFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('common')
  return (
    <>
      <meta name="robots" content="noindex" />
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
            <WayIn />
          </>
        }
      />
      <OfflineBanner />
      <Main className="md:pt-8">{children}</Main>
    </>
  )
}

/** Nobody is asked who they are to read what is open: a kept token alone says that there is a home to go to. */
const WayIn = () => {
  const { t } = useTranslation('common')
  const { status } = useSession()
  const isMember = status === 'authenticated' || (status === 'starting' && storage.get('token') !== null)
  return isMember ? (
    <Link to="/" className={buttonClass()}>
      {t('home')}
    </Link>
  ) : (
    <Link to="/login" className={buttonClass({ variant: 'primary' })}>
      {t('nav.login')}
    </Link>
  )
}
