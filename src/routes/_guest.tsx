import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { GuestFrame } from '../features/shell/page-frame'
import { RouteErrorPage } from '../features/shell/route-error-page'
import { isAwaitingHydration } from '../lib/hydration'
import { safeRedirectTarget } from '../lib/redirect'
import { storage } from '../lib/storage'

/** Guests only: a login leads to the page that was requested first; signed-in users are redirected home. */
export const Route = createFileRoute('/_guest')({
  beforeLoad: async ({ context: { session, urlSecrets }, cause, preload }) => {
    // A prerendered form that may be in use stays, even if the refresh gets no response.
    await session.start().catch(failure => {
      if (!isAwaitingHydration()) throw failure
    })
    if (session.getState().status !== 'authenticated' || preload) return
    // A code that arrived while signed in must never be sent, not even after a logout.
    urlSecrets.forget()
    const requestedPath = storage.get('auth_redirect')
    storage.remove('auth_redirect')
    const target = cause === 'stay' ? safeRedirectTarget(requestedPath) : null
    throw redirect({ href: target ?? '/', replace: true })
  },
  component: () => (
    <GuestFrame>
      <Outlet />
    </GuestFrame>
  ),
  // The guard fails when the first silent refresh gets no response.
  errorComponent: failure => (
    <GuestFrame>
      <RouteErrorPage {...failure} />
    </GuestFrame>
  ),
})
