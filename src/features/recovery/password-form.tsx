import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorText } from '../../i18n/error-text'
import { fieldText } from '../../i18n/field-text'
import { checkNewPassword, type FieldProblem } from '../../lib/account-rules'
import { looksCyrillic } from '../../lib/keyboard-layout'
import { usePointAtWrong } from '../../lib/use-point-at-wrong'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useSetNewPassword } from '../../queries/auth'
import { isOutcomeUnknown } from '../../queries/use-find-out'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { PasswordInput } from '../../ui/password-input'
import { type PasswordRefusal, placeOfRefusal } from './refused-password'

interface PasswordFormProps {
  /** The secret of the letter. */
  token: string
  onSet: () => void
  /** The server takes the link for wrong, spent or too old. */
  onBadLink: () => void
}

type Place = Exclude<PasswordRefusal, 'link'>
type Problem = { at: Place } & ({ rule: FieldProblem } | { error: unknown })

const errorOf = (problem: Problem | null): ApiError | null =>
  problem && 'error' in problem && problem.error instanceof ApiError ? problem.error : null

/** A new password, twice: first whether both match, then the length (specification §5). */
export const PasswordForm = ({ token, onSet, onBadLink }: PasswordFormProps) => {
  const { t } = useTranslation('recovery')
  const { mutateAsync, isPending, reset } = useSetNewPassword()
  const [problem, setProblem] = useState<Problem | null>(null)
  const wait = useRetryAfter(errorOf(problem))
  const formRef = usePointAtWrong(problem)
  const first = useRef<HTMLInputElement>(null)
  // What `data-page-focus` marks: the one thing to do here, as on the login page (ux §0.8).
  useEffect(() => first.current?.focus({ preventScroll: true }), [])

  const take = (error: unknown) => {
    const at = placeOfRefusal(error)
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
      take(error)
    } finally {
      // The call carried a password: nothing of it stays in the cache (reliability V06).
      reset()
    }
  }

  const errorAt = (at: Place) => {
    if (problem?.at !== at) return null
    if ('rule' in problem) return fieldText(problem.rule)
    // The link may be spent by now: sending it again would only have it refused.
    if (isOutcomeUnknown(problem.error)) return t('new.lost')
    return at === 'form' || errorOf(problem)?.detail ? errorText(problem.error) : t('new.refused')
  }
  return (
    <FormShell
      ref={formRef}
      pending={isPending}
      error={errorAt('form')}
      onSubmit={submit}
      aria-label={t('new.title')}
    >
      <NewPassword name="password" error={errorAt('password')} ref={first} />
      <NewPassword name="confirmation" error={errorAt('confirmation')} />
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

interface NewPasswordProps {
  name: 'password' | 'confirmation'
  error: string | null
  ref?: Ref<HTMLInputElement>
}

const NewPassword = ({ name, error, ref }: NewPasswordProps) => {
  const { t } = useTranslation('recovery')
  const [isLayoutWrong, setLayoutWrong] = useState(false)
  const isFirst = name === 'password'
  // The rules stand there before anything is typed; the doubt about the layout takes their place.
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
