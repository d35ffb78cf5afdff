import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { type UserKey, userKey } from '../../lib/user-key'

/**
 * When the email address becomes verified, in whatever way this tab learns of it, announces it and refetches
 * everything, because access has changed.
 */
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
