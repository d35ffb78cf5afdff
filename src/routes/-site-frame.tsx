import type { ReactNode } from 'react'
import { useSession } from '../api/use-session'
import { BannerRoom } from '../features/app-shell/banner-room'
import { BreadcrumbTrail } from '../features/app-shell/breadcrumbs'
import { HeaderBar } from '../features/app-shell/header-bar'
import { LanguageMenu } from '../features/app-shell/language-menu'
import { MemberLinks } from '../features/app-shell/member-links'
import { PageFrame } from '../features/app-shell/page-frame'
import { ThemeMenu } from '../features/app-shell/theme-menu'
import { VerifyEmailBanner } from '../features/app-shell/verify-email-banner'
import { FeedbackButton } from '../features/feedback/feedback-button'
import { VerifyEmailActions } from '../features/verify-email/verify-email-actions'
import { AccountMenu } from './-account-menu'
import { ExamBar } from './-exam-parts'
import { LabBanner, LabPill } from './-lab-parts'
import { QueryProvider } from './-queries'

/** The frame around every page but the guest ones and the payment outcomes. */
export const SiteFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame header={<SiteHeader />} banners={<SiteBanners />} trail={<SiteTrail />}>
    {children}
  </PageFrame>
)

/** The header with everything that stands in it: the one place where those features meet. */
export const SiteHeader = () => {
  const { user } = useSession()
  return (
    <QueryProvider>
      <HeaderBar
        labPill={user && <LabPill />}
        feedback={<FeedbackButton />}
        profileMenu={
          user && <AccountMenu user={user} overflow={close => <HeaderOverflow onFollow={close} />} />
        }
      />
    </QueryProvider>
  )
}

export const SiteBanners = () => {
  const { user } = useSession()
  return (
    <QueryProvider>
      <BannerRoom>
        <VerifyEmailBanner actions={<VerifyEmailActions />} />
        {user && (
          <>
            <ExamBar />
            <LabBanner />
          </>
        )}
      </BannerRoom>
    </QueryProvider>
  )
}

export const SiteTrail = BreadcrumbTrail

/** On a narrow screen the header keeps what is needed every minute; the rest is in the profile menu. */
const HeaderOverflow = ({ onFollow }: { onFollow: () => void }) => (
  <>
    <MemberLinks onFollow={onFollow} />
    <FeedbackButton onOpen={onFollow} />
    <div className="flex gap-1">
      <LanguageMenu />
      <ThemeMenu />
    </div>
  </>
)
