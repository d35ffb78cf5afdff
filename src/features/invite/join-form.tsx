import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { User } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { errorMessage } from '../../i18n/error-messages'
import { fieldErrorMessage } from '../../i18n/field-messages'
import { announce } from '../../lib/announce'
import { useFocusFirstInvalid } from '../../lib/use-focus-first-invalid'
import { useRetryAfter } from '../../lib/use-retry-after'
import { groupListQuery } from '../../queries/groups'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { PasswordInput } from '../../ui/password-input'

type Problem = { kind: 'missing' } | { kind: 'failed'; error: unknown }

interface JoinFormProps {
  user: User
  code: string
  /** Absent when the invite response does not include it. */
  groupId: number | undefined
}

/**
 * Signed-in users join by confirming their password, because login is the only request that accepts an
 * invite. A wrong password is shown here and does not end the session: see `session.join`.
 */
export const JoinForm = ({ user, code, groupId }: JoinFormProps) => {
  const { t } = useTranslation('invite')
  const { problem, isPending, join } = useJoin(user, code, groupId)
  const formRef = useFocusFirstInvalid(problem)
  const failure = problem?.kind === 'failed' ? problem.error : null
  const wait = useRetryAfter(failure instanceof ApiError ? failure : null)
  return (
    <FormShell
      ref={formRef}
      pending={isPending}
      error={failure ? errorMessage(failure) : null}
      onSubmit={join}
      aria-label={t('join.title')}
    >
      <p>
        {t('join.as')} <bdi className="font-medium [overflow-wrap:anywhere]">{user.username}</bdi>.{' '}
        {t('join.text')}
      </p>
      {!user.email_verified && <p className="text-sm text-muted">{t('join.unverified')}</p>}
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <Field
        label={t('join.password')}
        isRequired
        error={problem?.kind === 'missing' && fieldErrorMessage('missing')}
      >
        <PasswordInput
          name="password"
          autoComplete="current-password"
          showLabel={t('join.showPassword')}
          hideLabel={t('join.hidePassword')}
          capsLockNotice={t('join.capsLock')}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        isPending={isPending}
        {...(wait > 0 && { disabledReason: t('join.retryAfter', { seconds: wait }) })}
      >
        {t('join.submit')}
      </Button>
    </FormShell>
  )
}

const useJoin = (user: User, code: string, groupId: number | undefined) => {
  const { t } = useTranslation('invite')
  const { session } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const join = async (data: FormData) => {
    const password = String(data.get('password') ?? '').trim()
    if (!password) return setProblem({ kind: 'missing' })
    setPending(true)
    setProblem(null)
    try {
      await session.join({ username: user.username, password, invite: code })
      announce(t('join.done'))
      // Not refetched here: it would briefly show "already in this group" before the navigation.
      void queryClient.invalidateQueries({ queryKey: groupListQuery().queryKey, refetchType: 'none' })
      await (groupId
        ? navigate({ to: '/group/$groupId', params: { groupId }, replace: true })
        : navigate({ to: '/groups', replace: true }))
    } catch (error) {
      setProblem({ kind: 'failed', error })
    } finally {
      setPending(false)
    }
  }
  return { problem, isPending, join }
}
