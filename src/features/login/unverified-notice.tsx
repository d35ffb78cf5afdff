import { MailWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** The login's answer "e-mail not verified, we sent you a link" is a state of its own, not an error of the form. */
export const UnverifiedNotice = ({ onAgain }: { onAgain: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <Banner
      tone="warning"
      role="alert"
      icon={<MailWarning aria-hidden />}
      title={t('login.unverified.title')}
      action={<Button onClick={onAgain}>{t('login.unverified.again')}</Button>}
    >
      {t('login.unverified.text')}
    </Banner>
  )
}
