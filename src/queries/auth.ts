import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../api/api'
import { ApiError } from '../api/errors'
import { nameOf } from '../api/operation-name'
import { mutation, q } from '../api/query'
import type { InviteGroup } from '../api/schema.gen'
import { unwrap } from '../api/unwrap'
import { useSession } from '../api/use-session'
import { letterPause, startCooldown } from '../lib/cooldowns'

const invitePath = '/auth/invite/{code}'

/**
 * Which group an invite code leads to; it joins nothing (specification §7, `GET auth/invite/{code}`). Any JSON and an empty
 * success say that the code is valid; what they name of the group is shown.
 */
export const inviteQuery = (code: string) => {
  const params = { path: { code } }
  return queryOptions<InviteGroup, ApiError>({
    queryKey: q('get', invitePath, { params }).queryKey,
    queryFn: async ({ signal }) => {
      const answer = await unwrap(api.client.GET(invitePath, { params, signal }), nameOf('get', invitePath))
      return (answer as { group?: InviteGroup } | null)?.group ?? {}
    },
  })
}

/** What carries a password leaves the cache as soon as its form lets it go by `reset` (reliability V06). */
const unkept = { gcTime: 0 }

/** Makes an account and sends the letter (specification §7, `POST auth/register`). */
export const useRegister = () => useMutation({ ...mutation('post', '/auth/register'), ...unkept })

/** Sends a letter with a link to set a new password; a 404 says that no account has the address. */
export const useRequestPasswordReset = () => useMutation(mutation('get', '/auth/send-password-reset-email'))

/** Sets a password with the secret of that letter (specification §7, `POST auth/password-new`). */
export const useSetNewPassword = () => useMutation({ ...mutation('post', '/auth/password-new'), ...unkept })

/**
 * Sends the letter that confirms the address, and begins the pause until the next one. Resolves with `verified` when
 * the server says that there is nothing to confirm; the session knows it then (specification §7).
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
      if (error.status === 429) startCooldown('verifyEmail', error.retryAfter ?? letterPause)
      throw error
    }
  }
  return { request, isPending }
}
