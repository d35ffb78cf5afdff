import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordLimits } from '../../lib/account-rules'
import { looksCyrillic } from '../../lib/keyboard-layout'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-input'

type Name = 'password' | 'confirmation'

interface PasswordFieldsProps {
  messageOf: (name: Name) => React.ReactNode
}

/** The new password, twice, with what it must be said before typing. */
export const PasswordFields = ({ messageOf }: PasswordFieldsProps) => {
  const { t } = useTranslation('registration')
  const [cyrillic, setCyrillic] = useState<Record<Name, boolean>>({ password: false, confirmation: false })
  return (['password', 'confirmation'] as const).map(name => (
    <Field
      key={name}
      label={t(`${name}.label`)}
      isRequired
      hint={
        <>
          {t(`${name}.hint`, { min: passwordLimits.min })}
          {cyrillic[name] && <span className="block text-warning-text">{t('cyrillicLayout')}</span>}
        </>
      }
      error={messageOf(name)}
    >
      <PasswordInput
        name={name}
        autoComplete="new-password"
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        capsLockNotice={t('capsLock')}
        onInput={event => {
          const isCyrillic = looksCyrillic(event.currentTarget.value)
          setCyrillic(before => ({ ...before, [name]: isCyrillic }))
        }}
      />
    </Field>
  ))
}
