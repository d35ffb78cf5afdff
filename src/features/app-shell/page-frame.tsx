import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Header } from '../../ui/header'
import { Logo } from '../../ui/logo'
import { Main, type MainProps } from '../../ui/main'
import { SkipLink } from '../../ui/skip-link'
import { LanguageMenu } from './language-menu'
import { NewVersionBanner } from './new-version-banner'
import { OfflineBanner } from './offline-banner'
import { PageFooter } from './page-footer'
import { ThemeMenu } from './theme-menu'

interface PageFrameProps {
  /** Absent: what everybody has. */
  header?: ReactNode
  /** Notices of other features about the whole visit. */
  banners?: ReactNode
  /** The way to this page, above it. */
  trail?: ReactNode
  width?: MainProps['width']
  children: ReactNode
}

/** What stands around a page. By itself it waits for no session and for no code, so that it can be rendered ahead (design §9). */
export const PageFrame = ({ header = <PlainHeader />, banners, trail, width, children }: PageFrameProps) => {
  const { t } = useTranslation('common')
  return (
    <>
      <SkipLink>{t('skipToContent')}</SkipLink>
      {header}
      <OfflineBanner />
      <NewVersionBanner />
      {banners}
      <Main width={width}>
        {trail}
        {children}
      </Main>
      <PageFooter />
    </>
  )
}

const PlainHeader = () => {
  const { t } = useTranslation('common')
  return (
    <Header
      start={
        <Link to="/" className="flex min-h-control min-w-6 items-center rounded-control">
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
  )
}
