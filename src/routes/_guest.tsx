import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { GuestFrame } from '../features/app-shell/guest-frame'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { standsUnanswered } from '../lib/first-page'
import { safeRedirectTarget } from '../lib/redirect'
import { storage } from '../lib/storage'

/** For guests only: a login made here leads to the page that was asked for first; who is signed in already goes home (specification §2). */
export const Route = createFileRoute('/_guest')({
  beforeLoad: async ({ context: { session, arrival }, cause, preload }) => {
    // Nobody is led away from a form that stands already, and is typed into, by a refresh that gets no answer.
    await session.start().catch(failure => {
      if (!standsUnanswered()) throw failure
    })
    if (session.getState().status !== 'authenticated' || preload) return
    // A code that came to a signed-in person is never sent, not even after they have left (specification §2, guards).
    arrival.forget()
    const wanted = storage.get('auth_redirect')
    storage.remove('auth_redirect')
    const target = cause === 'stay' ? safeRedirectTarget(wanted) : null
    throw redirect({ href: target ?? '/', replace: true })
  },
  component: () => (
    <GuestFrame>
      <Outlet />
    </GuestFrame>
  ),
  // The guard itself can fail, while the first silent refresh gets no answer.
  errorComponent: failure => (
    <GuestFrame>
      <RouteErrorPage {...failure} />
    </GuestFrame>
  ),
})
