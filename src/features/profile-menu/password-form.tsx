import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { User } from '../../api/schema.gen'
import { errorMessage } from '../../i18n/error-messages'
import { fieldErrorMessage } from '../../i18n/field-messages'
import { looksCyrillic } from '../../lib/keyboard-layout'
import { useFocusFirstInvalid } from '../../lib/use-focus-first-invalid'
import { usePollOutcome } from '../../queries/use-poll-outcome'
import { LostResponseError, useUpdatePassword } from '../../queries/user'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-input'
import { EditForm } from './edit-form'
import {
  checkPasswordForm,
  getFailedField,
  type PasswordFieldName,
  type PasswordRules,
} from './password-rules'
import { useSave } from './use-save'

interface PasswordFormProps {
  user: User
  onLeave: (isSaved: boolean) => void
}

type Problem = { rules: PasswordRules } | { error: unknown }

const getText = (data: FormData, name: PasswordFieldName) => String(data.get(name) ?? '')

/** Changes the password, or sets the first one. The input is stored nowhere. */
export const PasswordForm = ({ user, onLeave }: PasswordFormProps) => {
  const { t } = useTranslation('account')
  const { update, find, isPending } = useUpdatePassword()
  const [problem, setProblem] = useState<Problem | null>(null)
  const formRef = useFocusFirstInvalid(problem)
  const failedText = (failed: unknown): string => {
    if (!(failed instanceof LostResponseError)) return errorMessage(failed)
    if (failed.isUnchanged) return t('password.unchanged')
    return t(user.no_password ? 'password.unknownFirst' : 'password.unknown')
  }
  const save = useSave(t('password.saved'), {
    onSaved: () => onLeave(true),
    onFailed: error => setProblem({ error }),
    failedText,
  })
  const error = problem && 'error' in problem ? problem.error : null
  usePollOutcome(user.no_password && error instanceof LostResponseError && !error.isUnchanged, async () => {
    const found = await find().catch((next: unknown) => next)
    if (found === undefined) await save(() => Promise.resolve())
    else if (found instanceof LostResponseError && found.isUnchanged) setProblem({ error: found })
  })
  const submit = async (data: FormData) => {
    const old = user.no_password ? null : getText(data, 'old_password')
    const password = getText(data, 'new_password')
    const confirmation = getText(data, 'confirmation')
    if (!old && !password && !confirmation) return onLeave(false)
    const rules = checkPasswordForm(old, password, confirmation)
    setProblem(rules && { rules })
    // The email address may have become unverified while the form was open.
    if (rules || !user.email_verified) return
    await save(() => update({ ...(old !== null && { old_password: old }), new_password: password }))
  }

  const failure = error instanceof ApiError ? error : null
  const failedField = failure && getFailedField(failure)
  const getFieldError = (name: PasswordFieldName): string | null => {
    if (!problem) return null
    if ('rules' in problem) return problem.rules[name] ? fieldErrorMessage(problem.rules[name]) : null
    if (failedField !== name) return null
    return failure?.detail ? errorMessage(failure) : t('refused')
  }
  return (
    <EditForm
      label={user.no_password ? t('password.set') : t('password.change')}
      formRef={formRef}
      isPending={isPending}
      error={error && !failedField ? failedText(error) : null}
      failure={failure}
      onSubmit={submit}
      onCancel={() => onLeave(false)}
    >
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {!user.no_password && (
        <PasswordField
          name="old_password"
          label={t('password.current')}
          error={getFieldError('old_password')}
          isCurrent
          isFirst
        />
      )}
      <PasswordField
        name="new_password"
        label={t('password.new')}
        error={getFieldError('new_password')}
        hint={t('password.hint')}
        isFirst={user.no_password}
      />
      <PasswordField name="confirmation" label={t('password.repeat')} error={getFieldError('confirmation')} />
    </EditForm>
  )
}

interface PasswordFieldProps {
  name: PasswordFieldName
  label: string
  error: string | null
  hint?: string
  /** The current password, for password managers. */
  isCurrent?: boolean
  /** Takes focus on mount. */
  isFirst?: boolean
}

const focusFirst = (field: HTMLInputElement | null) => field?.focus()

const PasswordField = ({ name, label, error, hint, isCurrent, isFirst }: PasswordFieldProps) => {
  const { t } = useTranslation('account')
  const [isLayoutWrong, setLayoutWrong] = useState(false)
  return (
    <Field label={label} error={error} hint={isLayoutWrong ? t('password.cyrillicLayout') : hint}>
      <PasswordInput
        name={name}
        autoComplete={isCurrent ? 'current-password' : 'new-password'}
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        capsLockNotice={t('password.capsLock')}
        onInput={event => setLayoutWrong(looksCyrillic(event.currentTarget.value))}
        {...(isFirst && { ref: focusFirst })}
      />
    </Field>
  )
}
