import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionTeller } from '../../lib/connection-teller'
import { formatTime } from '../../lib/format'
import { connection } from '../../lib/online'
import { Banner } from '../../ui/banner'
import { useDataTime } from './use-data-time'

/** Says that the connection is gone and how old the shown data is (ux §2, offline). */
export const OfflineBanner = () => {
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  const isTaken = useSyncExternalStore(
    connectionTeller.subscribe,
    connectionTeller.isTaken,
    connectionTeller.isTaken,
  )
  return isOnline || isTaken ? null : <Outage />
}

const Outage = () => {
  const { t, i18n } = useTranslation('common')
  const time = useDataTime()
  return (
    <Banner tone="warning" icon={<WifiOff aria-hidden />} role="status" isBleed>
      {time === null
        ? t('offline.bannerNoData')
        : t('offline.banner', { time: formatTime(time, i18n.language) })}
    </Banner>
  )
}
