import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getAccessDeniedReason } from '../api/access-denied-reason'
import { useSession } from '../api/use-session'
import { useRefetchOnVerified, VerifyEmailActions } from '../features/auth/verify-email'
import { ExamBar, ExamPolling } from '../features/exam/lazy-exam'
import { FeedbackButton, FeedbackHost } from '../features/feedback/feedback-dialog'
import { LabBanner, LabPill, LabPolling } from '../features/lab/lazy-lab'
import { PaletteHost } from '../features/palette/palette-host'
import { ProfileMenu } from '../features/profile/profile-menu'
import { ReservedBannerSpace, SessionRefusedBanner, VerifyEmailBanner } from '../features/shell/banners'
import { BreadcrumbTrail } from '../features/shell/breadcrumbs'
import { HeaderBar, MemberLinks } from '../features/shell/header-bar'
import { LanguageMenu, ThemeMenu } from '../features/shell/header-menus'
import { PageFrame } from '../features/shell/page-frame'
import { TerminalHost } from '../features/terminal/terminal-host'

/** The layout of every page except guest pages and payment outcomes. */
export const SiteFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame header={<SiteHeader />} banners={<SiteBanners />} trail={<BreadcrumbTrail />}>
    {children}
  </PageFrame>
)

export const SiteHeader = () => {
  const { user } = useSession()
  return (
    <HeaderBar
      labPill={user && <LabPill />}
      feedback={<FeedbackButton />}
      profileMenu={
        user && <ProfileMenu user={user} overflow={close => <HeaderOverflow onNavigate={close} />} />
      }
    />
  )
}

export const SiteBanners = () => {
  const { user } = useSession()
  const asksToVerify = useRouterState({
    select: ({ location, matches }) =>
      location.pathname === '/' || matches.some(({ error }) => getAccessDeniedReason(error) === 'unverified'),
  })
  return (
    <>
      <SessionRefusedBanner />
      <ReservedBannerSpace>
        {/* Home and a closed group have it as their content. */}
        {!asksToVerify && <VerifyEmailBanner actions={<VerifyEmailActions />} />}
        {user && (
          <>
            <ExamBar />
            <LabBanner />
          </>
        )}
      </ReservedBannerSpace>
    </>
  )
}

/** Header content that moves to the profile menu on narrow screens. */
const HeaderOverflow = ({ onNavigate }: { onNavigate: () => void }) => (
  <>
    <MemberLinks onNavigate={onNavigate} />
    <FeedbackButton onOpen={onNavigate} />
    <div className="flex gap-1">
      <LanguageMenu />
      <ThemeMenu />
    </div>
  </>
)

/** Dialogs and pollers for signed-in users that outlive a page. Loaded with the site layout. */
export const PollingAndDialogs = () => (
  <>
    <RefetchOnVerified />
    <LabPolling />
    <ExamPolling />
    <TerminalHost />
    <FeedbackHost />
    <PaletteHost />
  </>
)

const RefetchOnVerified = () => {
  useRefetchOnVerified()
  return null
}
