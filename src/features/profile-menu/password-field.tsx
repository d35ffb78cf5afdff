import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { looksCyrillic } from '../../lib/keyboard-layout'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-input'
import type { PasswordFieldName } from './password-rules'

interface PasswordFieldProps {
  name: PasswordFieldName
  label: string
  error: string | null
  hint?: string
  /** The one in force, which password managers fill in. */
  isCurrent?: boolean
  /** Takes focus when the form opens. */
  isFirst?: boolean
}

const focusFirst = (field: HTMLInputElement | null) => field?.focus()

export const PasswordField = ({ name, label, error, hint, isCurrent, isFirst }: PasswordFieldProps) => {
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
