import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useSession } from '../../api/use-session'
import { errorText } from '../../i18n/error-text'
import { announce } from '../../lib/announce'
import { letterPause, startCooldown, useCooldown } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { useRequestEmailVerification } from '../../queries/auth'
import { isRefusedWithLetter } from '../../queries/letter-refusal'
import type { Account } from './use-registration'

type Outcome = { kind: 'sent' } | { kind: 'failed'; error: unknown }

/**
 * Sends the letter again. The request for it needs a signed-in person (specification §7), so what was just typed signs
 * in: a server that keeps unconfirmed people out sends the letter with its refusal, one that lets them in is asked for it.
 */
export const useLetterAgain = ({ username, password }: Account, invite: string | undefined) => {
  const { t } = useTranslation('registration')
  const { session } = useSession()
  const { request } = useRequestEmailVerification()
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const wait = useCooldown('registrationLetter')

  /** The session leads to another page meanwhile, so that a toast is the only place for the outcome. */
  const askOnTheWay = () =>
    request().then(
      outcome => outcome === 'sent' && toast.success(t('done.sentAgain')),
      error => toast.error(errorText(error)),
    )

  const send = async () => {
    setPending(true)
    setOutcome(null)
    try {
      const user = await session.login({ username, password, ...(invite !== undefined && { invite }) })
      if (!user.email_verified) await askOnTheWay()
    } catch (error) {
      const isSent = isRefusedWithLetter(error)
      setOutcome(isSent ? { kind: 'sent' } : { kind: 'failed', error })
      if (isSent) {
        startCooldown('registrationLetter')
        announce(t('done.sentAgain'))
      } else if (error instanceof ApiError && error.status === 429) {
        startCooldown('registrationLetter', error.retryAfter ?? letterPause)
      }
    } finally {
      setPending(false)
    }
  }
  return { send, isPending, outcome, wait }
}
