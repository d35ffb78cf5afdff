import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheckBig, ExternalLink } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../../api/queries/config'
import { useSession } from '../../api/use-session'
import { clock } from '../../lib/clock'
import { formatDuration } from '../../lib/format'
import { useOnline } from '../../lib/online'
import { safeLink } from '../../lib/safe-url'
import { serverClock } from '../../lib/server-clock'
import { storage } from '../../lib/storage'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { SectionTitle } from '../../ui/page-title'
import { labNotifications } from '../lab/public'
import { LazyVpnConfig } from '../vpn/public'

/** Smaller differences don't mislead anybody about the time left. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000

interface Check {
  key: string
  isReady: boolean
  text: string
  action?: ReactNode
}

/** What a candidate can check before the clock starts. Nothing here blocks the start, and nothing is sent. */
export const ExamReadiness = () => {
  const { t, i18n } = useTranslation('exam')
  const { user } = useSession()
  const isOnline = useOnline()
  const notifications = useNotificationCheck()
  const [hasVpnFile, setVpnFile] = useState(() => storage.get('flagship.vpnFile') !== null)
  const [isStorageKept] = useState(storage.isKept)
  const differenceMs = Math.abs(clock.now() - serverClock.now())
  const isClockRight = differenceMs <= MAX_CLOCK_DIFFERENCE_MS
  const time = formatDuration(Math.round(differenceMs / 1000), i18n.language)
  const isVerified = user?.email_verified === true
  const checks: Check[] = [
    { key: 'email', isReady: isVerified, text: t(isVerified ? 'ready.email' : 'ready.email.todo') },
    { key: 'online', isReady: isOnline, text: t(isOnline ? 'ready.online' : 'ready.online.todo') },
    {
      key: 'clock',
      isReady: isClockRight,
      text: isClockRight ? t('ready.clock') : t('ready.clock.todo', { time }),
    },
    {
      key: 'storage',
      isReady: isStorageKept,
      text: t(isStorageKept ? 'ready.storage' : 'ready.storage.todo'),
    },
    ...notifications,
    {
      key: 'vpn',
      isReady: hasVpnFile,
      text: t(hasVpnFile ? 'ready.vpn' : 'ready.vpn.todo'),
      action: !hasVpnFile && <LazyVpnConfig isRow onSaved={() => setVpnFile(true)} />,
    },
  ]
  const done = checks.filter(({ isReady }) => isReady).length
  return (
    <section aria-labelledby="exam-ready" className="flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <SectionTitle level={3} id="exam-ready">
          {t('ready.title')}
        </SectionTitle>
        <span className="text-sm text-muted">{t('ready.value', { done, total: checks.length })}</span>
      </div>
      <ul className="grid gap-x-8 text-sm md:grid-cols-2">
        {checks.map(({ key, isReady, text, action }) => (
          <li key={key} className="flex min-h-10 flex-wrap items-center gap-x-3">
            {isReady ? (
              <CircleCheckBig className="size-4 shrink-0 text-success-text" />
            ) : (
              <CircleAlert className="size-4 shrink-0 text-warning-text" />
            )}
            <span className="min-w-0 flex-1">
              <span className="sr-only">{`${t(isReady ? 'ready.ok' : 'ready.todo')}: `}</span>
              <span>{text}</span>
            </span>
            {action}
          </li>
        ))}
      </ul>
      <Practice />
      <p className="text-sm text-muted">{t('ready.note')}</p>
    </section>
  )
}

/** Only where the organizers have a demo. */
const Practice = () => {
  const { t } = useTranslation('exam')
  const { data: config } = useQuery(configQuery())
  const href = safeLink(config?.exam.practice_url)
  if (!href) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: 'sm' })}>
        <span>{t('practice.link')}</span>
        <ExternalLink />
        <span className="sr-only">{t('report.how.external')}</span>
      </a>
      <span className="min-w-0 flex-1 basis-[14rem]">{t('practice.text')}</span>
    </p>
  )
}

/** None in browsers without notifications. The permission is requested on a click only. */
const useNotificationCheck = (): Check[] => {
  const { t } = useTranslation('exam')
  const isOn = useSyncExternalStore(labNotifications.subscribe, labNotifications.isOn, labNotifications.isOn)
  const [, setAnswer] = useState('')
  if (!('Notification' in globalThis)) return []
  const { permission } = Notification
  const allow = async () => {
    const answer = await Notification.requestPermission()
    labNotifications.set(answer === 'granted')
    setAnswer(answer)
  }
  const isReady = isOn && permission === 'granted'
  if (isReady) return [{ key: 'notices', isReady, text: t('ready.notices') }]
  if (permission === 'denied') return [{ key: 'notices', isReady, text: t('ready.notices.denied') }]
  const action = (
    <Button size="sm" onClick={() => void allow()}>
      {t('ready.notices.allow')}
    </Button>
  )
  return [{ key: 'notices', isReady, text: t('ready.notices.todo'), action }]
}
