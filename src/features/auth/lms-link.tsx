import { useRouter } from '@tanstack/react-router'
import { GraduationCap } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LmsConfig, loadLmsConfig } from '../../api/lms-config'
import { retryDelay, shouldRetry } from '../../api/retry'
import { localize } from '../../i18n/localize'
import { clock } from '../../lib/clock'
import { connection } from '../../lib/online'
import { type ButtonStyleProps, buttonClass } from '../../ui/button-class'

interface LmsLinkProps {
  /** URL of the simulated LMS, with a new code each time; defaults to the configured one. */
  loginUrl: (() => string) | undefined
  buttonStyle?: ButtonStyleProps
  /** Shown below the link, if there is one. */
  note?: ReactNode
}

/** Login through the LMS. Renders nothing while it is unknown: the other logins never wait for it. */
export const LmsLink = ({ loginUrl, buttonStyle, note }: LmsLinkProps) => {
  const { t, i18n } = useTranslation('auth')
  const lms = useLmsEntry()
  const [first] = useState(() => loginUrl?.())
  if (!lms) return null
  // A page restored by Back still has the link with the used code.
  const renew = (event: MouseEvent<HTMLAnchorElement>) => {
    if (loginUrl) event.currentTarget.href = loginUrl()
  }
  return (
    <>
      <a
        href={first ?? lms.login_url}
        onClick={renew}
        onAuxClick={renew}
        className={buttonClass(buttonStyle)}
      >
        <GraduationCap className="size-4 shrink-0" />
        <span className="min-w-0">{t('lms.enter', { name: localize(lms.name, i18n.language) })}</span>
      </a>
      {note}
    </>
  )
}

/** Cached for the visit. A failed request is retried, and repeated when the page is opened again. */
const entryCache = new WeakMap<object, LmsConfig | null>()

/** Null while unknown or without an LMS. Login pages don't load the query cache. */
const useLmsEntry = (): LmsConfig | null => {
  const router = useRouter()
  const [entry, setEntry] = useState(() => entryCache.get(router) ?? null)
  useEffect(() => {
    if (entryCache.has(router)) return
    const controller = new AbortController()
    let stopWaiting = () => {}
    const read = async (failures: number): Promise<void> => {
      try {
        const found = await loadLmsConfig(controller.signal)
        entryCache.set(router, found)
        if (!controller.signal.aborted) setEntry(found)
      } catch (error) {
        if (controller.signal.aborted || !shouldRetry(failures, error)) return
        stopWaiting = clock.after(retryDelay(failures, error), () => void read(failures + 1))
      }
    }
    void read(0)
    const stop = connection.onReturn(() => {
      stopWaiting()
      if (!entryCache.has(router)) void read(0)
    })
    return () => {
      controller.abort()
      stopWaiting()
      stop()
    }
  }, [router])
  return entry
}
