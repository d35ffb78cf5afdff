import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SiteFrame } from './-site-frame'

/** Open to everybody: never waits for the session, which only decides what the header shows. */
export const Route = createFileRoute('/_public')({
  beforeLoad: ({ context: { session } }) => {
    void session.start()
  },
  component: () => (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  ),
})
