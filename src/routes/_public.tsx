import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { useSession } from '../api/use-session'
import { StrangerFrame } from '../features/app-shell/stranger-frame'
import { storage } from '../lib/storage'
import { Queries } from './-queries'
import { SiteFrame } from './-site-frame'

/** Opened by its secret alone, often by people who do not know the platform: those get a header of its own. */
const shared = '/_public/profile/$link'

/** Open to everybody: never waits for the session, which only decides what the header shows. */
export const Route = createFileRoute('/_public')({
  beforeLoad: ({ context: { session } }) => {
    void session.start()
  },
  component: PublicLayout,
})

function PublicLayout() {
  const isShared = useMatch({ from: shared, shouldThrow: false, select: () => true })
  const { status } = useSession()
  const isMember = status === 'authenticated' || (status === 'starting' && storage.get('token') !== null)
  const Frame = isShared && !isMember ? StrangerFrame : SiteFrame
  return (
    <Queries>
      {/* No search engine is to list what only a secret opens. */}
      {isShared && <meta name="robots" content="noindex" />}
      <Frame>
        <Outlet />
      </Frame>
    </Queries>
  )
}
