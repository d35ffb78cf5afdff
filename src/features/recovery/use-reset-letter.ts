import { ApiError } from '../../api/errors'
import { letterPause, startCooldown } from '../../lib/cooldowns'
import { useRequestPasswordReset } from '../../queries/auth'

/**
 * Asks for the letter with the link, and begins the pause until the next one. An address that no account has ends as
 * every other, so that nobody learns here who has one (reliability V07). Rejects with the `ApiError` of any other failure.
 */
export const useResetLetter = () => {
  const { mutateAsync, isPending } = useRequestPasswordReset()
  const request = async (email: string): Promise<void> => {
    try {
      await mutateAsync({ params: { query: { email } } })
    } catch (error) {
      const failure = error instanceof ApiError ? error : null
      if (failure?.status === 429) startCooldown('resetPassword', failure.retryAfter ?? letterPause)
      if (failure?.detail !== 'user not exists') throw error
    }
    startCooldown('resetPassword')
  }
  return { request, isPending }
}
