import { Link, useLocation } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, createTimeoutError, isClientError } from '../../api/errors'
import type { Session } from '../../api/session'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { lazyOptional } from '../../i18n/lazy-component'
import { announce } from '../../lib/announce'
import { startCooldown, useCooldown, useRetryAfter } from '../../lib/cooldowns'
import { isFocusLost } from '../../lib/focus'
import { useOnChange } from '../../lib/hooks'
import { isAwaitingHydration } from '../../lib/hydration'
import { toLanguage } from '../../lib/languages'
import { toast } from '../../lib/toast'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'
import { isEmailUnverifiedError } from './email-unverified'
import { PasswordField, SubmitButton } from './form-fields'

interface LoginFormProps {
  session: Session
  /** Invite code of the group that the login joins. */
  invite?: string | undefined
  /** The form says so itself. */
  onInviteRefused?: () => void
}

/** Both fields keep their text on every failure; on success the guard redirects. */
export const LoginForm = (props: LoginFormProps) => {
  const { invite } = props
  const { t } = useTranslation('auth')
  const { submit, stop, isPending, problem, emailsSent, wait, dismiss } = useLogin(props)
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
          <UnverifiedNotice hasSentAgain={emailsSent > 1} isPending={isPending} retryAfter={wait} />
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
          defaultValue={useLocation({ select: ({ state }) => state.username })}
        />
      </Field>
      <LoginPassword isNoticeHidden={emailsSent === 0} />
      <SubmitButton ref={button} isPending={isPending} onStop={stop} disabledReason={retryReason(wait)}>
        {t('login.submit')}
      </SubmitButton>
    </FormShell>
  )
}

/** Takes focus when the notice disappears with its focused button. */
const LoginPassword = ({ isNoticeHidden }: { isNoticeHidden: boolean }) => {
  const { t } = useTranslation('auth')
  const ref = useRef<HTMLInputElement>(null)
  useOnChange(isNoticeHidden, () => {
    if (isNoticeHidden && isFocusLost()) ref.current?.focus()
  })
  return (
    <PasswordField
      name="password"
      label={t('login.password')}
      isRequired
      autoComplete="current-password"
      ref={ref}
    />
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
  if (problem === 'missing') return <p>{t('login.fillAll')}</p>
  const { error } = problem
  if (!onDropInvite || !isInviteRefused(error)) return <p>{errorMessage(error)}</p>
  return (
    <>
      <p>{errorMessage(error)}</p>
      <Link
        to="/login"
        search={{}}
        replace
        onClick={onDropInvite}
        className={cx(buttonClass({ size: 'sm' }), 'mt-2')}
      >
        {t('login.withoutInvite')}
      </Link>
    </>
  )
}

const isInviteRefused = (error: unknown) =>
  error instanceof ApiError && error.detail === 'Group with this invite code not found'

// Focuses the field on mount, unless the user focused something before hydration.
const focusFirst = (field: HTMLInputElement | null) => {
  const isElsewhere = isAwaitingHydration() && document.activeElement !== document.body
  if (field && !isElsewhere && !field.form?.contains(document.activeElement))
    field.focus({ preventScroll: true })
}

/** Each such login sends a verification email, so "send again" repeats the login. */
const UnverifiedNotice = (props: { hasSentAgain: boolean; isPending: boolean; retryAfter: number }) => {
  const { t } = useTranslation('auth')
  const wait = Math.max(useCooldown('loginEmail'), props.retryAfter)
  const waitText = wait > 0 ? t('login.unverified.wait', { seconds: wait }) : ''
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="warning" role="alert" icon={<MailWarning />} title={t('login.unverified.title')}>
        {t('login.unverified.text')}
      </Banner>
      {/* Outside the alert, which would announce the countdown every second. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>{t(props.hasSentAgain ? 'login.unverified.sentAgain' : 'login.unverified.noEmail')}</p>
        {/* Not a submit button: Enter would press the first one of the form. */}
        <Button
          size="sm"
          isPending={props.isPending}
          onClick={event => event.currentTarget.form?.requestSubmit()}
          disabledReason={waitText}
          reasonPlacement="hidden"
        >
          {waitText || t('login.unverified.again')}
        </Button>
      </div>
    </div>
  )
}

type LoginProblem = 'missing' | { error: unknown }

/** Sends the login and keeps its error until the next submit. */
const useLogin = ({ session, invite, onInviteRefused }: LoginFormProps) => {
  const { t } = useTranslation('auth')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  /** Since the page opened: each login refused for an unverified address sends one. */
  const [emailsSent, setEmailsSent] = useState(0)
  const wait = useRetryAfter(problem !== 'missing' && problem?.error)
  const call = useRef<AbortController>(null)

  const handleError = (failed: unknown) => {
    if (isEmailUnverifiedError(failed)) {
      startCooldown('loginEmail')
      if (emailsSent > 0) announce(t('login.unverified.sentAgain'), 'polite')
      return setEmailsSent(emailsSent + 1)
    }
    setProblem({ error: failed })
    if (isInviteRefused(failed)) onInviteRefused?.()
    // Another HTTP error replaces the notice; without a response the email is still on its way.
    if (isClientError(failed)) setEmailsSent(0)
  }
  const submit = async (data: FormData) => {
    const username = String(data.get('username') ?? '').trim()
    const password = String(data.get('password') ?? '').trim()
    if (!username || !password) return setProblem('missing')
    setPending(true)
    setProblem(null)
    call.current = new AbortController()
    const body = { username, password, ...(invite !== undefined && { invite }) }
    try {
      await session.login(body, call.current.signal)
    } catch (failed) {
      handleError(failed)
    } finally {
      setPending(false)
    }
  }
  /** Ends the wait for the answer, as a timeout would. */
  const stop = () => call.current?.abort(createTimeoutError())
  return { submit, stop, isPending, problem, emailsSent, wait, dismiss: () => setProblem(null) }
}

/** A user of the simulated platform, offered on the login page in mock mode. */
export interface Persona {
  username: string
  password: string
  name: string
  /** What this persona demonstrates, in both languages. */
  about: { ru: string; en: string }
}

/** Mock mode only: one button for each persona. */
export const PersonaList = (props: LoginFormProps & { personas: readonly Persona[] }) => {
  const { session, personas, invite } = props
  const { t, i18n } = useTranslation('auth')
  const [pending, setPending] = useState<string | null>(null)
  const language = toLanguage(i18n.language)
  const enter = async ({ username, password }: Persona) => {
    setPending(username)
    await session
      .login({ username, password, ...(invite !== undefined && { invite }) })
      .catch(error => toast.error(errorMessage(error), { id: 'persona' }))
      .finally(() => setPending(null))
  }
  return (
    <Card as="section" padding="lg">
      <h2 className="text-lg font-semibold">{t('personas.title')}</h2>
      <p className="mt-1 text-sm text-muted">
        {t('personas.text', { password: personas[0]?.password ?? '' })}
      </p>
      <ul className="mt-4 flex flex-col gap-3">
        {personas.map(persona => (
          <li key={persona.username} className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                <span translate="no">{persona.name}</span>{' '}
                <span translate="no" className="font-mono text-sm text-muted">
                  {persona.username}
                </span>
              </p>
              <p className="text-sm text-muted">{persona.about[language]}</p>
            </div>
            <Button size="sm" isPending={pending === persona.username} onClick={() => enter(persona)}>
              <span>{t('login.submit')}</span>
              <span className="sr-only">{`: ${persona.name}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Names the group of an invite on the login page. Lazy, because few logins have one. */
export const LazyInviteNotice = lazyOptional(
  () => import('./invite-notice').then(part => part.InviteNotice),
  'invite',
)
