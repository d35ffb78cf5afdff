import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useSession } from '../../api/use-session'
import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { useCooldown } from '../../lib/cooldowns'
import { useRequestEmailVerification } from '../../queries/auth'
import { Button } from '../../ui/button'

interface VerifyEmailActionsProps {
  isCentred?: boolean
  isPrimary?: boolean
}

/** "Send again" (once a minute) and "I have verified it". */
export const VerifyEmailActions = ({ isCentred = false, isPrimary = false }: VerifyEmailActionsProps) => {
  const { t } = useTranslation('common')
  const { send, check, isSending, isChecking, wait, outcome } = useVerificationEmail()
  return (
    <div className={`flex flex-col gap-2 ${isCentred ? 'items-center' : ''}`}>
      <div className={`flex flex-wrap gap-2 ${isCentred ? 'justify-center' : ''}`}>
        <Button
          size="sm"
          variant={isPrimary ? 'primary' : 'secondary'}
          onClick={send}
          isPending={isSending}
          disabledReason={wait > 0 ? t('verify.pause') : ''}
          reasonPlacement="hidden"
          className="tabular-nums"
        >
          {wait > 0 ? t('verify.sendIn', { seconds: wait }) : t('verify.send')}
        </Button>
        <Button size="sm" onClick={check} isPending={isChecking}>
          {t('verify.check')}
        </Button>
      </div>
      {outcome?.kind === 'failed' && (
        <p role="alert" className="text-sm text-danger-text">
          {errorMessage(outcome.error)}
        </p>
      )}
      {outcome && outcome.kind !== 'failed' && <p className="text-sm">{t(`verify.${outcome.kind}`)}</p>}
    </div>
  )
}

type Outcome = { kind: 'sent' | 'stillUnverified' } | { kind: 'failed'; error: unknown }

/** Sends the verification email and checks whether the address is verified, with the last outcome. */
const useVerificationEmail = () => {
  const { t } = useTranslation('common')
  const { session } = useSession()
  const { request, isPending: isSending } = useRequestEmailVerification()
  const [isChecking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const wait = useCooldown('verifyEmail')

  const reportOutcome = (kind: 'sent' | 'stillUnverified') => {
    setOutcome({ kind })
    announce(t(`verify.${kind}`), 'polite')
  }
  const send = async () => {
    setOutcome(null)
    try {
      if ((await request()) === 'sent') reportOutcome('sent')
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    }
  }
  /** There is no request for the user, so a refresh reads it again. */
  const check = async () => {
    setOutcome(null)
    setChecking(true)
    try {
      await session.refresh()
      if (session.getState().user?.email_verified === false) reportOutcome('stillUnverified')
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    } finally {
      setChecking(false)
    }
  }
  // After the cooldown "too many requests" is outdated.
  const isOutdated =
    outcome?.kind === 'failed' &&
    outcome.error instanceof ApiError &&
    outcome.error.status === 429 &&
    wait === 0
  return { send, check, isSending, isChecking, wait, outcome: isOutdated ? null : outcome }
}
