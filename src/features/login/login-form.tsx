import { Link } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isClientError } from '../../api/errors'
import type { Session } from '../../api/session'
import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { startCooldown, useCooldown } from '../../lib/cooldowns'
import { isAwaitingHydration } from '../../lib/hydration'
import { looksCyrillic } from '../../lib/keyboard-layout'
import { useRetryAfter } from '../../lib/use-retry-after'
import { isEmailUnverifiedError } from '../../queries/email-unverified'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { PasswordInput } from '../../ui/password-input'
import { TextInput } from '../../ui/text-input'

interface LoginFormProps {
  session: Session
  /** Invite code of the group that the login joins. */
  invite?: string | undefined
}

/**
 * Username and password, trimmed before sending. Both fields keep their text on every failure; on success the
 * guard redirects.
 */
export const LoginForm = ({ session, invite }: LoginFormProps) => {
  const { t } = useTranslation('auth')
  const { submit, isPending, problem, emailsSent, wait, dismiss } = useLogin({ session, invite })
  const button = useRef<HTMLButtonElement>(null)
  // The focused link disappears with the error.
  const dropInvite = () => {
    button.current?.focus()
    dismiss()
  }
  return (
    <FormShell
      pending={isPending}
      error={
        problem && <ProblemText problem={problem} onDropInvite={invite === undefined ? null : dropInvite} />
      }
      onSubmit={submit}
      aria-label={t('login.title')}
      summary={
        emailsSent > 0 && (
          <UnverifiedNotice hasSentAgain={emailsSent > 1} isPending={isPending} waitForServer={wait} />
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
      <PasswordField isNoticeHidden={emailsSent === 0} />
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

/** Takes focus when the notice disappears with its focused button. */
const PasswordField = ({ isNoticeHidden }: { isNoticeHidden: boolean }) => {
  const { t } = useTranslation('auth')
  const [isLayoutWrong, setLayoutWrong] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  const wasNoticeHidden = useRef(isNoticeHidden)
  useEffect(() => {
    if (isNoticeHidden && !wasNoticeHidden.current && document.activeElement === document.body)
      ref.current?.focus()
    wasNoticeHidden.current = isNoticeHidden
  }, [isNoticeHidden])
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
  /** Continues without the invite; null if there is none. */
  onDropInvite: (() => void) | null
}

/** The error message. An invalid invite fails the whole login, so it offers to continue without it. */
const ProblemText = ({ problem, onDropInvite }: ProblemTextProps) => {
  const { t } = useTranslation('auth')
  if (problem.kind === 'missing') return t('login.fillAll')
  const { error } = problem
  const isInvite = error instanceof ApiError && error.detail === 'Group with this invite code not found'
  if (!isInvite || !onDropInvite) return errorMessage(error)
  return (
    <>
      <p>{errorMessage(error)}</p>
      <Link to="/login" search={{}} replace onClick={onDropInvite}>
        {t('login.withoutInvite')}
      </Link>
    </>
  )
}

// Focuses the field on mount, unless the user focused something before hydration.
const focusFirst = (field: HTMLInputElement | null) => {
  const isElsewhere = isAwaitingHydration() && document.activeElement !== document.body
  if (field && !isElsewhere && !field.form?.contains(document.activeElement))
    field.focus({ preventScroll: true })
}

interface UnverifiedNoticeProps {
  hasSentAgain: boolean
  isPending: boolean
  /** `Retry-After` in seconds. */
  waitForServer: number
}

/**
 * Shown when the login fails because the email address is not verified. Each such response sends a
 * verification email, so "send again" repeats the login; if the address was verified meanwhile, it succeeds.
 */
const UnverifiedNotice = ({ hasSentAgain, isPending, waitForServer }: UnverifiedNoticeProps) => {
  const { t } = useTranslation('auth')
  const wait = Math.max(useCooldown('loginEmail'), waitForServer)
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
      {/* Outside the alert, which would announce the countdown every second. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>{t(hasSentAgain ? 'login.unverified.sentAgain' : 'login.unverified.noLetter')}</p>
        {/* Not a submit button: Enter would press the first one of the form. */}
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

type LoginProblem = { kind: 'missing' } | { kind: 'failed'; error: unknown }

/** Emails sent since the page opened: each login refused for an unverified address sends one. */
const useSentEmails = () => {
  const { t } = useTranslation('auth')
  const [emailsSent, setEmailsSent] = useState(0)
  const count = () => {
    startCooldown('loginEmail')
    if (emailsSent > 0) announce(t('login.unverified.sentAgain'), 'polite')
    setEmailsSent(emailsSent + 1)
  }
  return { emailsSent, count, reset: () => setEmailsSent(0) }
}

/** Sends the login and keeps its error until the next submit. */
const useLogin = ({ session, invite }: LoginFormProps) => {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const { emailsSent, count, reset } = useSentEmails()
  const failure = problem?.kind === 'failed' && problem.error instanceof ApiError ? problem.error : null
  const wait = useRetryAfter(failure)

  const handleError = (error: unknown) => {
    if (isEmailUnverifiedError(error)) return count()
    setProblem({ kind: 'failed', error })
    // Another HTTP error replaces the notice; without a response the email is still on its way.
    if (isClientError(error)) reset()
  }

  const submit = async (data: FormData) => {
    const username = String(data.get('username') ?? '').trim()
    const password = String(data.get('password') ?? '').trim()
    if (!username || !password) return setProblem({ kind: 'missing' })
    setPending(true)
    setProblem(null)
    try {
      await session.login({ username, password, ...(invite !== undefined && { invite }) })
    } catch (error) {
      handleError(error)
    } finally {
      setPending(false)
    }
  }

  return { submit, isPending, problem, emailsSent, wait, dismiss: () => setProblem(null) }
}
