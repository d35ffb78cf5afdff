import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SlowAnswer } from '../../i18n/slow-answer'
import { looksCyrillic } from '../../lib/keyboard-layout'
import { Button } from '../../ui/button'
import { Field, type FieldProps } from '../../ui/field'
import { inSpan } from '../../ui/in-span'
import { PasswordInput, type PasswordInputProps } from '../../ui/password-input'

type PasswordFieldProps = Pick<FieldProps, 'label' | 'error' | 'hint' | 'isRequired'> &
  Pick<PasswordInputProps, 'name' | 'ref'> & {
    autoComplete: 'current-password' | 'new-password'
    /** Tells the router that the page sets focus itself. */
    'data-page-focus'?: boolean | undefined
  }

/** A password; says when Caps Lock is on or the keyboard layout seems to be Russian. */
export const PasswordField = ({ label, error, hint, isRequired, ...input }: PasswordFieldProps) => {
  const { t } = useTranslation('common')
  const [isLayoutWrong, setLayoutWrong] = useState(false)
  const layoutHint = (
    <>
      {inSpan(hint)} <span className="block text-warning-text">{t('password.cyrillicLayout')}</span>
    </>
  )
  return (
    <Field label={label} error={error} isRequired={isRequired} hint={isLayoutWrong ? layoutHint : hint}>
      <PasswordInput
        {...input}
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        capsLockNotice={t('password.capsLock')}
        onInput={event => setLayoutWrong(looksCyrillic(event.currentTarget.value))}
      />
    </Field>
  )
}

type SubmitButtonProps = ComponentProps<typeof Button> & {
  /** Ends the wait for an answer that is late. */
  onStop: () => void
}

/** The wide button at the end of a form for guests. */
export const SubmitButton = ({ onStop, ...button }: SubmitButtonProps) => (
  <>
    <SlowAnswer isPending={button.isPending === true} onStop={onStop} />
    <Button type="submit" variant="primary" size="lg" isBlock {...button} />
  </>
)
