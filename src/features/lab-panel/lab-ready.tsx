import { Clock, TimerReset } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCountdown, formatTime } from '../../lib/format'
import { labNotifications } from '../../lib/lab-notifications'
import { getLabWarning, labCan } from '../../queries/lab-view'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { cx } from '../../ui/cx'
import { EndpointList } from './endpoint-list'
import { CallFailure } from './lab-failure'
import { StopLabButton } from './stop-lab'
import type { Lab } from './use-lab'

interface LabReadyProps {
  lab: Lab
  terminal: ReactNode
  vpnConfig: ReactNode
}

export const LabReady = ({ lab, terminal, vpnConfig }: LabReadyProps) => (
  <>
    {terminal}
    <EndpointList endpoints={lab.view.endpoints} />
    {vpnConfig}
    {lab.view.left !== null && <TimeLeft lab={lab} />}
    {lab.view.isEndUnreadable && <EndUnknown />}
    <div className="flex flex-wrap items-start gap-2">
      <ExtendButton lab={lab} />
      {labCan.stop(lab.view) && <StopLabButton stop={lab.stop} />}
    </div>
    {lab.start.error && <CallFailure lab={lab} call="extend" />}
    {lab.view.left !== null && <NotificationSetting />}
  </>
)

/** No live region: `LabPoller` announces it at 10 and 2 minutes. */
const TimeLeft = ({ lab }: { lab: Lab }) => {
  const { t, i18n } = useTranslation('lab')
  const { left, expiresAt } = lab.view
  // After an error nothing is polled; the notice below shows it.
  if (left === 0 && lab.error) return null
  if (left === 0) return <p className="text-sm text-warning-text">{t('ready.over')}</p>
  const isLow = getLabWarning(lab.view) !== null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Clock className={cx('size-4 shrink-0', isLow ? 'text-warning-text' : 'text-muted')} aria-hidden />
      <span className="text-muted">{t('ready.left')}</span>
      <span
        role="timer"
        aria-live="off"
        aria-label={t('ready.left')}
        className={cx('font-mono tabular-nums', isLow ? 'font-semibold text-warning-text' : 'font-medium')}
      >
        {formatCountdown(left ?? 0)}
      </span>
      <span className="text-muted">({t('ready.until', { time: formatTime(expiresAt, i18n.language) })})</span>
    </p>
  )
}

const EndUnknown = () => {
  const { t } = useTranslation('lab')
  return <p className="text-sm text-warning-text">{t('ready.endUnknown')}</p>
}

/** The label shows the new end, or when extending becomes possible. */
const ExtendButton = ({ lab }: { lab: Lab }) => {
  const { t, i18n } = useTranslation('lab')
  const { view, start } = lab
  if (view.left === null) return null
  const time = formatTime(view.extendsTo, i18n.language)
  const canExtend = labCan.extend(view)
  const label = !canExtend
    ? t('extend.closed')
    : view.extendsTo === null
      ? t('extend.again')
      : t(view.isExtensionGuessed ? 'extend.about' : 'extend.to', { time })
  const reason = view.isTaskOpen
    ? t('extend.from', { time: formatTime(view.extendFrom, i18n.language) })
    : t('extend.disabled')
  return (
    <Button
      icon={<TimerReset className="size-4" aria-hidden />}
      isPending={start.isPending}
      onClick={start.start}
      {...(!canExtend && { disabledReason: reason })}
    >
      {label}
    </Button>
  )
}

/** System notifications; permission is requested on click only. */
const NotificationSetting = () => {
  const { t } = useTranslation('lab')
  const isOn = useSyncExternalStore(labNotifications.subscribe, labNotifications.isOn, labNotifications.isOn)
  const [isDenied, setDenied] = useState(false)
  if (!('Notification' in globalThis)) return null
  const change = async (wanted: boolean) => {
    const isAllowed = !wanted || (await Notification.requestPermission()) === 'granted'
    setDenied(!isAllowed)
    labNotifications.set(wanted && isAllowed)
  }
  return (
    <Checkbox
      label={t('notices.label')}
      checked={isOn && Notification.permission === 'granted'}
      onChange={event => void change(event.currentTarget.checked)}
      {...(isDenied && { error: t('notices.denied') })}
    />
  )
}
