import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useRequestEmailVerification } from '../../api/queries/auth'
import { useSession } from '../../api/use-session'
import { errorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { useCooldown } from '../../lib/cooldowns'
import { isFocusLost } from '../../lib/focus'
import { useOnChange } from '../../lib/hooks'
import { isSameUser } from '../../lib/user'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'

interface VerifyEmailActionsProps {
  /** Outside the banner, "I have verified it" comes first, as the main action. */
  variant?: 'banner' | 'menu' | 'page'
}

type Outcome = 'sent' | 'stillUnverified' | { error: unknown }

/** "Send again" (once a minute) and "I have verified it", with the last outcome. */
export const VerifyEmailActions = ({ variant = 'banner' }: VerifyEmailActionsProps) => {
  const { t } = useTranslation('common')
  const { session } = useSession()
  const { request, isPending: isSending } = useRequestEmailVerification()
  const [isChecking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const secondsLeft = useCooldown('verifyEmail')

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
  // The API has no operation that reads the user; a session refresh returns it.
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
  // "Too many requests" no longer applies once the cooldown is over.
  const isOutdated = error instanceof ApiError && error.status === 429 && secondsLeft === 0
  const isBanner = variant === 'banner'
  const size = variant === 'page' ? 'md' : 'sm'
  // In the menu both fit in one row.
  const widthClass = variant === 'page' ? 'max-sm:w-full' : variant === 'menu' && 'px-2!'
  const noteClass = cx('text-sm', isBanner && 'ml-3 w-full pl-4')
  const checkButton = (
    <Button
      size={size}
      variant={isBanner ? 'secondary' : 'primary'}
      className={cx(widthClass)}
      onClick={check}
      isPending={isChecking}
    >
      {t('verify.check')}
    </Button>
  )
  return (
    // Parts of the banner's row: the note stands below it, under the text.
    <div className={isBanner ? 'contents' : 'flex flex-col gap-2'}>
      <div className="flex flex-wrap gap-2">
        {!isBanner && checkButton}
        <Button
          size={size}
          onClick={send}
          isPending={isSending}
          disabledReason={secondsLeft > 0 ? t('verify.pause') : ''}
          reasonPlacement="hidden"
          className={cx('tabular-nums', widthClass)}
        >
          {secondsLeft > 0 ? t('verify.sendIn', { seconds: secondsLeft }) : t('verify.send')}
        </Button>
        {isBanner && checkButton}
      </div>
      {error !== null && !isOutdated && (
        <p role="alert" className={cx('text-danger-text', noteClass)}>
          {errorMessage(error)}
        </p>
      )}
      {typeof outcome === 'string' && <p className={noteClass}>{t(`verify.${outcome}`)}</p>}
    </div>
  )
}

/** Announces that the address became verified and refetches everything, because access has changed. */
export const useRefetchOnVerified = (): void => {
  const { t } = useTranslation('common')
  const { user } = useSession()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { reset: resetErrors } = useQueryErrorResetBoundary()
  useOnChange(user, before => {
    if (!user?.email_verified || !before || before.email_verified || !isSameUser(before, user)) return
    announce(t('verify.done'), 'polite')
    resetErrors()
    void queryClient.invalidateQueries()
    void router.invalidate().then(focusPageIfLost)
  })
}

/** The focused button is removed together with its banner. */
const focusPageIfLost = (): void => {
  if (!isFocusLost()) return
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}
