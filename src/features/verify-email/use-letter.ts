import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { useCooldown } from '../../lib/cooldowns'
import { useRequestEmailVerification } from '../../queries/auth'

type Outcome = { kind: 'sent' | 'stillUnverified' } | { kind: 'failed'; error: unknown }

/** The two actions on the letter that confirms the address, and what came of the last one. */
export const useLetter = () => {
  const { t } = useTranslation('common')
  const { session } = useSession()
  const { request, isPending: isSending } = useRequestEmailVerification()
  const [isChecking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const wait = useCooldown('verifyEmail')

  const say = (kind: 'sent' | 'stillUnverified') => {
    setOutcome({ kind })
    announce(t(`verify.${kind}`), 'polite')
  }
  const send = async () => {
    setOutcome(null)
    try {
      if ((await request()) === 'sent') say('sent')
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    }
  }
  /** No call says who the user is, so a refresh reads it again (design §6). */
  const check = async () => {
    setOutcome(null)
    setChecking(true)
    try {
      await session.refresh()
      if (session.getState().user?.email_verified === false) say('stillUnverified')
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    } finally {
      setChecking(false)
    }
  }
  // "Wait a little" is no longer true once the pause is over.
  const isOver =
    outcome?.kind === 'failed' &&
    outcome.error instanceof ApiError &&
    outcome.error.status === 429 &&
    wait === 0
  return { send, check, isSending, isChecking, wait, outcome: isOver ? null : outcome }
}
