import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { cacheObserver } from '../../lib/cache-observer'
import { offlineBanner } from '../../lib/offline-banner'
import { connection } from '../../lib/online'

const isOffline = (error: unknown) => error instanceof ApiError && error.kind === 'offline'

/**
 * Announces a restored connection and reloads a page that failed offline. Only reads are repeated, never what
 * a user sends.
 */
export const useReconnect = (): void => {
  const { t } = useTranslation('common')
  const router = useRouter()
  useEffect(
    () =>
      connection.onReturn(wasShown => {
        if (wasShown && !offlineBanner.isSuppressed()) announce(t('online.restored'), 'polite')
        if (!router.state.matches.some(({ error }) => isOffline(error))) return
        cacheObserver.resetErrors()
        void router.invalidate({ filter: ({ error }) => isOffline(error) })
      }),
    [t, router],
  )
}
