import { useRouter } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { cacheObserver } from '../../api/cache-observer'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { createListeners } from '../../lib/create-listeners'
import { formatTime } from '../../lib/format'
import { connection } from '../../lib/online'
import { Banner } from '../../ui/banner'

/**
 * Offline notice with the age of the data. Its live region is always rendered: screen readers ignore one that
 * appears together with its text.
 */
export const OfflineBanner = () => {
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  const isTaken = useSyncExternalStore(
    offlineBanner.subscribe,
    offlineBanner.isSuppressed,
    offlineBanner.isSuppressed,
  )
  return <div role="status">{isOnline || isTaken ? null : <Outage />}</div>
}

const Outage = () => {
  const { t, i18n } = useTranslation('common')
  const time = useSyncExternalStore(
    cacheObserver.subscribe,
    cacheObserver.dataUpdatedAt,
    cacheObserver.dataUpdatedAt,
  )
  return (
    <Banner tone="warning" icon={<WifiOff aria-hidden />} isBleed>
      {time === null
        ? t('offline.bannerNoData')
        : t('offline.banner', { time: formatTime(time, i18n.language) })}
    </Banner>
  )
}

let suppressors = 0
const listeners = createListeners()
const update = (change: 1 | -1) => {
  suppressors += change
  listeners.emit()
}

/** Whether the global offline banner is hidden because another component reports the connection. */
export const offlineBanner = {
  /** Used while an exam runs, whose clock reports the connection itself. Returns the function that ends it. */
  suppress(): () => void {
    update(1)
    let isActive = true
    return () => {
      if (isActive) update(-1)
      isActive = false
    }
  },
  isSuppressed: (): boolean => suppressors > 0,
  subscribe: listeners.subscribe,
}

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
