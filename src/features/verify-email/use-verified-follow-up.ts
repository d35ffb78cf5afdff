import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { type UserKey, userKey } from '../../lib/user-key'

/**
 * Once the e-mail is confirmed, however this tab learns of it (the server's "already verified", a refresh, another
 * tab), says so once and asks again for everything: what was refused until now is open (specification §6 and §7).
 */
export const useVerifiedFollowUp = (): void => {
  const { t } = useTranslation('common')
  const { user } = useSession()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const unverified = useRef<UserKey | null>(null)
  useEffect(() => {
    const before = unverified.current
    unverified.current = user && !user.email_verified ? userKey(user) : null
    if (!user?.email_verified || before !== userKey(user)) return
    announce(t('verify.done'), 'polite')
    reset()
    void queryClient.invalidateQueries()
    void router.invalidate().then(focusPageIfLost)
  }, [user, t, queryClient, router, reset])
}

/** The button that was pressed is gone with its banner. */
const focusPageIfLost = (): void => {
  if (document.activeElement && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}
