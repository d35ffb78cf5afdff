import type { ReactNode } from 'react'
import { useSession } from '../api/use-session'
import { BreadcrumbTrail } from '../features/app-shell/breadcrumbs'
import { HeaderBar } from '../features/app-shell/header-bar'
import { LanguageMenu } from '../features/app-shell/language-menu'
import { MemberLinks } from '../features/app-shell/member-links'
import { PageFrame } from '../features/app-shell/page-frame'
import { ReservedBannerSpace } from '../features/app-shell/reserved-banner-space'
import { ThemeMenu } from '../features/app-shell/theme-menu'
import { VerifyEmailBanner } from '../features/app-shell/verify-email-banner'
import { FeedbackButton } from '../features/feedback/feedback-button'
import { VerifyEmailActions } from '../features/verify-email/verify-email-actions'
import { AccountMenu } from './-account-menu'
import { ExamBar } from './-lazy-exam'
import { LabBanner, LabPill } from './-lazy-lab'
import { QueryProvider } from './-query-provider'

/** The layout of every page except guest pages and payment outcomes. */
export const SiteFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame header={<SiteHeader />} banners={<SiteBanners />} trail={<SiteBreadcrumbs />}>
    {children}
  </PageFrame>
)

/** The header, filled with the parts of other features. */
export const SiteHeader = () => {
  const { user } = useSession()
  return (
    <QueryProvider>
      <HeaderBar
        labPill={user && <LabPill />}
        feedback={<FeedbackButton />}
        profileMenu={
          user && <AccountMenu user={user} overflow={close => <HeaderOverflow onNavigate={close} />} />
        }
      />
    </QueryProvider>
  )
}

export const SiteBanners = () => {
  const { user } = useSession()
  return (
    <QueryProvider>
      <ReservedBannerSpace>
        <VerifyEmailBanner actions={<VerifyEmailActions />} />
        {user && (
          <>
            <ExamBar />
            <LabBanner />
          </>
        )}
      </ReservedBannerSpace>
    </QueryProvider>
  )
}

export const SiteBreadcrumbs = BreadcrumbTrail

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
