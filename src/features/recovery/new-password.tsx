import { Link } from '@tanstack/react-router'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorMessage } from '../../i18n/error-messages'
import { fieldErrorMessage } from '../../i18n/field-messages'
import { checkNewPassword, type FieldProblem } from '../../lib/account-rules'
import { looksCyrillic } from '../../lib/keyboard-layout'
import type { UrlSecrets } from '../../lib/url-secrets'
import { useFocusFirstInvalid } from '../../lib/use-focus-first-invalid'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useSetNewPassword } from '../../queries/auth'
import { isOutcomeUnknown } from '../../queries/use-poll-outcome'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { PasswordInput } from '../../ui/password-input'
import { Outcome } from './outcome'

/**
 * Sets a new password with the token of the email. The token is only in memory: after a reload the link must
 * be opened again.
 */
export const NewPassword = ({ urlSecrets }: { urlSecrets: UrlSecrets }) => {
  const { t } = useTranslation('recovery')
  const [token, setToken] = useState(() => urlSecrets.peek('token'))
  const [outcome, setOutcome] = useState<'set' | 'badLink' | null>(null)
  const finish = (next: 'set' | 'badLink') => {
    // Used or invalid: a later visit must not find it.
    urlSecrets.forget()
    setToken(null)
    setOutcome(next)
  }
  if (outcome === 'set') {
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
  if (token === null) return <BadLink takesFocus={outcome === 'badLink'} />
  return <PasswordForm token={token} onSet={() => finish('set')} onBadLink={() => finish('badLink')} />
}

/** The link is invalid; offers a new one. */
const BadLink = ({ takesFocus }: { takesFocus: boolean }) => {
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
    <Outcome
      tone="warning"
      title={t('Invalid token', { ns: 'errors' })}
      action={action}
      takesFocus={takesFocus}
    >
      <p>{t('badLink.text')}</p>
    </Outcome>
  )
}

interface PasswordFormProps {
  /** Token of the email. */
  token: string
  onSet: () => void
  /** The server says that the link is invalid, used or expired. */
  onBadLink: () => void
}

type Target = Exclude<PasswordErrorTarget, 'link'>
type Problem = { at: Target } & ({ rule: FieldProblem } | { error: unknown })

const getApiError = (problem: Problem | null): ApiError | null =>
  problem && 'error' in problem && problem.error instanceof ApiError ? problem.error : null

/** New password and its confirmation: match first, then length. */
const PasswordForm = ({ token, onSet, onBadLink }: PasswordFormProps) => {
  const { t } = useTranslation('recovery')
  const { mutateAsync, isPending, reset } = useSetNewPassword()
  const [problem, setProblem] = useState<Problem | null>(null)
  const wait = useRetryAfter(getApiError(problem))
  const formRef = useFocusFirstInvalid(problem)
  const first = useRef<HTMLInputElement>(null)
  // `data-page-focus` tells the router that this page sets focus itself.
  useEffect(() => first.current?.focus({ preventScroll: true }), [])

  const handleError = (error: unknown) => {
    const at = getErrorTarget(error)
    if (at === 'link') return onBadLink()
    setProblem({ at, error })
  }
  const submit = async (data: FormData) => {
    const password = String(data.get('password') ?? '')
    const found = checkNewPassword(password, String(data.get('confirmation') ?? ''))
    if (found) return setProblem({ at: found.field, rule: found.problem })
    setProblem(null)
    try {
      await mutateAsync({ body: { token, password } })
      onSet()
    } catch (error) {
      handleError(error)
    } finally {
      // Removes the password from the mutation cache (reliability V06).
      reset()
    }
  }

  const getErrorAt = (at: Target) => {
    if (problem?.at !== at) return null
    if ('rule' in problem) return fieldErrorMessage(problem.rule)
    // The link may be used by now: sending again would fail.
    if (isOutcomeUnknown(problem.error)) return t('new.lost')
    return at === 'form' || getApiError(problem)?.detail ? errorMessage(problem.error) : t('new.refused')
  }
  return (
    <FormShell
      ref={formRef}
      pending={isPending}
      error={getErrorAt('form')}
      onSubmit={submit}
      aria-label={t('new.title')}
    >
      <NewPasswordField name="password" error={getErrorAt('password')} ref={first} />
      <NewPasswordField name="confirmation" error={getErrorAt('confirmation')} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isPending={isPending}
        {...(wait > 0 && { disabledReason: t('new.wait', { seconds: wait }) })}
      >
        {t('new.submit')}
      </Button>
    </FormShell>
  )
}

interface NewPasswordFieldProps {
  name: 'password' | 'confirmation'
  error: string | null
  ref?: Ref<HTMLInputElement>
}

const NewPasswordField = ({ name, error, ref }: NewPasswordFieldProps) => {
  const { t } = useTranslation('recovery')
  const [isLayoutWrong, setLayoutWrong] = useState(false)
  const isFirst = name === 'password'
  // The layout hint replaces the rules.
  const hint = isLayoutWrong ? t('new.cyrillicLayout') : isFirst && t('new.rules')
  return (
    <Field label={t(`new.${name}`)} isRequired error={error} hint={hint}>
      <PasswordInput
        name={name}
        autoComplete="new-password"
        showLabel={t('new.show')}
        hideLabel={t('new.hide')}
        capsLockNotice={t('new.capsLock')}
        onInput={event => setLayoutWrong(looksCyrillic(event.currentTarget.value))}
        ref={ref}
        {...(isFirst && { 'data-page-focus': true })}
      />
    </Field>
  )
}

/** Where an error of a new password belongs. */
type PasswordErrorTarget = 'link' | 'password' | 'confirmation' | 'form'

/** By the error detail or the field the server names. */
const getErrorTarget = (error: unknown): PasswordErrorTarget => {
  if (!(error instanceof ApiError)) return 'form'
  if (error.detail === 'Invalid token') return 'link'
  if (error.detail === 'Password must be at least 8 characters') return 'password'
  if (error.detail === 'Passwords do not match') return 'confirmation'
  if (error.status !== 422) return 'form'
  if (error.fields?.token) return 'link'
  return error.fields?.password ? 'password' : 'form'
}
