import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { EmailText } from '../../ui/email-text'
import { SectionTitle } from '../../ui/page-title'
import { LetterAgain } from './letter-again'
import type { Account } from './use-registration'

interface RegistrationDoneProps {
  account: Account
  invite: string | undefined
  /** Back to the form, for another address. */
  onAgain: () => void
}

/** "Check your e-mail": what has happened, what to do next, and what if no letter comes (ux §6). */
export const RegistrationDone = ({ account, invite, onAgain }: RegistrationDoneProps) => {
  const { t } = useTranslation('registration')
  // The screen has changed without a change of address: focus moves to its title as it would then.
  useEffect(() => document.querySelector<HTMLElement>('[data-page-title]')?.focus(), [])
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <p>
          {t('done.sentTo')} <EmailText email={account.email} />
        </p>
        <ol className="flex list-decimal flex-col gap-1 pl-6">
          <li>{t('done.stepOpen')}</li>
          <li>
            {t('done.stepLogin')}{' '}
            <bdi className="font-semibold [overflow-wrap:anywhere]">{account.username}</bdi>
          </li>
        </ol>
        <Link
          to="/login"
          search={invite === undefined ? {} : { invite }}
          className={buttonClass({ variant: 'primary', size: 'lg', isBlock: true })}
        >
          {t('toLogin')}
        </Link>
      </div>
      <section aria-labelledby="no-letter" className="flex flex-col items-start gap-3">
        <SectionTitle id="no-letter">{t('done.noLetter')}</SectionTitle>
        <p className="text-sm text-muted">{t('done.spam')}</p>
        <LetterAgain account={account} invite={invite} />
      </section>
      <section aria-labelledby="wrong-address" className="flex flex-col items-start gap-3">
        <SectionTitle id="wrong-address">{t('done.wrongAddress')}</SectionTitle>
        <p className="text-sm text-muted">{t('done.againText')}</p>
        <Button onClick={onAgain}>{t('done.again')}</Button>
      </section>
    </div>
  )
}
