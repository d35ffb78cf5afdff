import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useStopWaiting } from '../../api/query'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { Banner } from '../../ui/banner'
import { Checkbox } from '../../ui/checkbox'
import { ErrorSummary } from '../../ui/error-summary'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'
import { PasswordField, SubmitButton } from './form-fields'
import { fieldErrorMessage, passwordLimits } from './model'
import { type FieldIssue, type FieldName, fieldNames } from './registration-model'
import { type Account, type Failure, type Summary, useRegistration } from './use-registration'

interface RegistrationFormProps {
  /** Invite code, sent with the registration. */
  invite: string | undefined
  /** Initial email address. */
  email?: string | undefined
  onDone: (account: Account) => void
}

/** Every field keeps its text on every failure. Errors of a field are shown at it, others beside the button. */
export const RegistrationForm = ({ invite, email, onDone }: RegistrationFormProps) => {
  const { t } = useTranslation('registration')
  const { submit, isPending, issues, handlers, summary, failure, mayBeOwnAccount, wait } = useRegistration(
    invite,
    onDone,
  )
  const button = useRef<HTMLButtonElement>(null)
  const getMessage = (name: FieldName) => renderIssue({ issue: issues[name], invite, mayBeOwnAccount })
  const showsBanner = failure && !summary && !(failure.isInviteRefused && invite === undefined)
  return (
    <FormShell
      pending={isPending}
      error={null}
      onSubmit={submit}
      aria-label={t('title')}
      summary={summary && <RegistrationSummary key={summary.attempt} {...summary} />}
      {...handlers}
    >
      <Field label={t('email.label')} isRequired hint={t('email.hint')} error={getMessage('email')}>
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
      <Field label={t('username.label')} isRequired hint={t('username.hint')} error={getMessage('username')}>
        <TextInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <PasswordField
        name="password"
        label={t('password.label')}
        isRequired
        autoComplete="new-password"
        // The error says the rule again.
        hint={
          !issues.password || issues.password === 'missing'
            ? t('password.hint', { min: passwordLimits.min })
            : null
        }
        error={getMessage('password')}
      />
      <PasswordField
        name="confirmation"
        label={t('confirmation.label')}
        isRequired
        autoComplete="new-password"
        error={getMessage('confirmation')}
      />
      <PolicyCheckbox error={getMessage('policy')} />
      {showsBanner && (
        <FailureBanner failure={failure} invite={invite} onInviteDropped={() => button.current?.focus()} />
      )}
      <SubmitButton
        ref={button}
        isPending={isPending}
        onStop={useStopWaiting('register')}
        disabledReason={retryReason(wait)}
      >
        {t('submit')}
      </SubmitButton>
    </FormShell>
  )
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus()

interface IssueMessageProps {
  issue: FieldIssue | undefined
  invite: string | undefined
  /** The existing account may come from an earlier try without a response. */
  mayBeOwnAccount: boolean
}

/** Message of a field; an existing account gets links to log in or reset the password. */
const renderIssue = ({ issue, ...rest }: IssueMessageProps) => {
  if (!issue) return null
  if (issue === 'rejected') return <RejectedValue />
  if (!(issue instanceof ApiError)) return fieldErrorMessage(issue)
  return (
    <>
      <span>{errorMessage(issue)}</span>
      {issue.status === 409 && (
        <AccountLinks isEmail={issue.detail === 'User already registered'} {...rest} />
      )}
    </>
  )
}

/** The text of the server is in no known language, so it is not shown. */
const RejectedValue = () => <span>{useTranslation('registration').t('refusedValue')}</span>

type AccountLinksProps = Omit<IssueMessageProps, 'issue'> & { isEmail: boolean }

const AccountLinks = ({ isEmail, mayBeOwnAccount, invite }: AccountLinksProps) => {
  const { t } = useTranslation('registration')
  if (!isEmail && !mayBeOwnAccount) return null
  return (
    <>
      {mayBeOwnAccount && <span>{` ${t('perhapsOwn')}`}</span>}
      <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        <Link to="/login" search={invite === undefined ? {} : { invite }} className="inline-block py-1">
          {t('toLogin')}
        </Link>
        {isEmail && (
          <Link to="/reset-password" className="inline-block py-1">
            {t('toReset')}
          </Link>
        )}
      </span>
    </>
  )
}

/** The policy link is no part of the label, so clicking the label only toggles. Opens in a new tab. */
const PolicyCheckbox = ({ error }: { error: ReactNode }) => {
  const { t } = useTranslation('registration')
  const id = useId()
  return (
    <Checkbox
      id={id}
      name="policy"
      required
      label={t('policy.label')}
      error={error}
      hint={
        <Link to="/legal" hash="personal-data" target="_blank" className="inline-block py-1">
          <span>{t('policy.read')}</span> <ExternalLink className="inline size-3.5" />
          <span className="sr-only">{t('policy.newTab')}</span>
        </Link>
      }
    />
  )
}

interface FailureBannerProps {
  failure: Failure
  invite: string | undefined
  /** Called when the user continues without the invite. */
  onInviteDropped: () => void
}

const scrollIntoView = (box: HTMLElement | null): void => {
  // Newer browsers return a promise, which React would take for a cleanup.
  box?.scrollIntoView?.({ block: 'nearest' })
}

/** Beside the submit button, because the top of the form may be scrolled out of view. */
const FailureBanner = ({ failure, invite, onInviteDropped }: FailureBannerProps) => {
  const { t } = useTranslation(['registration', 'errors'])
  const { error, isInviteRefused } = failure
  return (
    <div ref={scrollIntoView}>
      <Banner tone="danger" role="alert">
        <p>
          {isInviteRefused
            ? t('Group with this invite code not found', { ns: 'errors' })
            : errorMessage(error)}
        </p>
        {isInviteRefused && invite !== undefined && (
          <Link
            to="/registration"
            search={{}}
            replace
            onClick={onInviteDropped}
            className="inline-block py-1"
          >
            {t('withoutInvite')}
          </Link>
        )}
        {error instanceof ApiError && error.kind === 'http' && (
          <p className="mt-1 text-xs">{t('status', { ns: 'errors', status: error.status ?? 500 })}</p>
        )}
      </Banner>
    </div>
  )
}

/** Error summary; takes focus on every failed submit and links to the fields. */
const RegistrationSummary = ({ issues, ids }: Summary) => {
  const { t } = useTranslation(['registration', 'errors'])
  const wrong = fieldNames.filter(name => issues[name])
  const missing = wrong.filter(name => issues[name] === 'missing')
  const isOnlyMissing = missing.length > 0 && wrong.every(name => missing.includes(name) || name === 'policy')
  const getText = (name: FieldName, issue: FieldIssue): string => {
    const field = t(`${name}.label`)
    // Under "Fill in all fields" the label is enough.
    if (issue === 'missing') return isOnlyMissing ? field : t('summary.missing', { field })
    if (issue === 'rejected') return t('summary.refused', { field })
    return issue instanceof ApiError ? errorMessage(issue) : fieldErrorMessage(issue)
  }
  return (
    <ErrorSummary
      title={isOnlyMissing ? t('field.fillAll', { ns: 'errors' }) : t('summary.title')}
      items={wrong.flatMap(name => {
        const [issue, fieldId] = [issues[name], ids[name]]
        return issue && fieldId ? [{ fieldId, text: getText(name, issue) }] : []
      })}
    />
  )
}
