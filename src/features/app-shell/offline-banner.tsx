import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionTeller } from '../../lib/connection-teller'
import { formatTime } from '../../lib/format'
import { connection } from '../../lib/online'
import { shownData } from '../../lib/shown-data'
import { Banner } from '../../ui/banner'

/**
 * Says that the connection is gone and how old the shown data is (ux §2, offline). Its live region is always there: one that
 * comes together with its words is silent for some readers.
 */
export const OfflineBanner = () => {
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  const isTaken = useSyncExternalStore(
    connectionTeller.subscribe,
    connectionTeller.isTaken,
    connectionTeller.isTaken,
  )
  return <div role="status">{isOnline || isTaken ? null : <Outage />}</div>
}

const Outage = () => {
  const { t, i18n } = useTranslation('common')
  const time = useSyncExternalStore(shownData.subscribe, shownData.time, shownData.time)
  return (
    <Banner tone="warning" icon={<WifiOff aria-hidden />} isBleed>
      {time === null
        ? t('offline.bannerNoData')
        : t('offline.banner', { time: formatTime(time, i18n.language) })}
    </Banner>
  )
}
