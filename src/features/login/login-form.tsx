import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { Session } from '../../api/session'
import { errorText } from '../../i18n/error-text'
import { standsUnanswered } from '../../lib/first-page'
import { looksCyrillic } from '../../lib/keyboard-layout'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { PasswordInput } from '../../ui/password-input'
import { TextInput } from '../../ui/text-input'
import { UnverifiedNotice } from './unverified-notice'
import { type LoginProblem, useLogin } from './use-login'

interface LoginFormProps {
  session: Session
  /** Sent with the login, which thereby joins the group of the invitation. */
  invite?: string | undefined
}

/**
 * Username and password, trimmed before sending (specification §5). Both fields keep what was typed through
 * every failure; on success the session's change leads on, so there is nothing to do here.
 */
export const LoginForm = ({ session, invite }: LoginFormProps) => {
  const { t } = useTranslation('auth')
  const { submit, isPending, problem, letters, wait, dismiss } = useLogin({ session, invite })
  const button = useRef<HTMLButtonElement>(null)
  // The link takes the error with it, and would take the focus too.
  const goUninvited = () => {
    button.current?.focus()
    dismiss()
  }
  return (
    <FormShell
      pending={isPending}
      error={
        problem && <ProblemText problem={problem} onUninvited={invite === undefined ? null : goUninvited} />
      }
      onSubmit={submit}
      aria-label={t('login.title')}
      summary={
        letters > 0 && (
          <UnverifiedNotice hasSentAgain={letters > 1} isPending={isPending} waitForServer={wait} />
        )
      }
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
      <PasswordField isLonely={letters === 0} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        ref={button}
        isPending={isPending}
        {...(wait > 0 && { disabledReason: t('login.retryAfter', { seconds: wait }) })}
      >
        {t('login.submit')}
      </Button>
    </FormShell>
  )
}

/** Takes focus when the notice above goes away together with the button in it that had focus. */
const PasswordField = ({ isLonely }: { isLonely: boolean }) => {
  const { t } = useTranslation('auth')
  const [isLayoutWrong, setLayoutWrong] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  const wasLonely = useRef(isLonely)
  useEffect(() => {
    if (isLonely && !wasLonely.current && document.activeElement === document.body) ref.current?.focus()
    wasLonely.current = isLonely
  }, [isLonely])
  return (
    <Field label={t('login.password')} isRequired {...(isLayoutWrong && { hint: t('login.cyrillicLayout') })}>
      <PasswordInput
        name="password"
        autoComplete="current-password"
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        capsLockNotice={t('login.capsLock')}
        onInput={event => setLayoutWrong(looksCyrillic(event.currentTarget.value))}
        ref={ref}
      />
    </Field>
  )
}

interface ProblemTextProps {
  problem: LoginProblem
  /** Follows the way in without the invitation; null when there is none. */
  onUninvited: (() => void) | null
}

/** What went wrong. A bad invitation refuses the whole login, so there is a way in without it. */
const ProblemText = ({ problem, onUninvited }: ProblemTextProps) => {
  const { t } = useTranslation('auth')
  if (problem.kind === 'missing') return t('login.fillAll')
  const { error } = problem
  const isInvite = error instanceof ApiError && error.detail === 'Group with this invite code not found'
  if (!isInvite || !onUninvited) return errorText(error)
  return (
    <>
      <p>{errorText(error)}</p>
      <Link to="/login" search={{}} replace onClick={onUninvited}>
        {t('login.withoutInvite')}
      </Link>
    </>
  )
}

// The field takes focus when the page appears, but never from where somebody already is before the script arrived.
const focusFirst = (field: HTMLInputElement | null) => {
  const isElsewhere = standsUnanswered() && document.activeElement !== document.body
  if (field && !isElsewhere && !field.form?.contains(document.activeElement))
    field.focus({ preventScroll: true })
}
