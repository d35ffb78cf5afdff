import { ExternalLink, TimerReset } from 'lucide-react'
import { Fragment, type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabEndpoint } from '../../../packages/contract/schema.gen'
import { SlowAnswer } from '../../i18n/slow-answer'
import { formatCountdown, formatTime } from '../../lib/format'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { CopyButton } from '../../ui/copy-button'
import { cx } from '../../ui/cx'
import { Ring } from '../../ui/ring'
import { LazyVpnConfig } from '../vpn/public'
import { CallFailure } from './lab-failure'
import { labNotifications } from './lab-storage'
import { useExtendLabel } from './labs'
import { getLabAddress, getLabWarning, labCan } from './model'
import { RestartLabButton } from './restart-lab'
import { StopLabButton } from './stop-lab'
import type { Lab } from './use-lab'

/** `children` stand between the time left and the addresses. */
export const LabReady = ({ lab, children }: { lab: Lab; children: ReactNode }) => {
  const { t } = useTranslation('lab')
  const { view } = lab
  const hasEnd = view.left !== null
  return (
    <>
      {hasEnd && <TimeLeft lab={lab} />}
      {view.isEndUnreadable && <p className="text-sm text-warning-text">{t('ready.endUnknown')}</p>}
      {children}
      <EndpointList endpoints={view.endpoints} />
      <ExtendAndStop lab={lab} />
      <SlowAnswer isPending={lab.start.isPending} onStop={lab.start.stopWaiting} />
      {lab.start.error && <CallFailure lab={lab} call="extend" />}
      <details className="border-t border-line pt-3 text-sm">
        <summary className="font-medium">{t('ready.more')}</summary>
        <div className="mt-2 flex flex-col gap-3">
          <HostList endpoints={view.endpoints} />
          <LazyVpnConfig />
          {hasEnd && <NotificationSetting />}
        </div>
      </details>
    </>
  )
}

/** No live region: `LabPoller` announces it at 10 and 2 minutes. */
const TimeLeft = ({ lab }: { lab: Lab }) => {
  const { t, i18n } = useTranslation('lab')
  const { left, expiresAt } = lab.view
  // After an error nothing is polled; the notice below shows it.
  if (left === 0 && lab.error) return null
  if (left === 0) return <p className="text-sm text-warning-text">{t('ready.over')}</p>
  const isLow = getLabWarning(lab.view) !== null
  return (
    <div className="flex items-center gap-3">
      <Ring share={lab.view.leftShare ?? 1} tone={isLow ? 'warning' : 'success'} className="size-10" />
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span
          role="timer"
          aria-live="off"
          aria-label={t('ready.left')}
          className={cx('font-mono text-xl font-medium tabular-nums', isLow && 'text-warning-text')}
        >
          {formatCountdown(left ?? 0)}
        </span>
        <span className="text-muted">{t('ready.until', { time: formatTime(expiresAt, i18n.language) })}</span>
      </p>
    </div>
  )
}

/** The label of the extension shows the new end, or the text below when it becomes possible. */
const ExtendAndStop = ({ lab }: { lab: Lab }) => {
  const { t, i18n } = useTranslation('lab')
  const { view, start } = lab
  const extendLabel = useExtendLabel(view)
  const canExtend = labCan.extend(view)
  const reason = view.isTaskOpen
    ? t('extend.from', { time: formatTime(view.extendFrom, i18n.language) })
    : t('extend.disabled')
  // Stays after an extension, so that it keeps the focus.
  const [wasOffered, setOffered] = useState(canExtend)
  if (canExtend && !wasOffered) setOffered(true)
  const hasEnd = view.left !== null
  return (
    <>
      {hasEnd && (
        <div className="flex flex-col items-start gap-1">
          {wasOffered && (
            <Button
              icon={<TimerReset />}
              isPending={start.isPending}
              onClick={start.start}
              disabledReason={canExtend ? '' : reason}
              reasonPlacement="hidden"
            >
              {canExtend ? extendLabel : t('extend.closed')}
            </Button>
          )}
          {!canExtend && <p className="text-sm text-muted">{reason}</p>}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {labCan.stop(view) && <StopLabButton stop={lab.stop} />}
        <RestartLabButton lab={lab} />
      </div>
    </>
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

const EndpointList = ({ endpoints }: { endpoints: readonly LabEndpoint[] }) => {
  const { t } = useTranslation('lab')
  if (endpoints.length === 0) return <p className="text-sm text-muted">{t('ready.noEndpoints')}</p>
  return (
    <ul aria-label={t('ready.endpoints')} className="flex flex-col gap-2">
      {endpoints.map((endpoint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two endpoints may be alike in every field.
        <Endpoint key={index} endpoint={endpoint} />
      ))}
    </ul>
  )
}

const getEndpointLabel = ({ label }: LabEndpoint, fallback: string): string =>
  typeof label === 'string' ? label : fallback

const Endpoint = ({ endpoint }: { endpoint: LabEndpoint }) => {
  const { t } = useTranslation('lab')
  const { main, href, isCommand, hostPort } = getLabAddress(endpoint)
  const label = getEndpointLabel(endpoint, hostPort ?? main)
  return (
    <li className="flex min-w-0 flex-col">
      <bdi className="text-xs text-muted wrap-anywhere">{label}</bdi>
      <CopyLine text={main} href={href} label={t(isCommand ? 'copy.command' : 'copy.address', { label })} />
    </li>
  )
}

/** Hosts with their ports, for tools that take no URL. */
const HostList = ({ endpoints }: { endpoints: readonly LabEndpoint[] }) => {
  const { t } = useTranslation('lab')
  const hosts = endpoints.flatMap(endpoint => {
    const { hostPort } = getLabAddress(endpoint)
    return hostPort === null ? [] : [{ hostPort, label: getEndpointLabel(endpoint, hostPort) }]
  })
  if (hosts.length === 0) return null
  return (
    <ul aria-label={t('ready.hosts')} className="flex flex-col gap-1">
      {hosts.map(({ hostPort, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two endpoints may be alike in every field.
        <li key={index}>
          <CopyLine text={hostPort} label={t('copy.host', { label })} />
        </li>
      ))}
    </ul>
  )
}

const CopyLine = ({ text, href, label }: { text: string; href?: string | null; label: string }) => {
  const { t } = useTranslation(['lab', 'common'])
  const [hasFailed, setFailed] = useState(false)
  return (
    <>
      <div className="flex min-w-0 items-center justify-between gap-2">
        {href ? (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 font-mono text-xs wrap-anywhere"
          >
            <bdi translate="no">{text.replace(/^https?:\/\/|\/$/g, '')}</bdi>
            <ExternalLink className="size-3.5 shrink-0" />
            <span className="sr-only">{t('external')}</span>
          </a>
        ) : (
          <code translate="no" className="min-w-0 text-xs wrap-anywhere select-all">
            {text.split(' ').map((word, index) => (
              // Breaks between words, not after a hyphen of a host.
              // biome-ignore lint/suspicious/noArrayIndexKey: words of one text never move.
              <Fragment key={index}>
                {index > 0 && ' '}
                <span className="inline-block max-w-full">{word}</span>
              </Fragment>
            ))}
          </code>
        )}
        <CopyButton
          text={text}
          label={label}
          copiedLabel={t('copied', { ns: 'common' })}
          isIconOnly
          onResult={isCopied => setFailed(!isCopied)}
          className="shrink-0"
        />
      </div>
      {hasFailed && (
        <p role="status" className="text-xs text-muted">
          {t('copy.byHand')}
        </p>
      )}
    </>
  )
}
