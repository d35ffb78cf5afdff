import { type ErrorComponentProps, useRouterState } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { GuestFrame } from '../features/app-shell/guest-frame'
import { PendingPage } from '../features/app-shell/pending-page'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { InsideMain } from '../ui/main'
import { LazySiteFrame } from './-lazy-site-frame'

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

/**
 * Pending and error screens inside the layout of their page, which may not be rendered yet or may have failed
 * to load.
 */
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
