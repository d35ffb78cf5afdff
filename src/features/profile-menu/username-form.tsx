import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { User } from '../../api/schema.gen'
import { errorMessage } from '../../i18n/error-messages'
import { fieldErrorMessage, fieldHelp } from '../../i18n/field-messages'
import { checkUsername, type FieldProblem } from '../../lib/account-rules'
import { useFocusFirstInvalid } from '../../lib/use-focus-first-invalid'
import { usePollOutcome } from '../../queries/use-poll-outcome'
import { LostResponseError, useUpdateUsername } from '../../queries/user'
import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'
import { EditForm } from './edit-form'
import { useSave } from './use-save'

interface UsernameFormProps {
  user: User
  /** Unsaved text; survives closing the menu. */
  draft: RefObject<string | null>
  onLeave: (isSaved: boolean) => void
}

type Problem = { rule: FieldProblem } | { error: unknown }

const usernameDetails = new Set<unknown>([
  'Username already registered',
  'Username can contain letters, numbers, underscores and hyphens',
])

/** Changes the username; unchanged or empty just closes. */
export const UsernameForm = ({ user, draft, onLeave }: UsernameFormProps) => {
  const { t } = useTranslation('account')
  const { update, find, isPending } = useUpdateUsername()
  const [problem, setProblem] = useState<Problem | null>(null)
  const formRef = useFocusFirstInvalid(problem)
  const sent = useRef('')
  const leave = (isSaved: boolean) => {
    draft.current = null
    onLeave(isSaved)
  }
  const failedText = (failed: unknown): string =>
    failed instanceof LostResponseError
      ? t(failed.isUnchanged ? 'username.unchanged' : 'username.unknown')
      : errorMessage(failed)
  const save = useSave(t('saved'), {
    onSaved: () => leave(true),
    onFailed: error => setProblem({ error }),
    failedText,
  })
  const error = problem && 'error' in problem ? problem.error : null
  const lost = error instanceof LostResponseError && !error.isUnchanged ? error : null
  usePollOutcome(lost !== null, async () => {
    const found = await find(sent.current).catch((next: unknown) => next)
    if (found === undefined) await save(() => Promise.resolve())
    else if (found instanceof LostResponseError && found.isUnchanged) setProblem({ error: found })
  })
  const submit = async (data: FormData) => {
    const username = String(data.get('username') ?? '').trim()
    if (username === '' || username === user.username) return leave(false)
    const rule = checkUsername(username)
    setProblem(rule && { rule })
    const send = async () => {
      sent.current = username
      await update(username)
      // Here, because the form may be unmounted by now.
      if (draft.current?.trim() === username) draft.current = null
    }
    // The email address may have become unverified while the form was open.
    if (!rule && user.email_verified) await save(send)
  }

  const failure = error instanceof ApiError ? error : null
  const isAboutField = failure?.fields?.new_username !== undefined || usernameDetails.has(failure?.detail)
  const fieldError = () => {
    if (!problem) return null
    if ('rule' in problem) return fieldErrorMessage(problem.rule)
    if (!isAboutField) return null
    return failure?.detail ? errorMessage(failure) : t('refused')
  }
  return (
    <EditForm
      label={t('username.edit')}
      formRef={formRef}
      isPending={isPending}
      error={error && !isAboutField ? failedText(error) : null}
      failure={failure}
      onSubmit={submit}
      onCancel={() => leave(false)}
    >
      <Field
        label={t('username.label')}
        error={fieldError()}
        hint={problem && 'rule' in problem && fieldHelp(problem.rule)}
      >
        <TextInput
          name="username"
          defaultValue={draft.current ?? user.username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          ref={selectFirst}
          onInput={event => {
            draft.current = event.currentTarget.value
          }}
        />
      </Field>
    </EditForm>
  )
}

const selectFirst = (field: HTMLInputElement | null) => {
  field?.focus()
  field?.select()
}
