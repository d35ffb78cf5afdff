import { MailWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner'

/**
 * The login's answer "e-mail not verified, we sent you a link" is a state of its own, not an error of the form. The
 * fields below stay filled in for when the person comes back from the letter.
 */
export const UnverifiedNotice = () => {
  const { t } = useTranslation('auth')
  return (
    <Banner
      tone="warning"
      role="alert"
      icon={<MailWarning aria-hidden />}
      title={t('login.unverified.title')}
    >
      {t('login.unverified.text')}
    </Banner>
  )
}
