import type { ReactNode } from 'react'
import { useSession } from '../api/use-session'
import { AppFrame } from '../features/app-shell/app-frame'
import { LanguageMenu } from '../features/app-shell/language-menu'
import { MemberLinks } from '../features/app-shell/member-links'
import { ThemeMenu } from '../features/app-shell/theme-menu'
import { FeedbackButton } from '../features/feedback/feedback-button'
import { VerifyEmailActions } from '../features/verify-email/verify-email-actions'
import { AccountMenu } from './-account-menu'
import { ExamBar } from './-exam-parts'
import { LabBanner, LabPill } from './-lab-parts'

/** The frame with everything that stands in its header: the one place where those features meet. */
export const SiteFrame = ({ children }: { children: ReactNode }) => {
  const { user } = useSession()
  return (
    <AppFrame
      verifyActions={<VerifyEmailActions />}
      labPill={user && <LabPill />}
      banners={
        user && (
          <>
            <ExamBar />
            <LabBanner />
          </>
        )
      }
      feedback={<FeedbackButton />}
      profileMenu={
        user && <AccountMenu user={user} overflow={close => <HeaderOverflow onFollow={close} />} />
      }
    >
      {children}
    </AppFrame>
  )
}

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
