import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../api/api'
import { ApiError } from '../api/errors'
import { operationName } from '../api/operation-name'
import { mutation, q } from '../api/query'
import type { InviteGroup } from '../api/schema.gen'
import { unwrap } from '../api/unwrap'
import { useSession } from '../api/use-session'
import { EMAIL_COOLDOWN_SECONDS, startCooldown } from '../lib/cooldowns'

const INVITE_PATH = '/auth/invite/{code}'

/**
 * The group of an invite code; joins nothing. Any success means that the code is valid; the group's fields are
 * optional.
 */
export const inviteQuery = (code: string) => {
  const params = { path: { code } }
  return queryOptions<InviteGroup, ApiError>({
    queryKey: q('get', INVITE_PATH, { params }).queryKey,
    queryFn: async ({ signal }) => {
      const answer = await unwrap(
        api.client.GET(INVITE_PATH, { params, signal }),
        operationName('get', INVITE_PATH),
      )
      return (answer as { group?: InviteGroup } | null)?.group ?? {}
    },
  })
}

/** Passwords leave the mutation cache as soon as the form calls `reset` (V06). */
const NOT_CACHED = { gcTime: 0 }

/** Creates an account; the server sends the confirmation email. */
export const useRegister = () => useMutation({ ...mutation('post', '/auth/register'), ...NOT_CACHED })

/** Requests a password reset email; a 404 means that no account has the address. */
export const useRequestPasswordReset = () => useMutation(mutation('get', '/auth/send-password-reset-email'))

/** Sets a password with the token of that email. */
export const useSetNewPassword = () =>
  useMutation({ ...mutation('post', '/auth/password-new'), ...NOT_CACHED })

/**
 * Requests a confirmation email and starts the cooldown. Resolves with `verified` when the address is confirmed
 * already, and updates the session.
 */
export const useRequestEmailVerification = () => {
  const { session } = useSession()
  const { mutateAsync, isPending } = useMutation(mutation('get', '/auth/send-email-verify'))
  const request = async (): Promise<'sent' | 'verified'> => {
    try {
      await mutateAsync({})
      startCooldown('verifyEmail')
      return 'sent'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.detail === 'email already verified') {
        const { user } = session.getState()
        if (user) session.updateUser({ ...user, email_verified: true })
        return 'verified'
      }
      if (error.status === 429) startCooldown('verifyEmail', error.retryAfter ?? EMAIL_COOLDOWN_SECONDS)
      throw error
    }
  }
  return { request, isPending }
}
