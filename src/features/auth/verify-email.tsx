import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useRequestEmailVerification } from '../../api/queries/auth'
import { useSession } from '../../api/use-session'
import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { useCooldown } from '../../lib/cooldowns'
import { type UserKey, userKey } from '../../lib/user'
import { Button } from '../../ui/button'

interface VerifyEmailActionsProps {
  isCentred?: boolean
  /** The check comes first and is the main action: an email was sent at the registration. */
  isPrimary?: boolean
}

type Outcome = 'sent' | 'stillUnverified' | { error: unknown }

/** "Send again" (once a minute) and "I have verified it", with the last outcome. */
export const VerifyEmailActions = ({ isCentred = false, isPrimary = false }: VerifyEmailActionsProps) => {
  const { t } = useTranslation('common')
  const { session } = useSession()
  const { request, isPending: isSending } = useRequestEmailVerification()
  const [isChecking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const wait = useCooldown('verifyEmail')

  const reportOutcome = (kind: 'sent' | 'stillUnverified') => {
    setOutcome(kind)
    announce(t(`verify.${kind}`), 'polite')
  }
  const send = async () => {
    setOutcome(null)
    try {
      if ((await request()) === 'sent') reportOutcome('sent')
    } catch (error) {
      setOutcome({ error })
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
      setOutcome({ error })
    } finally {
      setChecking(false)
    }
  }
  const error = outcome !== null && typeof outcome === 'object' ? outcome.error : null
  // After the cooldown "too many requests" is outdated.
  const isOutdated = error instanceof ApiError && error.status === 429 && wait === 0
  const checkButton = (
    <Button size="sm" variant={isPrimary ? 'primary' : 'secondary'} onClick={check} isPending={isChecking}>
      {t('verify.check')}
    </Button>
  )
  return (
    <div className={`flex flex-col gap-2 ${isCentred ? 'items-center' : ''}`}>
      <div className={`flex flex-wrap gap-2 ${isCentred ? 'justify-center' : ''}`}>
        {isPrimary && checkButton}
        <Button
          size="sm"
          onClick={send}
          isPending={isSending}
          disabledReason={wait > 0 ? t('verify.pause') : ''}
          reasonPlacement="hidden"
          className="tabular-nums"
        >
          {wait > 0 ? t('verify.sendIn', { seconds: wait }) : t('verify.send')}
        </Button>
        {!isPrimary && checkButton}
      </div>
      {error !== null && !isOutdated && (
        <p role="alert" className="text-sm text-danger-text">
          {errorMessage(error)}
        </p>
      )}
      {typeof outcome === 'string' && <p className="text-sm">{t(`verify.${outcome}`)}</p>}
    </div>
  )
}

/** Announces that the address became verified and refetches everything, because access has changed. */
export const useRefetchOnVerified = (): void => {
  const { t } = useTranslation('common')
  const { user } = useSession()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const unverifiedUser = useRef<UserKey | null>(null)
  useEffect(() => {
    const before = unverifiedUser.current
    unverifiedUser.current = user && !user.email_verified ? userKey(user) : null
    if (!user?.email_verified || before !== userKey(user)) return
    announce(t('verify.done'), 'polite')
    reset()
    void queryClient.invalidateQueries()
    void router.invalidate().then(focusPageIfLost)
  }, [user, t, queryClient, router, reset])
}

/** The pressed button disappears with its banner. */
const focusPageIfLost = (): void => {
  if (document.activeElement && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}
