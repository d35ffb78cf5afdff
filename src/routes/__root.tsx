import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/use-session'
import { LiveRegions } from '../features/app-shell/live-regions'
import { useConnectionReturn } from '../features/app-shell/use-connection-return'
import { useRouteFocus } from '../features/app-shell/use-route-focus'
import { NotFoundPage } from '../features/error-page/not-found-page'
import { ShortcutsHost } from '../features/shortcuts/shortcuts-host'
import { lazyPart } from '../i18n/lazy-part'
import { connection } from '../lib/online'
import { SectionBoundary } from '../ui/section-boundary'
import { LateFrame } from './-late-frame'
import type { RouterContext } from './-router-context'

const Root = () => {
  useRouteFocus()
  useConnectionReturn()
  return (
    <>
      <Outlet />
      <Members />
      <ShortcutsHost />
      <LiveRegions />
    </>
  )
}

const MemberHosts = lazyPart(() => import('./-member-hosts').then(part => part.MemberHosts))

const Members = () => {
  const { user } = useSession()
  return (
    user && (
      <SectionBoundary failed={retry => <AskAgain retry={retry} />}>
        <MemberHosts />
      </SectionBoundary>
    )
  )
}

/** Beside the pages there is no room for a button: what did not come is asked for with the next page, or once the connection holds. */
const AskAgain = ({ retry }: { retry: () => void }) => {
  const router = useRouter()
  useEffect(() => {
    const stops = [router.subscribe('onResolved', retry), connection.onReturn(retry)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router, retry])
  return null
}

/** An address outside the route table: open to everybody, so who is here only decides what the header shows. */
const UnknownPath = () => {
  const { session } = useSession()
  useEffect(() => {
    void session.start()
  }, [session])
  return (
    <LateFrame>
      <NotFoundPage />
    </LateFrame>
  )
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: UnknownPath,
})
