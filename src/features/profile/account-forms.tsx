import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../../packages/contract/schema.gen'
import { ApiError } from '../../api/errors'
import { mutation, useStopWaiting } from '../../api/query'
import type { Session } from '../../api/session'
import { isOutcomeUnknown, usePollOutcome } from '../../api/use-poll-outcome'
import { useSession } from '../../api/use-session'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { SlowAnswer } from '../../i18n/slow-answer'
import { announce } from '../../lib/announce'
import { useIsUnmounted } from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { toast } from '../../lib/toast'
import { isSameUser } from '../../lib/user'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'
import { useFormProblem } from '../../ui/use-form-problem'
import { checkUsername, type FieldProblem, fieldErrorMessage, fieldHelp, PasswordField } from '../auth/public'
import { checkPasswordForm, getFailedField, type PasswordFieldName, passwordFields } from './account-model'

interface FormProps {
  user: User
  onLeave: (isSaved: boolean) => void
}

/** Changes the username; unchanged or empty just closes. */
export const UsernameForm = ({
  user,
  draft,
  onLeave,
}: FormProps & {
  /** Unsaved text; survives closing the menu. */
  draft: RefObject<string | null>
}) => {
  const { t } = useTranslation('account')
  const { update, find, isPending } = useUpdateUsername()
  const sent = useRef('')
  const leave = (isSaved: boolean) => {
    draft.current = null
    onLeave(isSaved)
  }
  const { save, setRules, rules, getError, form } = useEdit({
    savedText: t('saved'),
    getLostText: isUnchanged => t(isUnchanged ? 'username.unchanged' : 'username.unknown'),
    find: () => find(sent.current),
    names: ['new_username'],
    onSaved: () => leave(true),
  })
  const submit = async (data: FormData) => {
    const username = String(data.get('username') ?? '').trim()
    if (username === '' || username === user.username) return leave(false)
    const rule = checkUsername(username)
    setRules(rule && { new_username: rule })
    // The email address may have become unverified while the form was open.
    if (rule || !user.email_verified) return
    await save(async () => {
      sent.current = username
      await update(username)
      // Here, because the form may be unmounted by now.
      if (draft.current?.trim() === username) draft.current = null
    })
  }
  return (
    <EditForm
      {...form}
      aria-label={t('username.edit')}
      isPending={isPending}
      onStop={useStopWaiting('updateUsername')}
      onSubmit={submit}
      onCancel={() => leave(false)}
    >
      <Field
        label={t('username.label')}
        error={getError('new_username')}
        hint={fieldHelp(rules?.new_username)}
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

/** Changes the password, or sets the first one. The input is stored nowhere. */
export const PasswordForm = ({ user, onLeave }: FormProps) => {
  const { t } = useTranslation('account')
  const { update, find, isPending } = useUpdatePassword()
  const isFirstPassword = user.no_password
  const { save, setRules, rules, getError, form } = useEdit({
    savedText: t('password.saved'),
    getLostText: isUnchanged =>
      isUnchanged
        ? t('password.unchanged')
        : t(isFirstPassword ? 'password.unknownFirst' : 'password.unknown'),
    find: isFirstPassword ? find : null,
    names: passwordFields,
    onSaved: () => onLeave(true),
  })
  const submit = async (data: FormData) => {
    const getText = (name: PasswordFieldName) => String(data.get(name) ?? '')
    const old = isFirstPassword ? null : getText('old_password')
    const password = getText('new_password')
    const confirmation = getText('confirmation')
    if (!old && !password && !confirmation) return onLeave(false)
    const rules = checkPasswordForm(old, password, confirmation)
    setRules(rules)
    // The email address may have become unverified while the form was open.
    if (rules || !user.email_verified) return
    await save(() => update({ ...(old !== null && { old_password: old }), new_password: password }))
  }
  return (
    <EditForm
      {...form}
      aria-label={isFirstPassword ? t('password.set') : t('password.change')}
      isPending={isPending}
      onStop={useStopWaiting('updatePassword')}
      onSubmit={submit}
      onCancel={() => onLeave(false)}
    >
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {!isFirstPassword && (
        <PasswordField
          name="old_password"
          label={t('password.current')}
          autoComplete="current-password"
          error={getError('old_password')}
          ref={focusFirst}
        />
      )}
      <PasswordField
        name="new_password"
        label={t('password.new')}
        autoComplete="new-password"
        error={getError('new_password')}
        // The error says the rule again.
        hint={rules?.new_password && rules.new_password !== 'missing' ? null : t('password.hint')}
        ref={isFirstPassword ? focusFirst : undefined}
      />
      <PasswordField
        name="confirmation"
        label={t('password.repeat')}
        autoComplete="new-password"
        error={getError('confirmation')}
      />
    </EditForm>
  )
}

const focusFirst = (field: HTMLInputElement | null) => field?.focus()

interface EditFormProps {
  'aria-label': string
  ref: RefObject<HTMLFormElement | null>
  isPending: boolean
  /** Error without a field. */
  error: string | null
  /** Seconds until the server accepts it again. */
  wait: number
  /** Ends the wait for an answer that is late. */
  onStop: () => void
  onSubmit: (data: FormData) => Promise<void>
  onCancel: () => void
  children: ReactNode
}

const EditForm = ({ isPending, wait, onStop, onCancel, children, ...form }: EditFormProps) => {
  const { t } = useTranslation('account')
  // Escape cancels the form, not the menu.
  const cancelByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <FormShell {...form} pending={isPending} onKeyDown={cancelByEscape} className="gap-3">
      {children}
      <SlowAnswer isPending={isPending} onStop={onStop} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending} disabledReason={retryReason(wait)}>
          {t('save')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </FormShell>
  )
}

interface Edit<Name> {
  savedText: string
  /** The text of a change without a usable response. */
  getLostText: (isUnchanged: boolean) => string
  /** Checks whether such a change was made; null if that can't be read. */
  find: (() => Promise<void>) | null
  /** Fields that a server error can be about. */
  names: readonly Name[]
  onSaved: () => void
}

type Rules<Name extends string> = Partial<Record<Name, FieldProblem>>

/** Problems of a form, and its request. If the form was unmounted meanwhile, the outcome is a toast. */
const useEdit = <Name extends PasswordFieldName | 'new_username'>({
  savedText,
  getLostText,
  find,
  names,
  onSaved,
}: Edit<Name>) => {
  const { t } = useTranslation('account')
  const { rule: rules, error, wait, ref, setProblem } = useFormProblem<Rules<Name>>()
  const isUnmounted = useIsUnmounted()
  const failure = error instanceof ApiError ? error : null
  const failedField = failure && getFailedField(failure, names)
  const getText = (failed: unknown): string =>
    failed instanceof LostResponseError ? getLostText(failed.isUnchanged) : errorMessage(failed)

  const save = async (send: () => Promise<void>): Promise<void> => {
    try {
      await send()
    } catch (failed) {
      if (isUnmounted()) toast.error(getText(failed), { id: 'account' })
      else setProblem({ error: failed })
      return
    }
    if (isUnmounted()) return void toast.success(savedText, { id: 'account' })
    announce(savedText)
    onSaved()
  }
  const isUnknown = error instanceof LostResponseError && !error.isUnchanged
  usePollOutcome(isUnknown && find !== null, async () => {
    const found = await find?.().catch((next: unknown) => next)
    if (found === undefined) await save(() => Promise.resolve())
    else if (found instanceof LostResponseError && found.isUnchanged) setProblem({ error: found })
  })
  const getError = (name: Name): string | null => {
    const rule = rules?.[name]
    if (rule) return fieldErrorMessage(rule)
    if (failedField !== name) return null
    return failure?.detail ? errorMessage(failure) : t('refused')
  }
  return {
    save,
    rules,
    setRules: (next: Rules<Name> | null) => setProblem(next && { rule: next }),
    getError,
    form: { ref, wait, error: error && !failedField ? getText(error) : null },
  }
}

/** The user may have changed before the response. */
const applyUserChange = (session: Session, before: User | null, change: Partial<User>): void => {
  const { user } = session.getState()
  if (user && isSameUser(user, before)) session.updateUser({ ...user, ...change })
}

/** A change got no usable response. `isUnchanged` when the refetched user shows no effect; otherwise unknown. */
class LostResponseError extends Error {
  readonly isUnchanged: boolean
  constructor(isUnchanged: boolean) {
    super('The answer to a change was lost.')
    this.isUnchanged = isUnchanged
  }
}

/** Refreshes the user; rejects with a `LostResponseError` unless the change was made. */
const verifyChange = async (session: Session, isMade: (user: User) => boolean): Promise<void> => {
  const user = await session.refresh().then(
    () => session.getState().user,
    () => null,
  )
  if (!user) throw new LostResponseError(false)
  if (!isMade(user)) throw new LostResponseError(true)
}

const useUpdateUsername = () => {
  const { session } = useSession()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation(mutation('updateUsername'))
  const [isVerifying, setVerifying] = useState(false)
  const invalidateName = () => {
    // The leaderboard and profile contain the old name.
    void queryClient.invalidateQueries({ queryKey: ['getLeaderboard'] })
    void queryClient.invalidateQueries({ queryKey: ['getCompetencies'] })
  }
  /** Checks whether the name was changed. */
  const find = async (username: string): Promise<void> => {
    await verifyChange(session, user => user.username === username)
    invalidateName()
  }
  const update = async (username: string): Promise<void> => {
    const before = session.getState().user
    try {
      const user: Partial<User> | null = await mutateAsync({ body: { new_username: username } })
      // Runtime check of the response.
      if (typeof user?.username !== 'string')
        throw new ApiError({ kind: 'badResponse', operation: 'updateUsername' })
      applyUserChange(session, before, user)
      invalidateName()
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      setVerifying(true)
      await find(username).finally(() => setVerifying(false))
    }
  }
  return { update, find, isPending: isPending || isVerifying }
}

/** Changes the password or sets the first one, and updates the session. */
const useUpdatePassword = () => {
  const { session } = useSession()
  const { mutateAsync, reset, isPending } = useMutation({ ...mutation('updatePassword'), gcTime: 0 })
  const find = () => verifyChange(session, user => !user.no_password)
  const update = async (body: { old_password?: string; new_password: string }): Promise<void> => {
    const before = session.getState().user
    try {
      await mutateAsync({ body })
      applyUserChange(session, before, { no_password: false })
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      // A first password can be verified by the user's `no_password`; a changed one only by a login.
      if (body.old_password !== undefined) throw new LostResponseError(false)
      await find()
    } finally {
      // Removes the password from the mutation cache (V06).
      reset()
    }
  }
  return { update, find, isPending }
}
