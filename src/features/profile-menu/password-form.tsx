import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { User } from '../../api/schema.gen'
import { errorText } from '../../i18n/error-text'
import { fieldText } from '../../i18n/field-text'
import { usePointAtWrong } from '../../lib/use-point-at-wrong'
import { useFindOut } from '../../queries/use-find-out'
import { LostAnswer, useUpdatePassword } from '../../queries/user'
import { EditForm } from './edit-form'
import { PasswordField } from './password-field'
import {
  checkPasswordForm,
  fieldOfFailure,
  type PasswordFieldName,
  type PasswordRules,
} from './password-rules'
import { useSaving } from './use-saving'

interface PasswordFormProps {
  user: User
  onLeave: (isSaved: boolean) => void
}

type Problem = { rules: PasswordRules } | { error: unknown }

const textOf = (data: FormData, name: PasswordFieldName) => String(data.get(name) ?? '')

/** Changes the password, or sets the first one (specification §5). What is typed here is kept nowhere. */
export const PasswordForm = ({ user, onLeave }: PasswordFormProps) => {
  const { t } = useTranslation('account')
  const { update, find, isPending } = useUpdatePassword()
  const [problem, setProblem] = useState<Problem | null>(null)
  const formRef = usePointAtWrong(problem)
  const failedText = (failed: unknown): string => {
    if (!(failed instanceof LostAnswer)) return errorText(failed)
    if (failed.isUnchanged) return t('password.unchanged')
    return t(user.no_password ? 'password.unknownFirst' : 'password.unknown')
  }
  const save = useSaving(t('password.saved'), {
    onSaved: () => onLeave(true),
    onFailed: error => setProblem({ error }),
    failedText,
  })
  const error = problem && 'error' in problem ? problem.error : null
  useFindOut(user.no_password && error instanceof LostAnswer && !error.isUnchanged, async () => {
    const found = await find().catch((next: unknown) => next)
    if (found === undefined) await save(() => Promise.resolve())
    else if (found instanceof LostAnswer && found.isUnchanged) setProblem({ error: found })
  })
  const submit = async (data: FormData) => {
    const old = user.no_password ? null : textOf(data, 'old_password')
    const password = textOf(data, 'new_password')
    const confirmation = textOf(data, 'confirmation')
    if (!old && !password && !confirmation) return onLeave(false)
    const rules = checkPasswordForm(old, password, confirmation)
    setProblem(rules && { rules })
    // The address may have ceased to be confirmed while the form stood open (specification §6).
    if (rules || !user.email_verified) return
    await save(() => update({ ...(old !== null && { old_password: old }), new_password: password }))
  }

  const failure = error instanceof ApiError ? error : null
  const refused = failure && fieldOfFailure(failure)
  const errorOf = (name: PasswordFieldName): string | null => {
    if (!problem) return null
    if ('rules' in problem) return problem.rules[name] ? fieldText(problem.rules[name]) : null
    if (refused !== name) return null
    return failure?.detail ? errorText(failure) : t('refused')
  }
  return (
    <EditForm
      label={user.no_password ? t('password.set') : t('password.change')}
      formRef={formRef}
      isPending={isPending}
      error={error && !refused ? failedText(error) : null}
      failure={failure}
      onSubmit={submit}
      onCancel={() => onLeave(false)}
    >
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {!user.no_password && (
        <PasswordField
          name="old_password"
          label={t('password.current')}
          error={errorOf('old_password')}
          isCurrent
          isFirst
        />
      )}
      <PasswordField
        name="new_password"
        label={t('password.new')}
        error={errorOf('new_password')}
        hint={t('password.hint')}
        isFirst={user.no_password}
      />
      <PasswordField name="confirmation" label={t('password.repeat')} error={errorOf('confirmation')} />
    </EditForm>
  )
}
