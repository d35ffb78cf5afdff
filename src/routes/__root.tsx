import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Feedback } from '../features/app-shell/feedback'
import type { RouterContext } from './-router-context'
import { useRouteFocus } from '../features/app-shell/use-route-focus'

const Root = () => {
  useRouteFocus()
  return (
    <>
      <Outlet />
      <Feedback />
    </>
  )
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root })
