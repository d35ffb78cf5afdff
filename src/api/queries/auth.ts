import { queryOptions, useMutation } from '@tanstack/react-query'
import type { InviteGroup } from '../../../packages/contract/schema.gen'
import { EMAIL_COOLDOWN_SECONDS, startCooldown } from '../../lib/cooldowns'
import { api } from '../api'
import { ApiError } from '../errors'
import { mutation, q } from '../query'
import { unwrap } from '../unwrap'
import { useSession } from '../use-session'

/** The group of an invite code; joins nothing. Any success means that the code is valid. */
export const inviteQuery = (code: string) => {
  const params = { path: { code } }
  return queryOptions<InviteGroup, ApiError>({
    queryKey: q('checkInvite', { params }).queryKey,
    queryFn: async ({ signal }) => {
      const answer = await unwrap(api.client.GET('/auth/invite/{code}', { params, signal }), 'checkInvite')
      return (answer as { group?: InviteGroup } | null)?.group ?? {}
    },
  })
}

/** Starts the cooldown; if the address is confirmed already, updates the session and resolves with `verified`. */
export const useRequestEmailVerification = () => {
  const { session } = useSession()
  const { mutateAsync, isPending } = useMutation(mutation('requestEmailVerification'))
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
