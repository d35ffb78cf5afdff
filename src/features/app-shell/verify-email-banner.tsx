import { MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { Banner } from '../../ui/banner'

interface VerifyEmailBannerProps {
  /** Rendered by the routes: features do not import each other. */
  actions: ReactNode
}

/** Shown while the email address is not verified: tasks are closed until then. */
export const VerifyEmailBanner = ({ actions }: VerifyEmailBannerProps) => {
  const { t } = useTranslation('common')
  const { user } = useSession()
  if (!user || user.email_verified) return null
  return (
    // All content must be inside a landmark.
    <section aria-label={t('account.unverified')}>
      <Banner tone="warning" icon={<MailWarning aria-hidden />} action={actions} isBleed>
        <p className="break-words">
          {t('verify.banner')} <bdi>{user.email}</bdi>
        </p>
      </Banner>
    </section>
  )
}
