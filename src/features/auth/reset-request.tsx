import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { mutation, useStopWaiting } from '../../api/query'
import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { EMAIL_COOLDOWN_SECONDS, startCooldown, useCooldown } from '../../lib/cooldowns'
import { focusWithoutScroll } from '../../lib/focus'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'
import { useFormProblem } from '../../ui/use-form-problem'
import { EmailText } from './email-text'
import { SubmitButton } from './form-fields'
import { checkEmail, type FieldProblem, fieldErrorMessage, fieldHelp } from './model'
import { Outcome } from './outcome'

/** Asks for the email address, then confirms. Going back keeps the address. */
export const ResetRequest = () => {
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  if (isSent) return <EmailSent email={email} onChangeEmail={() => setSent(false)} />
  const confirmSent = (address: string) => {
    setEmail(address)
    setSent(true)
  }
  return <EmailForm email={email} onSent={confirmSent} />
}

const LoginLink = () => {
  const { t } = useTranslation('recovery')
  return (
    <Link to="/login" className="self-center py-1 text-sm">
      {t('toLogin')}
    </Link>
  )
}

/** The email address of the account; its format is checked before sending. */
const EmailForm = ({ email, onSent }: { email: string; onSent: (email: string) => void }) => {
  const { t } = useTranslation('recovery')
  const { request, isPending } = useResetEmail()
  const { rule, error, ref, setProblem } = useFormProblem<FieldProblem>()
  const wait = useCooldown('resetPassword')

  const submit = async (data: FormData) => {
    const typed = String(data.get('email') ?? '').trim()
    const broken = checkEmail(typed)
    setProblem(broken && { rule: broken })
    if (broken) return
    try {
      await request(typed)
      onSent(typed)
    } catch (failure) {
      // The server has its own format rule and names the field.
      const isFormat = failure instanceof ApiError && failure.status === 422 && failure.fields?.email
      setProblem(isFormat ? { rule: 'emailFormat' } : { error: failure })
    }
  }

  return (
    <FormShell
      ref={ref}
      pending={isPending}
      error={error ? errorMessage(error) : null}
      onSubmit={submit}
      aria-label={t('reset.title')}
    >
      <p>{t('reset.lead')}</p>
      <Field
        label={t('reset.email')}
        isRequired
        error={rule && fieldErrorMessage(rule)}
        hint={fieldHelp(rule)}
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          // Tells the router that this page sets focus itself.
          data-page-focus
          ref={focusWithoutScroll}
        />
      </Field>
      <SubmitButton
        isPending={isPending}
        onStop={useStopWaiting('requestPasswordReset')}
        disabledReason={wait > 0 ? t('reset.wait', { seconds: wait }) : ''}
      >
        {t('reset.submit')}
      </SubmitButton>
      <div className="flex">
        <LoginLink />
      </div>
    </FormShell>
  )
}

/** The same message whether or not an account has the address (reliability V07). */
const EmailSent = ({ email, onChangeEmail }: { email: string; onChangeEmail: () => void }) => {
  const { t } = useTranslation('recovery')
  const { request, isPending } = useResetEmail()
  const [error, setError] = useState<unknown>(null)
  const [hasSentAgain, setSentAgain] = useState(false)
  const wait = useCooldown('resetPassword')
  const waitText = wait > 0 ? t('sent.wait', { seconds: wait }) : ''
  const sendAgain = async () => {
    setError(null)
    try {
      await request(email)
      setSentAgain(true)
      announce(t('sent.again'), 'polite')
    } catch (failure) {
      setError(failure)
    }
  }
  const action = (
    <>
      <Button
        isBlock
        isPending={isPending}
        onClick={sendAgain}
        disabledReason={waitText}
        reasonPlacement="hidden"
        className="tabular-nums"
      >
        {waitText || t('sent.sendAgain')}
      </Button>
      <Button isBlock onClick={onChangeEmail}>
        {t('sent.other')}
      </Button>
      <LoginLink />
    </>
  )
  return (
    <Outcome tone="success" title={t('sent.title')} action={action}>
      <p>
        <span>{t('sent.text')}</span> <EmailText email={email} />
      </p>
      <p className="text-sm text-muted">{t(hasSentAgain ? 'sent.again' : 'sent.hint')}</p>
      {error !== null && (
        <Banner tone="danger" role="alert">
          {errorMessage(error)}
        </Banner>
      )}
    </Outcome>
  )
}

/** An unknown address resolves like any other, so it does not reveal who has an account (V07). */
const useResetEmail = () => {
  const { mutateAsync, isPending } = useMutation(mutation('requestPasswordReset'))
  const request = async (email: string): Promise<void> => {
    try {
      await mutateAsync({ params: { query: { email } } })
    } catch (error) {
      const failure = error instanceof ApiError ? error : null
      if (failure?.status === 429)
        startCooldown('resetPassword', failure.retryAfter ?? EMAIL_COOLDOWN_SECONDS)
      if (failure?.detail !== 'user not exists') throw error
    }
    startCooldown('resetPassword')
  }
  return { request, isPending }
}
