import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { mutation, useStopWaiting } from '../../api/query'
import { isOutcomeUnknown } from '../../api/use-poll-outcome'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { focusWithoutScroll } from '../../lib/focus'
import type { UrlSecrets } from '../../lib/url-secrets'
import { buttonClass } from '../../ui/button-class'
import { FormShell } from '../../ui/form-shell'
import { useFormProblem } from '../../ui/use-form-problem'
import { PasswordField, SubmitButton } from './form-fields'
import { checkNewPassword, fieldErrorMessage } from './model'
import { Outcome } from './outcome'

/** `badLink`: the server says that the link is invalid, used or expired. */
type FinalOutcome = 'set' | 'badLink'

/** The token of the email is only in memory: after a reload the link must be opened again. */
export const NewPassword = ({ urlSecrets }: { urlSecrets: UrlSecrets }) => {
  const { t } = useTranslation('recovery')
  const [token, setToken] = useState(() => urlSecrets.peek('token'))
  const [outcome, setOutcome] = useState<FinalOutcome | null>(null)
  const finish = (next: FinalOutcome) => {
    // Used or invalid: a later visit must not find it.
    urlSecrets.forget()
    setToken(null)
    setOutcome(next)
  }
  if (outcome === 'set') {
    const toLogin = (
      <Link to="/login" className={buttonClass({ variant: 'primary', size: 'lg', isBlock: true })}>
        {t('set.login')}
      </Link>
    )
    return (
      <Outcome tone="success" title={t('set.title')} action={toLogin}>
        <p>{t('set.text')}</p>
      </Outcome>
    )
  }
  if (token === null) return <BadLink takesFocus={outcome === 'badLink'} />
  return <PasswordForm token={token} onFinish={finish} />
}

/** The link is invalid; offers a new one. */
const BadLink = ({ takesFocus }: { takesFocus: boolean }) => {
  const { t } = useTranslation(['recovery', 'errors'])
  const action = (
    <>
      <Link to="/reset-password" className={buttonClass({ variant: 'primary', size: 'lg', isBlock: true })}>
        {t('badLink.again')}
      </Link>
      <Link to="/login" className={buttonClass({ isBlock: true })}>
        {t('toLogin')}
      </Link>
    </>
  )
  return (
    <Outcome
      tone="warning"
      title={takesFocus ? t('Invalid token', { ns: 'errors' }) : t('badLink.title')}
      action={action}
      takesFocus={takesFocus}
    >
      <p>{t('badLink.text')}</p>
    </Outcome>
  )
}

/** Where an error belongs. */
type Target = 'password' | 'confirmation' | 'form'

/** New password and its confirmation: match first, then length. */
const PasswordForm = ({ token, onFinish }: { token: string; onFinish: (outcome: FinalOutcome) => void }) => {
  const { t } = useTranslation('recovery')
  const { mutateAsync, isPending, reset } = useMutation({ ...mutation('setNewPassword'), gcTime: 0 })
  const { rule, error, wait, ref, setProblem } = useFormProblem<ReturnType<typeof checkNewPassword>>()

  const submit = async (data: FormData) => {
    const password = String(data.get('password') ?? '')
    const found = checkNewPassword(password, String(data.get('confirmation') ?? ''))
    if (found) return setProblem({ rule: found })
    setProblem(null)
    try {
      await mutateAsync({ body: { token, password } })
      onFinish('set')
    } catch (failed) {
      if (getErrorTarget(failed) === 'link') onFinish('badLink')
      else setProblem({ error: failed })
    } finally {
      // Removes the password from the mutation cache (reliability V06).
      reset()
    }
  }

  const getErrorAt = (at: Target) => {
    if (rule?.field === at) return fieldErrorMessage(rule.problem)
    if (!error || getErrorTarget(error) !== at) return null
    // The link may be used by now: sending again would fail.
    if (isOutcomeUnknown(error)) return t('new.lost')
    const hasMessage = at === 'form' || (error instanceof ApiError && error.detail)
    return hasMessage ? errorMessage(error) : t('new.refused')
  }
  return (
    <FormShell
      ref={ref}
      pending={isPending}
      error={getErrorAt('form')}
      onSubmit={submit}
      aria-label={t('new.title')}
    >
      <PasswordField
        name="password"
        label={t('new.password')}
        isRequired
        autoComplete="new-password"
        // The error says the rule again.
        hint={rule?.field === 'password' && rule.problem !== 'missing' ? null : t('new.rules')}
        error={getErrorAt('password')}
        ref={focusWithoutScroll}
        // Tells the router that this page sets focus itself.
        data-page-focus
      />
      <PasswordField
        name="confirmation"
        label={t('new.confirmation')}
        isRequired
        autoComplete="new-password"
        error={getErrorAt('confirmation')}
      />
      <SubmitButton
        isPending={isPending}
        onStop={useStopWaiting('setNewPassword')}
        disabledReason={retryReason(wait)}
      >
        {t('new.submit')}
      </SubmitButton>
    </FormShell>
  )
}

/** By the error detail or the field the server names. */
const getErrorTarget = (error: unknown): Target | 'link' => {
  if (!(error instanceof ApiError)) return 'form'
  const { detail, status, fields } = error
  if (detail === 'Invalid token' || (status === 422 && fields?.token)) return 'link'
  if (detail === 'Passwords do not match') return 'confirmation'
  if (detail === 'Password must be at least 8 characters') return 'password'
  return status === 422 && fields?.password ? 'password' : 'form'
}
