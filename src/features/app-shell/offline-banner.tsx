import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import { connection } from '../../lib/online'
import { Banner } from '../../ui/banner'

/** Says that the connection is gone and how old the shown data is; on return says so once and reads it again. */
export const OfflineBanner = () => {
  const { t, i18n } = useTranslation('common')
  const queryClient = useQueryClient()
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) announce(t('online.restored'), 'polite')
    wasOnline.current = isOnline
  }, [isOnline, t])
  if (isOnline) return null
  const newest = Math.max(
    0,
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(query => query.state.dataUpdatedAt),
  )
  return (
    <Banner tone="warning" icon={<WifiOff aria-hidden />} role="status" isBleed>
      {newest > 0
        ? t('offline.banner', { time: formatTime(newest, i18n.language) })
        : t('offline.bannerNoData')}
    </Banner>
  )
}
