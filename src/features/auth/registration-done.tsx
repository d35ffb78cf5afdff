import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useRequestEmailVerification } from '../../api/queries/auth'
import { useSession } from '../../api/use-session'
import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { EMAIL_COOLDOWN_SECONDS, startCooldown, useCooldown } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { SectionTitle } from '../../ui/page-title'
import { EmailText } from './email-text'
import { isEmailUnverifiedError } from './email-unverified'
import type { Account } from './use-registration'

interface RegistrationDoneProps {
  account: Account
  invite: string | undefined
  /** Back to the form with another email address. */
  onChangeEmail: () => void
}

/** "Check your email": what to do next, and what if no email arrives. */
export const RegistrationDone = ({ account, invite, onChangeEmail }: RegistrationDoneProps) => {
  const { t } = useTranslation('registration')
  // Without a change of URL, focus has to be moved here.
  useEffect(() => document.querySelector<HTMLElement>('[data-page-title]')?.focus(), [])
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <p>
          <span>{t('done.sentTo')}</span> <EmailText email={account.email} />
        </p>
        <ol className="flex list-decimal flex-col gap-1 pl-6">
          <li>{t('done.stepOpen')}</li>
          <li>
            <span>{t('done.stepLogin')}</span>{' '}
            <bdi translate="no" className="font-semibold [overflow-wrap:anywhere]">
              {account.username}
            </bdi>
          </li>
        </ol>
        <Link
          to="/login"
          search={invite === undefined ? {} : { invite }}
          state={{ username: account.username }}
          className={buttonClass({ variant: 'primary', size: 'lg', isBlock: true })}
        >
          {t('toLogin')}
        </Link>
      </div>
      <section aria-labelledby="no-email" className="flex flex-col items-start gap-3">
        <SectionTitle id="no-email">{t('done.noEmail')}</SectionTitle>
        <p className="text-sm text-muted">{t('done.spam')}</p>
        <ResendEmail account={account} invite={invite} />
      </section>
      <section aria-labelledby="wrong-address" className="flex flex-col items-start gap-3">
        <SectionTitle id="wrong-address">{t('done.wrongAddress')}</SectionTitle>
        <p className="text-sm text-muted">{t('done.againText')}</p>
        <Button onClick={onChangeEmail}>{t('done.again')}</Button>
      </section>
    </div>
  )
}

type Outcome = 'sent' | { error: unknown }

/**
 * Sends the verification email again. The request needs a session, so this logs in with what was just typed:
 * a server that rejects unverified users sends the email with that error, one that accepts them is asked for
 * it.
 */
const ResendEmail = ({ account, invite }: { account: Account; invite: string | undefined }) => {
  const { t } = useTranslation('registration')
  const { session } = useSession()
  const { request } = useRequestEmailVerification()
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const wait = useCooldown('registrationEmail')
  const waitText = wait > 0 ? t('done.sendAgainIn', { seconds: wait }) : ''

  /** The guard redirects meanwhile, so the outcome is a toast. */
  const requestAfterLogin = () =>
    request().then(
      result => result === 'sent' && toast.success(t('done.sentAgain')),
      error => toast.error(errorMessage(error)),
    )
  const handleError = (error: unknown) => {
    if (isEmailUnverifiedError(error)) {
      setOutcome('sent')
      startCooldown('registrationEmail')
      return announce(t('done.sentAgain'))
    }
    setOutcome({ error })
    if (error instanceof ApiError && error.status === 429)
      startCooldown('registrationEmail', error.retryAfter ?? EMAIL_COOLDOWN_SECONDS)
  }
  const send = async () => {
    setPending(true)
    setOutcome(null)
    const { username, password } = account
    try {
      const user = await session.login({ username, password, ...(invite !== undefined && { invite }) })
      if (!user.email_verified) await requestAfterLogin()
    } catch (error) {
      handleError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {outcome === 'sent' && <Banner tone="success">{t('done.sentAgain')}</Banner>}
      {outcome && outcome !== 'sent' && (
        <Banner tone="danger" role="alert">
          {errorMessage(outcome.error)}
        </Banner>
      )}
      <Button
        isPending={isPending}
        onClick={send}
        disabledReason={waitText}
        reasonPlacement="hidden"
        className="tabular-nums"
      >
        {waitText || t('done.sendAgain')}
      </Button>
    </>
  )
}
