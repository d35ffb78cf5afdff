import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notice, parseNotice } from '../../api/config'
import { noticeQuery } from '../../api/queries/config'
import { localize } from '../../i18n/localize'
import { announce } from '../../lib/announce'
import { DAY_MS, MINUTE_MS } from '../../lib/durations'
import { parseMoment } from '../../lib/format'
import { useInterval, useTimeout } from '../../lib/hooks'
import { isVisible } from '../../lib/online'
import { safeLink } from '../../lib/safe-url'
import { serverClock } from '../../lib/server-clock'
import { storage } from '../../lib/storage'
import { parseStoredRecord } from '../../lib/stored-value'
import { Banner } from '../../ui/banner'

const READ_EVERY_MS = 5 * MINUTE_MS

/** Whether it is time to show the notice, and when that may change. */
const getNoticeTimes = (notice: Notice, now: number): { isDue: boolean; changesAt: number | null } => {
  const from = parseMoment(notice.from)
  const until = parseMoment(notice.until)
  const later = [from, until].filter(moment => moment !== null && moment > now) as number[]
  return {
    isDue: (from === null || now >= from) && (until === null || now < until),
    changesAt: later.length > 0 ? Math.min(...later) : null,
  }
}

/** The notice of the last visit, shown until the file has been read. */
const readStoredNotice = (): Notice | undefined => {
  const json = storage.get('flagship.notice')?.replace(/^\d+ \d+ /, '')
  try {
    // Anyone can edit it on this device.
    return parseNotice({ notice: parseStoredRecord(json) }) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether the notice is due by the server's clock, so that a device with a wrong clock shows it at the right time too. */
const useIsDue = (notice: Notice | null | undefined): boolean => {
  const [updates, update] = useReducer((count: number) => count + 1, 0)
  const now = serverClock.now()
  const { isDue, changesAt } = notice ? getNoticeTimes(notice, now) : { isDue: false, changesAt: null }
  // A timer of more than 24 days overflows.
  useTimeout(changesAt === null ? null : Math.min(changesAt - now, DAY_MS), update, updates)
  return isDue
}

/** Stores the notice with its height, so that the next visit reserves its space before the first paint (src/boot). */
const useReservedSpace = (notice: Notice | null | undefined, isShown: boolean) => {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Not read yet: the space stays.
    if (notice === undefined) return undefined
    document.documentElement.style.removeProperty('--notice-height')
    const { current } = box
    if (!isShown || !current) {
      storage.remove('flagship.notice')
      return undefined
    }
    const store = () => {
      const height = Math.round(current.getBoundingClientRect().height)
      storage.set('flagship.notice', `${innerWidth} ${height} ${JSON.stringify(notice)}`)
    }
    store()
    const observer = globalThis.ResizeObserver && new ResizeObserver(store)
    observer?.observe(current)
    return () => observer?.disconnect()
  }, [notice, isShown])
  return box
}

/** Key of the notice that was announced in this visit: layouts of pages mount it again. */
let announced = ''

/** The operator's notice in `config.json`, read again while the page is open. */
export const OperatorNotice = () => {
  const { t, i18n } = useTranslation('common')
  const { data: notice, refetch } = useQuery({
    ...noticeQuery(),
    initialData: readStoredNotice,
    initialDataUpdatedAt: 0,
  })
  useInterval(READ_EVERY_MS, () => isVisible() && void refetch())
  const [hidden, setHidden] = useState(() => storage.get('flagship.noticeHidden'))
  const key = notice ? JSON.stringify(notice.text) : ''
  const isDue = useIsDue(notice)
  const isShown = isDue && key !== hidden
  const box = useReservedSpace(notice, isShown)
  const text = notice ? localize(notice.text, i18n.language) : ''
  useEffect(() => {
    if (!isShown || announced === key) return
    announced = key
    announce(text, 'polite')
  }, [isShown, key, text])
  if (!notice || !isShown) return null
  const hide = () => {
    storage.set('flagship.noticeHidden', key)
    setHidden(key)
    // The pressed button is gone.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  const href = safeLink(notice.link)
  return (
    // A landmark, but no live region: it is announced once.
    <section ref={box} aria-label={t('notice.region')} data-no-print>
      <Banner tone={notice.level} isBleed onDismiss={hide} dismissLabel={t('notice.hide')}>
        <p className="whitespace-pre-line wrap-anywhere">
          <bdi>{text}</bdi>
          {href && (
            <>
              {' '}
              <a href={href} target="_blank" rel="noreferrer" className="text-inherit">
                {t('notice.more')}
              </a>
            </>
          )}
        </p>
      </Banner>
    </section>
  )
}
