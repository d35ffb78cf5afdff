import { MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { Banner } from '../../ui/banner'

interface VerifyEmailBannerProps {
  /** What can be done about it; the routes fill it. */
  actions: ReactNode
}

/** Stands while the signed-in person's e-mail is unconfirmed: the platform is closed to them until then (specification §6). */
export const VerifyEmailBanner = ({ actions }: VerifyEmailBannerProps) => {
  const { t } = useTranslation('common')
  const { user } = useSession()
  if (!user || user.email_verified) return null
  return (
    // A section of its own, because nothing of a page may stand outside its landmarks.
    <section aria-label={t('account.unverified')}>
      <Banner tone="warning" icon={<MailWarning aria-hidden />} action={actions} isBleed>
        <p className="break-words">
          {t('verify.banner')} <bdi>{user.email}</bdi>
        </p>
      </Banner>
    </section>
  )
}
