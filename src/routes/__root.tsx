import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/use-session'
import { LiveRegions } from '../features/app-shell/live-regions'
import { useConnectionReturn } from '../features/app-shell/use-connection-return'
import { useRouteFocus } from '../features/app-shell/use-route-focus'
import { NotFoundPage } from '../features/error-page/not-found-page'
import { FeedbackHost } from '../features/feedback/feedback-host'
import { ShortcutsHost } from '../features/shortcuts/shortcuts-host'
import { TerminalHost } from '../features/terminal/terminal-host'
import { useVerifiedFollowUp } from '../features/verify-email/use-verified-follow-up'
import { ExamWatch } from './-exam-parts'
import { LabWatch } from './-lab-parts'
import type { RouterContext } from './-router-context'
import { SiteFrame } from './-site-frame'

const Root = () => {
  useRouteFocus()
  useConnectionReturn()
  useVerifiedFollowUp()
  return (
    <>
      <Outlet />
      <LabWatch />
      <ExamWatch />
      <TerminalHost />
      <ShortcutsHost />
      <FeedbackHost />
      <LiveRegions />
    </>
  )
}

/** An address outside the route table: open to everybody, so who is here only decides what the header shows. */
const UnknownPath = () => {
  const { session } = useSession()
  useEffect(() => {
    void session.start()
  }, [session])
  return (
    <SiteFrame>
      <NotFoundPage />
    </SiteFrame>
  )
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: UnknownPath,
})
