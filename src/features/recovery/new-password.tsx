import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Arrival } from '../../lib/arrival'
import { buttonClass } from '../../ui/button-class'
import { Outcome } from './outcome'
import { PasswordForm } from './password-form'

/**
 * Sets a new password with the token of the letter. The token is in memory alone: after a reload there is none, and
 * the letter's link has to be opened again.
 */
export const NewPassword = ({ arrival }: { arrival: Arrival }) => {
  const { t } = useTranslation('recovery')
  const [token, setToken] = useState(() => arrival.peek('token'))
  const [end, setEnd] = useState<'set' | 'badLink' | null>(null)
  const finish = (how: 'set' | 'badLink') => {
    // Spent or useless: a later visit of this page must not find it.
    arrival.forget()
    setToken(null)
    setEnd(how)
  }
  if (end === 'set') {
    const toLogin = (
      <Link to="/login" className={buttonClass({ variant: 'primary' })}>
        {t('set.login')}
      </Link>
    )
    return (
      <Outcome tone="success" title={t('set.title')} action={toLogin}>
        <p>{t('set.text')}</p>
      </Outcome>
    )
  }
  if (token === null) return <BadLink isNews={end === 'badLink'} />
  return <PasswordForm token={token} onSet={() => finish('set')} onBadLink={() => finish('badLink')} />
}

/** The catalogue's sentence for a wrong link, and the way to a new one (specification §8). */
const BadLink = ({ isNews }: { isNews: boolean }) => {
  const { t } = useTranslation(['recovery', 'errors'])
  const action = (
    <>
      <Link to="/reset-password" className={buttonClass({ variant: 'primary' })}>
        {t('badLink.again')}
      </Link>
      <Link to="/login" className={buttonClass({ variant: 'secondary' })}>
        {t('toLogin')}
      </Link>
    </>
  )
  return (
    <Outcome tone="warning" title={t('Invalid token', { ns: 'errors' })} action={action} isNews={isNews}>
      <p>{t('badLink.text')}</p>
    </Outcome>
  )
}
