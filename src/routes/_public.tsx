import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { useSession } from '../api/use-session'
import { PublicLayout } from '../features/app-shell/public-layout'
import { storage } from '../lib/storage'
import { PageQueryProvider } from './-query-provider'
import { SiteFrame } from './-site-frame'

/** Opened by a secret link, often by visitors who do not know the platform, so it has a layout of its own. */
const SHARED_PROFILE_ROUTE = '/_public/profile/$link'

/** Public: never waits for the session, which only decides what the header shows. */
export const Route = createFileRoute('/_public')({
  beforeLoad: ({ context: { session } }) => {
    void session.start()
  },
  component: PublicRoute,
})

function PublicRoute() {
  const isShared = useMatch({ from: SHARED_PROFILE_ROUTE, shouldThrow: false, select: () => true })
  const { status } = useSession()
  const isMember = status === 'authenticated' || (status === 'starting' && storage.get('token') !== null)
  const Frame = isShared && !isMember ? PublicLayout : SiteFrame
  return (
    <PageQueryProvider>
      {/* Secret links must not be indexed. */}
      {isShared && <meta name="robots" content="noindex" />}
      <Frame>
        <Outlet />
      </Frame>
    </PageQueryProvider>
  )
}
