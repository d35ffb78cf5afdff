import { type ErrorComponentProps, useRouterState } from '@tanstack/react-router'
import { type ReactNode, use, useEffect, useState } from 'react'
import { BreadcrumbTrail } from '../features/shell/breadcrumbs'
import { GuestFrame, PageFrame } from '../features/shell/page-frame'
import { PendingPage, RouteErrorPage } from '../features/shell/route-error-page'
import { InsideMain } from '../ui/main'

/** Shown while a page loads. A route may pass its own message. */
export const PendingScreen = ({ children }: { children?: ReactNode }) => (
  <FallbackFrame>{children ?? <PendingPage />}</FallbackFrame>
)

/** Default error page of the routes. */
export const ErrorScreen = (props: ErrorComponentProps) => (
  <FallbackFrame>
    <RouteErrorPage {...props} />
  </FallbackFrame>
)

/** The layout of the page may not be rendered yet or may have failed to load. */
const FallbackFrame = ({ children }: { children: ReactNode }) => {
  const isInside = use(InsideMain)
  const path = useRouterState({ select: state => state.location.pathname })
  // Payment outcomes are shown inside a frame and have no header.
  if (isInside || path.startsWith('/order/')) return children
  return guestPaths.has(path) ? (
    <GuestFrame>{children}</GuestFrame>
  ) : (
    <LazySiteFrame>{children}</LazySiteFrame>
  )
}

const guestPaths = new Set(['/login', '/registration', '/reset-password', '/new-password', '/callback'])

type Parts = typeof import('./-site-frame')

let loaded: Parts | null = null

/** Header and banners load lazily: guests do not need them, and an error must show without the network. */
export const LazySiteFrame = ({ children }: { children: ReactNode }) => {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (loaded) return
    let isShown = true
    const setLoaded = (module: Parts) => {
      loaded = module
      if (isShown) setParts(module)
    }
    import('./-site-frame').then(setLoaded, () => {})
    return () => {
      isShown = false
    }
  }, [])
  return (
    <PageFrame
      {...(parts && { header: <parts.SiteHeader /> })}
      banners={parts ? <parts.SiteBanners /> : <div className="banner-slot" />}
      trail={<BreadcrumbTrail />}
    >
      {children}
    </PageFrame>
  )
}
