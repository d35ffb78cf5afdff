import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Feedback } from '../features/app-shell/feedback'
import { useRouteFocus } from '../features/app-shell/use-route-focus'
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

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root })
