import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'
import { FailureBanner } from './failure-banner'
import { faultMessage } from './fault-message'
import { PasswordFields } from './password-fields'
import { PolicyCheckbox } from './policy-checkbox'
import type { FieldName } from './registration-rules'
import { RegistrationSummary } from './registration-summary'
import { type Account, useRegistration } from './use-registration'

interface RegistrationFormProps {
  /** The code of the address; it goes with the registration. */
  invite: string | undefined
  /** An address to begin with, for a second try. */
  email?: string | undefined
  onDone: (account: Account) => void
}

/**
 * E-mail, username, password twice and the agreement (specification §5). Every field keeps what was typed through every
 * failure; a failure of one field stands at that field, any other beside the button.
 */
export const RegistrationForm = ({ invite, email, onDone }: RegistrationFormProps) => {
  const { t } = useTranslation('registration')
  const { submit, isPending, faults, handlers, summary, failure, isPerhapsOwn, wait } = useRegistration(
    invite,
    onDone,
  )
  const button = useRef<HTMLButtonElement>(null)
  const messageOf = (name: FieldName) => faultMessage({ fault: faults[name], invite, isPerhapsOwn })
  const isBannerDue = failure && !summary && !(failure.isInviteRefused && invite === undefined)
  return (
    <FormShell
      pending={isPending}
      error={null}
      onSubmit={submit}
      aria-label={t('title')}
      summary={summary && <RegistrationSummary key={summary.attempt} {...summary} />}
      {...handlers}
    >
      <Field label={t('email.label')} isRequired hint={t('email.hint')} error={messageOf('email')}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          {...(email !== undefined && { 'data-page-focus': true, ref: focusOnce })}
        />
      </Field>
      <Field label={t('username.label')} isRequired hint={t('username.hint')} error={messageOf('username')}>
        <TextInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <PasswordFields messageOf={messageOf} />
      <PolicyCheckbox error={messageOf('policy')} />
      {isBannerDue && (
        <FailureBanner failure={failure} invite={invite} onInviteDropped={() => button.current?.focus()} />
      )}
      <Button
        ref={button}
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isPending={isPending}
        {...(wait > 0 && { disabledReason: t('retryAfter', { seconds: wait }) })}
      >
        {t('submit')}
      </Button>
    </FormShell>
  )
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus()
