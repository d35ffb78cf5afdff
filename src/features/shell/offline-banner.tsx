import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useDataUpdatedAt } from '../../api/use-data-updated-at'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import { useSubscription } from '../../lib/hooks'
import { connection } from '../../lib/online'
import { createStore, useStore } from '../../lib/store'
import { Banner } from '../../ui/banner'

/** Its live region is always rendered: screen readers ignore one that appears together with its text. */
export const OfflineBanner = () => {
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  const isSuppressed = useStore({ get: offlineBanner.isSuppressed, subscribe: offlineBanner.subscribe })
  return <div role="status">{isOnline || isSuppressed ? null : <Outage />}</div>
}

const Outage = () => {
  const { t, i18n } = useTranslation('common')
  const time = useDataUpdatedAt()
  return (
    <Banner tone="warning" icon={<WifiOff />} isBleed>
      {time === null
        ? t('offline.bannerNoData')
        : t('offline.banner', { time: formatTime(time, i18n.language) })}
    </Banner>
  )
}

const suppressors = createStore(0)

/** Whether the global offline banner is hidden because another component reports the connection. */
export const offlineBanner = {
  /** Used while an exam runs, whose clock reports the connection itself. Returns the function that ends it. */
  suppress(): () => void {
    suppressors.set(suppressors.get() + 1)
    let isActive = true
    return () => {
      if (isActive) suppressors.set(suppressors.get() - 1)
      isActive = false
    }
  },
  isSuppressed: (): boolean => suppressors.get() > 0,
  subscribe: suppressors.subscribe,
}

const isOffline = (error: unknown) => error instanceof ApiError && error.kind === 'offline'

/**
 * Refetches what is on the screen, and reloads a page that failed offline. Only reads are repeated, never what a user
 * sends.
 */
export const useReconnect = (): void => {
  const { t } = useTranslation('common')
  const router = useRouter()
  const queryClient = useQueryClient()
  const { reset } = useQueryErrorResetBoundary()
  useSubscription(connection.onReturn, wasShown => {
    if (wasShown && !offlineBanner.isSuppressed()) announce(t('online.restored'), 'polite')
    // After an outage that was too short to be shown, only stale queries.
    const filters = wasShown ? { type: 'active' as const } : { type: 'active' as const, stale: true }
    void queryClient.refetchQueries(filters, { cancelRefetch: false })
    if (!router.state.matches.some(({ error }) => isOffline(error))) return
    reset()
    void router.invalidate({ filter: ({ error }) => isOffline(error) })
  })
}
