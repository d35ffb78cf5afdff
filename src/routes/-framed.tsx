import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { GuestFrame } from '../features/app-shell/guest-frame'
import { InsideFrame } from '../ui/main'
import { LateFrame } from './-late-frame'

/**
 * What stands in place of a page, in the frame that the page would have: that frame is not there yet after a hard load,
 * and not at all where its code has not come. The header, the language and the way back are in reach all the same.
 */
export const Framed = ({ children }: { children: ReactNode }) => {
  const isInside = use(InsideFrame)
  const path = useRouterState({ select: state => state.location.pathname })
  // The payment outcomes stand in a frame of another page and have no head of their own (specification §2).
  if (isInside || path.startsWith('/order/')) return children
  return guestPaths.has(path) ? <GuestFrame>{children}</GuestFrame> : <LateFrame>{children}</LateFrame>
}

const guestPaths = new Set(['/login', '/registration', '/reset-password', '/new-password', '/callback'])
