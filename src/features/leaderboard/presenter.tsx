import { Expand, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { useIsUnmounted, useRootDataAttribute } from '../../lib/hooks'
import { isVisible } from '../../lib/online'
import { isOverlayOpen } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { requestFullScreen } from './board-actions'
import { getRowLabels } from './rows'

interface PresenterProps {
  rows: readonly LeaderboardRow[]
  groupName: string
  updated: ReactNode
  onExit: () => void
}

/** More rows can't be read from a distance. */
const MAX_ROWS = 100

const largeText = 'text-[clamp(1.125rem,2vw,3rem)] leading-tight'
const smallText = 'text-[clamp(1rem,1.3vw,2rem)] leading-tight'

/** Leaderboard for a projector: large text, no own row. */
export const Presenter = ({ rows, groupName, updated, onExit }: PresenterProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useRef<HTMLHeadingElement>(null)
  useWakeLock()
  useRootDataAttribute('withPresenter')
  const { isFullScreen, canFullScreen } = useFullScreen(onExit)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    const exitOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlayOpen()) onExit()
    }
    document.addEventListener('keydown', exitOnEscape)
    return () => document.removeEventListener('keydown', exitOnEscape)
  }, [onExit])
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <section className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <bdi className={`${smallText} text-muted`}>{groupName}</bdi>
          <h1
            ref={title}
            tabIndex={-1}
            data-page-title
            className="text-[clamp(1.75rem,3vw,4.5rem)] leading-tight"
          >
            {t('title')}
          </h1>
          <p className={`${smallText} text-muted`}>{updated}</p>
        </div>
        <div data-no-print className="flex flex-wrap gap-2">
          {canFullScreen && !isFullScreen && (
            <Button icon={<Expand className="size-4" aria-hidden />} onClick={requestFullScreen}>
              {t('presenter.full')}
            </Button>
          )}
          <Button icon={<X className="size-4" aria-hidden />} onClick={onExit}>
            {t('presenter.leave')}
          </Button>
        </div>
      </div>
      {rows.length === 0 ? (
        <p className={largeText}>{t('empty.none')}</p>
      ) : (
        <PresenterTable rows={rows.slice(0, MAX_ROWS)} />
      )}
      {rows.length > MAX_ROWS && (
        <p className={`${smallText} text-muted`}>
          {t('presenter.more', { count: MAX_ROWS, total: number(rows.length) })}
        </p>
      )}
    </section>
  )
}

const columns = ['rank', 'name', 'solved', 'points'] as const

const widths = {
  rank: 'w-[4rem] text-right sm:w-[14%]',
  name: 'text-left',
  solved: 'max-xs:hidden w-[16%] text-right',
  points: 'w-[5rem] text-right sm:w-[18%]',
}

const PresenterTable = ({ rows }: { rows: readonly LeaderboardRow[] }) => {
  const { t, i18n } = useTranslation('leaderboard')
  return (
    <table className={`${largeText} w-full table-fixed tabular-nums`}>
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="table-head">
        <tr>
          {columns.map(key => (
            <th
              key={key}
              scope="col"
              className={`${widths[key]} ${smallText} px-1 sm:px-4 py-2 font-medium text-muted`}
            >
              {t(`column.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => {
          const { rank, displayName, username, solved, points } = getRowLabels(row, i18n.language)
          return (
            <tr key={row.user_id} className="border-b border-line">
              <td className={`${widths.rank} px-1 sm:px-4 py-3 text-muted`}>{rank}</td>
              <th scope="row" className={`${widths.name} px-1 sm:px-4 py-3 font-medium`}>
                <bdi className="block truncate">{displayName}</bdi>
                {username && (
                  <bdi className={`${smallText} block truncate font-normal text-muted`}>{username}</bdi>
                )}
              </th>
              <td className={`${widths.solved} px-1 sm:px-4 py-3`}>{solved}</td>
              <td className={`${widths.points} px-1 sm:px-4 py-3 font-semibold`}>{points}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Screen Wake Lock while mounted. The browser releases it when the tab is hidden. */
const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    const request = () => {
      if (!isVisible()) return
      navigator.wakeLock?.request('screen').then(
        sentinel => {
          if (isUnmounted) void sentinel.release()
          else lock = sentinel
        },
        // For example on low battery: the screen then turns off as usual.
        () => {},
      )
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])
}

/** Leaving full screen (for example with Escape) calls `onExit`. */
const useFullScreen = (onExit: () => void): { isFullScreen: boolean; canFullScreen: boolean } => {
  const [isFullScreen, setFullScreen] = useState(() => Boolean(document.fullscreenElement))
  const wasFullScreen = useRef(isFullScreen)
  useEffect(() => {
    const update = () => {
      const isFullScreenNow = Boolean(document.fullscreenElement)
      if (wasFullScreen.current && !isFullScreenNow) onExit()
      wasFullScreen.current = isFullScreenNow
      setFullScreen(isFullScreenNow)
    }
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [onExit])
  const isUnmounted = useRef(useIsUnmounted()).current
  useEffect(
    () => () => {
      // Not when the component is only remounted (React StrictMode).
      queueMicrotask(() => {
        if (isUnmounted() && document.fullscreenElement) document.exitFullscreen().catch(() => {})
      })
    },
    [isUnmounted],
  )
  return { isFullScreen, canFullScreen: document.fullscreenEnabled === true }
}
