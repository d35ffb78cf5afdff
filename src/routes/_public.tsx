import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { StrangerFrame } from '../features/app-shell/stranger-frame'
import { Queries } from './-queries'
import { SiteFrame } from './-site-frame'

/** A page for whoever holds its secret: it asks nothing but what it shows, and knows nobody. */
const strangers = '/_public/profile/$link'

/** Open to everybody: never waits for the session, which only decides what the header shows. */
export const Route = createFileRoute('/_public')({
  beforeLoad: ({ context: { session }, matches }) => {
    if (!matches.some(({ routeId }) => routeId === strangers)) void session.start()
  },
  component: PublicLayout,
})

function PublicLayout() {
  const isForStrangers = useMatch({ from: strangers, shouldThrow: false, select: () => true })
  const Frame = isForStrangers ? StrangerFrame : SiteFrame
  return (
    <Queries>
      <Frame>
        <Outlet />
      </Frame>
    </Queries>
  )
}
