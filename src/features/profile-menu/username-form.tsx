import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { User } from '../../api/schema.gen'
import { errorText } from '../../i18n/error-text'
import { fieldHelp, fieldText } from '../../i18n/field-text'
import { checkUsername, type FieldProblem } from '../../lib/account-rules'
import { usePointAtWrong } from '../../lib/use-point-at-wrong'
import { useFindOut } from '../../queries/use-find-out'
import { LostAnswer, useUpdateUsername } from '../../queries/user'
import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'
import { EditForm } from './edit-form'
import { useSaving } from './use-saving'

interface UsernameFormProps {
  user: User
  /** What was typed and not saved; outlives the menu, so that a click beside it loses nothing. */
  draft: RefObject<string | null>
  onLeave: (isSaved: boolean) => void
}

type Problem = { rule: FieldProblem } | { error: unknown }

const aboutName = new Set<unknown>([
  'Username already registered',
  'Username can contain letters, numbers, underscores and hyphens',
])

/** Changes the username (specification §5): unchanged or empty just closes. */
export const UsernameForm = ({ user, draft, onLeave }: UsernameFormProps) => {
  const { t } = useTranslation('account')
  const { update, find, isPending } = useUpdateUsername()
  const [problem, setProblem] = useState<Problem | null>(null)
  const formRef = usePointAtWrong(problem)
  const sent = useRef('')
  const leave = (isSaved: boolean) => {
    draft.current = null
    onLeave(isSaved)
  }
  const failedText = (failed: unknown): string =>
    failed instanceof LostAnswer
      ? t(failed.isUnchanged ? 'username.unchanged' : 'username.unknown')
      : errorText(failed)
  const save = useSaving(t('saved'), {
    onSaved: () => leave(true),
    onFailed: error => setProblem({ error }),
    failedText,
  })
  const error = problem && 'error' in problem ? problem.error : null
  const lost = error instanceof LostAnswer && !error.isUnchanged ? error : null
  useFindOut(lost !== null, async () => {
    const found = await find(sent.current).catch((next: unknown) => next)
    if (found === undefined) await save(() => Promise.resolve())
    else if (found instanceof LostAnswer && found.isUnchanged) setProblem({ error: found })
  })
  const submit = async (data: FormData) => {
    const username = String(data.get('username') ?? '').trim()
    if (username === '' || username === user.username) return leave(false)
    const rule = checkUsername(username)
    setProblem(rule && { rule })
    const send = async () => {
      sent.current = username
      await update(username)
      // Here, because the form may be gone by now, and the next one is not to begin with what is saved.
      if (draft.current?.trim() === username) draft.current = null
    }
    // The address may have ceased to be confirmed while the form stood open (specification §6).
    if (!rule && user.email_verified) await save(send)
  }

  const failure = error instanceof ApiError ? error : null
  const isAboutField = failure?.fields?.new_username !== undefined || aboutName.has(failure?.detail)
  const fieldError = () => {
    if (!problem) return null
    if ('rule' in problem) return fieldText(problem.rule)
    if (!isAboutField) return null
    return failure?.detail ? errorText(failure) : t('refused')
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
