import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { cacheObserver } from '../../lib/cache-observer'
import { formatTime } from '../../lib/format'
import { offlineBanner } from '../../lib/offline-banner'
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
