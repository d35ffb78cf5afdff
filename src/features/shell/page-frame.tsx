import { Link } from '@tanstack/react-router'
import { Keyboard, RefreshCw } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcutsDialog } from '../../lib/shortcuts'
import { staleChunks } from '../../lib/stale-chunks'
import { Banner } from '../../ui/banner'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { Button } from '../../ui/button'
import { Header } from '../../ui/header'
import { Logo } from '../../ui/logo'
import { Footer, Main, type MainProps } from '../../ui/main'
import { LanguageMenu, ThemeMenu } from './header-menus'
import { NoticeSlot } from './notice-slot'
import { OfflineBanner } from './offline-banner'

interface PageFrameProps {
  /** Defaults to the header without user data. */
  header?: ReactNode
  banners?: ReactNode
  /** Breadcrumbs. */
  trail?: ReactNode
  width?: MainProps['width']
  children: ReactNode
}

/** The header without user data. */
export const PlainHeader = ({ end }: { end: ReactNode }) => {
  const { t } = useTranslation('common')
  return (
    <Header
      start={
        <Link to="/" className="flex min-h-control min-w-6 items-center rounded-control">
          <Logo name={t('product')} />
        </Link>
      }
      end={end}
    />
  )
}

const plainHeader = (
  <PlainHeader
    end={
      <>
        <LanguageMenu />
        <ThemeMenu />
      </>
    }
  />
)

/** The layout around a page. It needs no session and no lazy code, so it can be prerendered. */
export const PageFrame = ({ header = plainHeader, banners, trail, width, children }: PageFrameProps) => {
  return (
    <>
      <SkipLink />
      {header}
      <OfflineBanner />
      <ReloadNeededBanner />
      {banners}
      <NoticeSlot />
      <Main width={width}>
        {trail}
        {children}
      </Main>
      <PageFooter />
    </>
  )
}

/** A reload would lose unsaved work, so the user chooses when (C05). Not lazy: no chunk can be fetched now. */
const ReloadNeededBanner = () => {
  const { t } = useTranslation('common')
  const isAsking = useSyncExternalStore(staleChunks.subscribe, staleChunks.isPromptShown, () => false)
  if (!isAsking) return null
  return (
    <section aria-label={t('reloadNeeded.title')}>
      <Banner
        tone="info"
        icon={<RefreshCw />}
        role="status"
        title={t('reloadNeeded.title')}
        action={
          <Button size="sm" onClick={staleChunks.reload}>
            {t('reload')}
          </Button>
        }
        onDismiss={staleChunks.dismiss}
        dismissLabel={t('reloadNeeded.later')}
        isBleed
      >
        {`${t('reloadNeeded.part')} ${t('reloadNeeded.draftsSaved')}`}
      </Banner>
    </section>
  )
}

const MAIN_ID = 'main'

/** Skips the header; the first tab stop, visible only while focused. */
const SkipLink = () => {
  const { t } = useTranslation('common')
  return (
    <a
      href={`#${MAIN_ID}`}
      onClick={event => {
        event.preventDefault()
        const main = document.getElementById(MAIN_ID)
        main?.focus()
        main?.scrollIntoView()
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:border focus:border-control focus:bg-raised focus:px-4 focus:py-2 focus:shadow-popup"
    >
      {t('skipToContent')}
    </a>
  )
}

const linkClass = 'inline-flex min-h-6 items-center pointer-coarse:min-h-control'

const PageFooter = () => {
  const { t } = useTranslation('common')
  return (
    <Footer>
      <nav aria-label={t('nav.footer')} className="flex flex-wrap gap-x-4 gap-y-2">
        <Link to="/contacts" className={linkClass}>
          {t('nav.contacts')}
        </Link>
        <Link to="/legal" className={linkClass}>
          {t('nav.legal')}
        </Link>
      </nav>
      <Button
        variant="quiet"
        size="sm"
        icon={<Keyboard />}
        aria-haspopup="dialog"
        onClick={shortcutsDialog.open}
        // Aligns the label with the links.
        className="-mx-3 max-sm:hidden"
      >
        {t('nav.shortcuts')}
      </Button>
    </Footer>
  )
}

/** For login, registration and passwords. The empty breadcrumbs align the titles with those of other pages. */
export const GuestFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame width="narrow" trail={<Breadcrumbs label="" items={[]} className="max-md:hidden" />}>
    {children}
  </PageFrame>
)
