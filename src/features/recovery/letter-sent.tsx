import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/error-text'
import { announce } from '../../lib/announce'
import { useCooldown } from '../../lib/cooldowns'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { EmailText } from '../../ui/email-text'
import { Outcome } from './outcome'
import { useResetLetter } from './use-reset-letter'

interface LetterSentProps {
  email: string
  onOther: () => void
  otherWay: ReactNode
}

/** The same words whether or not an account has the address (reliability V07). */
export const LetterSent = ({ email, onOther, otherWay }: LetterSentProps) => {
  const { t } = useTranslation('recovery')
  const { request, isPending } = useResetLetter()
  const [error, setError] = useState<unknown>(null)
  const [hasSentAgain, setSentAgain] = useState(false)
  const wait = useCooldown('resetPassword')
  const sendAgain = async () => {
    setError(null)
    try {
      await request(email)
      setSentAgain(true)
      announce(t('sent.again'), 'polite')
    } catch (failure) {
      setError(failure)
    }
  }
  const action = (
    <>
      <Button
        isPending={isPending}
        onClick={sendAgain}
        {...(wait > 0 && { disabledReason: t('sent.wait', { seconds: wait }) })}
      >
        {t('sent.sendAgain')}
      </Button>
      <Button onClick={onOther}>{t('sent.other')}</Button>
      {otherWay}
    </>
  )
  return (
    <Outcome tone="success" title={t('sent.title')} action={action}>
      <p>
        {t('sent.text')} <EmailText email={email} />
      </p>
      <p className="text-sm text-muted">{t(hasSentAgain ? 'sent.again' : 'sent.hint')}</p>
      {error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(error)}
        </Banner>
      )}
    </Outcome>
  )
}
