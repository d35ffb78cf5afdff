import { createFileRoute, Link, Outlet, useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/use-session'
import { LanguageMenu, ThemeMenu } from '../features/shell/header-menus'
import { PageFrame, PlainHeader } from '../features/shell/page-frame'
import { storage } from '../lib/storage'
import { buttonClass } from '../ui/button-class'
import { SiteFrame } from './-site-frame'

/** Opened by a secret link, often by visitors who do not know the platform, so it has a layout of its own. */
const SHARED_PROFILE_ROUTE = '/_public/profile/$link'

/** Public: never waits for the session, which only decides what the header shows. */
export const Route = createFileRoute('/_public')({
  beforeLoad: ({ context: { session } }) => {
    void session.start()
  },
  component: PublicRoute,
})

function PublicRoute() {
  const isShared = useMatch({ from: SHARED_PROFILE_ROUTE, shouldThrow: false, select: () => true })
  const { status } = useSession()
  const isMember = status === 'authenticated' || (status === 'starting' && storage.get('token') !== null)
  const Frame = isShared && !isMember ? PublicLayout : SiteFrame
  return (
    <>
      {/* Secret links must not be indexed. */}
      {isShared && <meta name="robots" content="noindex" />}
      <Frame>
        <Outlet />
      </Frame>
    </>
  )
}

/** The layout of shared pages for visitors who are not signed in: no member's links. */
const PublicLayout = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('common')
  const header = (
    <PlainHeader
      end={
        <>
          <LanguageMenu />
          <ThemeMenu />
          <Link to="/login" className={buttonClass({ variant: 'primary' })}>
            {t('nav.login')}
          </Link>
        </>
      }
    />
  )
  return <PageFrame header={header}>{children}</PageFrame>
}
