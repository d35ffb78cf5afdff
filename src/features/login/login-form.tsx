import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { Session } from '../../api/session'
import { errorText } from '../../i18n/error-text'
import { useRetryAfter } from '../../lib/use-retry-after'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { PasswordInput } from '../../ui/password-input'
import { TextInput } from '../../ui/text-input'
import { looksCyrillic } from './keyboard-layout'
import { UnverifiedNotice } from './unverified-notice'

type Problem = { kind: 'missing' } | { kind: 'failed'; error: unknown }

const isUnverified = (problem: Problem | null): boolean =>
  problem?.kind === 'failed' &&
  problem.error instanceof ApiError &&
  problem.error.detail === 'email is not verified, we sent you a link to email for verification'

/**
 * Username and password, trimmed before sending (specification §5). Both fields keep what was typed through
 * every failure; on success the session's change leads on, so there is nothing to do here.
 */
export const LoginForm = ({ session }: { session: Session }) => {
  const { t } = useTranslation('auth')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isLayoutWrong, setLayoutWrong] = useState(false)
  const wait = useRetryAfter(
    problem?.kind === 'failed' && problem.error instanceof ApiError ? problem.error : null,
  )

  const submit = async (data: FormData) => {
    const username = String(data.get('username') ?? '').trim()
    const password = String(data.get('password') ?? '').trim()
    if (!username || !password) return setProblem({ kind: 'missing' })
    setPending(true)
    setProblem(null)
    try {
      await session.login({ username, password })
    } catch (error) {
      setProblem({ kind: 'failed', error })
    } finally {
      setPending(false)
    }
  }

  const message = problem?.kind === 'missing' ? t('login.fillAll') : problem ? errorText(problem.error) : null
  return (
    <FormShell
      pending={isPending}
      error={isUnverified(problem) ? null : message}
      onSubmit={submit}
      aria-label={t('login.title')}
      summary={isUnverified(problem) && <UnverifiedNotice />}
    >
      <Field label={t('login.username')} isRequired>
        <TextInput
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-page-focus
          ref={focusFirst}
        />
      </Field>
      <Field
        label={t('login.password')}
        isRequired
        {...(isLayoutWrong && { hint: t('login.cyrillicLayout') })}
      >
        <PasswordInput
          name="password"
          autoComplete="current-password"
          showLabel={t('login.showPassword')}
          hideLabel={t('login.hidePassword')}
          capsLockNotice={t('login.capsLock')}
          onInput={event => setLayoutWrong(looksCyrillic(event.currentTarget.value))}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isPending={isPending}
        {...(wait > 0 && { disabledReason: t('login.retryAfter', { seconds: wait }) })}
      >
        {t('login.submit')}
      </Button>
    </FormShell>
  )
}

// The field takes focus when the page appears and keeps whatever was typed before the script arrived.
const focusFirst = (field: HTMLInputElement | null) => {
  if (field && !field.value) field.focus({ preventScroll: true })
}
