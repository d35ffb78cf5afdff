import { MailWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCooldown } from '../../lib/cooldowns'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

interface UnverifiedNoticeProps {
  hasSentAgain: boolean
  isPending: boolean
  /** Seconds that the server has asked to wait before any login. */
  waitForServer: number
}

/**
 * The login's answer "e-mail not verified, we sent you a link" is a state of its own, not an error of the form. The
 * fields below stay filled in for when the person comes back from the letter. Every such answer sends the letter, so
 * sending again is the same login once more; if the address has been confirmed meanwhile, it lets the person in.
 */
export const UnverifiedNotice = ({ hasSentAgain, isPending, waitForServer }: UnverifiedNoticeProps) => {
  const { t } = useTranslation('auth')
  const wait = Math.max(useCooldown('loginLetter'), waitForServer)
  return (
    <div className="flex flex-col gap-3">
      <Banner
        tone="warning"
        role="alert"
        icon={<MailWarning className="size-4" />}
        title={t('login.unverified.title')}
      >
        {t('login.unverified.text')}
      </Banner>
      {/* Outside the alert, which would read the countdown aloud every second. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>{t(hasSentAgain ? 'login.unverified.sentAgain' : 'login.unverified.noLetter')}</p>
        {/* Not a submit button: as the first one of the form it would be the one that Enter presses. */}
        <Button
          size="sm"
          isPending={isPending}
          onClick={event => event.currentTarget.form?.requestSubmit()}
          {...(wait > 0 && { disabledReason: t('login.unverified.wait', { seconds: wait }) })}
        >
          {t('login.unverified.again')}
        </Button>
      </div>
    </div>
  )
}
