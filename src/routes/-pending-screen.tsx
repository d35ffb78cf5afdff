import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { GuestFrame } from '../features/app-shell/guest-frame'
import { PendingPage } from '../features/app-shell/pending-page'
import { InsideFrame } from '../ui/main'
import { SiteFrame } from './-site-frame'

/**
 * What stands while a page is on its way. After a hard load its frame is not there yet and comes with it, so that the
 * header, the language and the way back are in reach however long the first answer takes. A route may say in words what
 * is awaited.
 */
export const PendingScreen = ({ children }: { children?: ReactNode }) => {
  const isInside = use(InsideFrame)
  const path = useRouterState({ select: state => state.location.pathname })
  const page = children ?? <PendingPage />
  // The payment outcomes stand in a frame of another page and have no head of their own (specification §2).
  if (isInside || path.startsWith('/order/')) return page
  return guestPaths.has(path) ? <GuestFrame>{page}</GuestFrame> : <SiteFrame>{page}</SiteFrame>
}

const guestPaths = new Set(['/login', '/registration', '/reset-password', '/new-password', '/callback'])
