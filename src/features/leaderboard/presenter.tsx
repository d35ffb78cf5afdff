import { useQuery } from '@tanstack/react-query'
import { Expand, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery } from '../../api/queries/groups'
import type { LeaderboardRow } from '../../api/responses'
import { clock } from '../../lib/clock'
import { formatNumber, parseMoment } from '../../lib/format'
import { useIsUnmounted, useRootDataAttribute } from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { isVisible } from '../../lib/online'
import { onVisibilityChange } from '../../lib/poll-loop'
import { isOverlayOpen } from '../../lib/shortcuts'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Logo } from '../../ui/logo'
import { requestFullScreen } from './board-actions'
import { getWinners, hasPodium, PodiumSteps } from './podium'
import { getRowLabels, sortRows } from './rows'

interface PresenterProps {
  rows: readonly LeaderboardRow[]
  groupName: string
  updated: ReactNode
  onExit: () => void
}

/** More rows can't be read from a distance. */
const MAX_ROWS = 100
const PAGE_SIZE = 10
const PAGE_MS = 12_000

/** Leaderboard for a projector: dark, large text, no own row. The lower ranks take turns. */
export const Presenter = ({ rows, groupName, updated, onExit }: PresenterProps) => {
  const { t, i18n } = useTranslation(['leaderboard', 'common'])
  const title = useRef<HTMLHeadingElement>(null)
  useWakeLock()
  useRootDataAttribute('withPresenter')
  const { isFullScreen, canFullScreen } = useFullScreen(onExit)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    const exitOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      if (!event.defaultPrevented && !isOverlayOpen()) onExit()
    }
    document.addEventListener('keydown', exitOnEscape)
    return () => document.removeEventListener('keydown', exitOnEscape)
  }, [onExit])
  const shown = useAnimatedRows(rows)
  const winners = getWinners(shown)
  const isPodiumShown = hasPodium(winners)
  const listed = shown.slice(isPodiumShown ? winners.length : 0, MAX_ROWS)
  const pageCount = Math.max(1, Math.ceil(listed.length / PAGE_SIZE))
  const { page, isPaused, setPaused, turn } = usePages(pageCount)
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <section className="presenter flex min-h-[calc(100dvh-6rem)] min-w-0 flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-1 basis-[20rem] flex-col gap-1">
          <Logo name={t('product', { ns: 'common' })} />
          <h1 ref={title} tabIndex={-1} data-page-title className="presenter-title">
            <bdi>{groupName}</bdi>
          </h1>
          <p className="presenter-small flex flex-wrap gap-x-3 text-muted">
            <span>{`${t('title')} ·`}</span>
            {updated}
          </p>
        </div>
        <div data-no-print className="flex flex-wrap gap-2">
          {canFullScreen && !isFullScreen && (
            <Button icon={<Expand />} onClick={requestFullScreen}>
              {t('presenter.full')}
            </Button>
          )}
          <Button icon={<X />} onClick={onExit}>
            {t('presenter.leave')}
          </Button>
        </div>
      </div>
      {rows.length === 0 ? (
        <p className="presenter-large">{t('empty.none')}</p>
      ) : (
        <div className="presenter-body">
          {isPodiumShown && (
            <div className="flex min-w-0 flex-col justify-between gap-6">
              <div className="presenter-small">
                <LatestSolves rows={rows} count={3} />
              </div>
              <PodiumSteps winners={winners} userId={0} isLarge />
            </div>
          )}
          <div className="flex min-w-0 flex-col gap-3">
            <PresenterTable rows={listed.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)} />
            {pageCount > 1 && (
              <div data-no-print className="mt-auto flex flex-wrap items-center justify-end gap-2">
                <span className="presenter-small mr-auto tabular-nums text-muted">
                  {t('presenter.page', { page: number(page + 1), total: number(pageCount) })}
                </span>
                <Button size="sm" onClick={() => setPaused(!isPaused)}>
                  {t(isPaused ? 'presenter.resume' : 'presenter.pause')}
                </Button>
                <Button size="sm" onClick={turn}>
                  {t('presenter.next')}
                </Button>
              </div>
            )}
          </div>
        </div>
      )}
      {rows.length > MAX_ROWS && (
        <p className="presenter-small text-muted">
          {t('presenter.more', { count: MAX_ROWS, total: number(rows.length) })}
        </p>
      )}
    </section>
  )
}

/** Turns the pages one after the other, until someone stops it. */
const usePages = (count: number) => {
  const [page, setPage] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const turn = useCallback(() => setPage(before => (before + 1) % count), [count])
  useEffect(() => {
    if (isPaused || count < 2) return
    return clock.every(PAGE_MS, turn)
  }, [isPaused, count, turn])
  return { page: Math.min(page, count - 1), isPaused, setPaused, turn }
}

/** The rows; a change of them slides to the new places where the browser can (View Transitions). */
const useAnimatedRows = (rows: readonly LeaderboardRow[]): readonly LeaderboardRow[] => {
  const [shown, setShown] = useState(rows)
  useEffect(() => {
    if (rows === shown) return
    const isStill = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
    if (isStill || !document.startViewTransition) return setShown(rows)
    // Rejects when a hidden page or a newer change skips the motion; the rows are set all the same.
    document.startViewTransition(() => flushSync(() => setShown(rows))).ready.catch(() => {})
  }, [rows, shown])
  return shown
}

const columns = ['rank', 'name', 'solved', 'points'] as const

const widths = {
  rank: 'w-[4rem] text-right sm:w-[12%]',
  name: 'text-left',
  solved: 'max-xs:hidden w-[18%] text-right',
  points: 'w-[5rem] text-right sm:w-[20%]',
}

const PresenterTable = ({ rows }: { rows: readonly LeaderboardRow[] }) => {
  const { t, i18n } = useTranslation('leaderboard')
  return (
    <table className="presenter-large w-full table-fixed tabular-nums">
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="table-head">
        <tr>
          {columns.map(key => (
            <th
              key={key}
              scope="col"
              className={`${widths[key]} presenter-small px-1 font-medium text-muted sm:px-4`}
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
            <tr
              key={row.user_id}
              className="border-b border-line"
              style={{ viewTransitionName: `row-${row.user_id}` }}
            >
              <td className={`${widths.rank} px-1 text-muted sm:px-4`}>{rank}</td>
              <th scope="row" className={`${widths.name} px-1 font-medium sm:px-4`}>
                <bdi translate="no" className="block truncate">
                  {displayName}
                </bdi>
                {username && (
                  <bdi translate="no" className="presenter-small block truncate font-normal text-muted">
                    {username}
                  </bdi>
                )}
              </th>
              <td className={`${widths.solved} px-1 sm:px-4`}>{solved}</td>
              <td className={`${widths.points} px-1 font-semibold sm:px-4`}>{points}</td>
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
    const stop = onVisibilityChange(request)
    return () => {
      isUnmounted = true
      stop()
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

/** Who solved a task most recently, the latest first. */
const LatestSolves = ({ rows, count }: { rows: readonly LeaderboardRow[]; count: number }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const solvers = rows.filter(row => parseMoment(row.last_solved_at) !== null)
  const latest = sortRows(solvers, { key: 'last', direction: 'desc' }, i18n.language).slice(0, count)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="text-base">
        {t('latest.title')}
      </h2>
      {latest.length === 0 && <p className="text-muted">{t('latest.none')}</p>}
      <ol className="flex flex-col gap-2">
        {latest.map(row => {
          const { displayName, last } = getRowLabels(row, i18n.language)
          return (
            <li key={row.user_id} className="flex min-w-0 items-center gap-3">
              <Avatar name={displayName} size="sm" />
              <bdi translate="no" className="min-w-0 truncate">
                {displayName}
              </bdi>
              <span className="ml-auto shrink-0 text-muted">{last}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** For a teacher's home page. */
export const LatestSolvesCard = ({ groupId }: { groupId: number }) => {
  const { data: board, isError } = useQuery({
    ...leaderboardQuery(groupId),
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
  // The leaderboard's own page explains the error.
  if (isError) return null
  return (
    <Card padding="lg" className="text-sm">
      {board && <LatestSolves rows={board.rows} count={5} />}
    </Card>
  )
}
