import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { useSession } from '../api/use-session'
import { AppFrame } from '../features/app-shell/app-frame'
import { Feedback } from '../features/app-shell/feedback'
import { GuestFrame } from '../features/app-shell/guest-frame'
import { useRouteFocus } from '../features/app-shell/use-route-focus'
import { NotFoundPage } from '../features/error-page/not-found-page'
import type { RouterContext } from './-router-context'

const Root = () => {
  useRouteFocus()
  return (
    <>
      <Outlet />
      <Feedback />
    </>
  )
}

/** An address outside the route table; it asks for nothing, so who is here is known only if another page has asked. */
const UnknownPath = () => {
  const { user } = useSession()
  const Frame = user ? AppFrame : GuestFrame
  return (
    <Frame>
      <NotFoundPage />
    </Frame>
  )
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: UnknownPath,
})
