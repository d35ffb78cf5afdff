import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmailForm } from './email-form'
import { LetterSent } from './letter-sent'

/** Asks for the address, then says that a letter is on its way; another address can be given without typing it anew. */
export const ResetRequest = () => {
  const { t } = useTranslation('recovery')
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const toLogin = (
    <Link to="/login" className="self-center py-1 text-sm">
      {t('toLogin')}
    </Link>
  )
  if (!isSent) {
    const onSent = (to: string) => {
      setEmail(to)
      setSent(true)
    }
    return <EmailForm email={email} onSent={onSent} otherWay={toLogin} />
  }
  return <LetterSent email={email} onOther={() => setSent(false)} otherWay={toLogin} />
}
