import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { mutation, q } from '../api/query'
import { useSession } from '../api/use-session'
import { letterPause, startCooldown } from '../lib/cooldowns'

/** Which group an invite code leads to; it joins nothing (specification §7, `GET auth/invite/{code}`). */
export const inviteQuery = (code: string) => q('get', '/auth/invite/{code}', { params: { path: { code } } })

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
