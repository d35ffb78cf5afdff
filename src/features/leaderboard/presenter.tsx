import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Expand, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../api/display-name'
import { leaderboardQuery, readOnce } from '../../api/queries/groups'
import type { Group, LeaderboardRow } from '../../api/responses'
import { lazyComponent } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { clock } from '../../lib/clock'
import { formatCountdown, formatDayMonth, formatNumber, parseMoment } from '../../lib/format'
import {
  useEventListener,
  useInterval,
  useIsUnmounted,
  useOnUnmount,
  useRootDataAttribute,
  useServerSecond,
} from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { isVisible } from '../../lib/online'
import { onVisibilityChange } from '../../lib/poll-loop'
import { parseCode } from '../../lib/route-params'
import { serverClock } from '../../lib/server-clock'
import { isOverlayOpen } from '../../lib/shortcuts'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { FilterChip } from '../../ui/filter-bar'
import { IconButton } from '../../ui/icon-button'
import { Logo } from '../../ui/logo'
import { requestFullScreen } from './board-actions'
import { getRank } from './model'
import { getMedalStyle, getWinners } from './podium'
import { formatRecent, getRowLabels, getShare, sortRows } from './rows'
import { getRowSolves } from './solves'

interface PresenterProps {
  rows: readonly LeaderboardRow[]
  group: Pick<Group, 'name' | 'end_date' | 'invite_code' | 'categories'>
  updated: ReactNode
  onExit: () => void
  hasShortNames: boolean
  onToggleNames: () => void
}

/** More rows can't be read from a distance. */
const MAX_ROWS = 100
const PAGE_SIZE = 10
/** On columns; of more people the first, and how many more there are. */
const MAX_PEOPLE = 5
const MAX_PEOPLE_OF_MORE = 3
/** In the ticker. */
const MAX_LATEST = 3
const PAGE_MS = 12_000

/** Leaderboard for a projector: dark, large text, no own row. The lower ranks take turns. */
export const Presenter = (props: PresenterProps) => {
  const { rows, group, updated, onExit, hasShortNames, onToggleNames } = props
  const { t, i18n } = useTranslation(['leaderboard', 'common'])
  const title = useRef<HTMLHeadingElement>(null)
  const code = parseCode(group.invite_code)
  const [hasInvite, setInvite] = useState(false)
  useWakeLock()
  useRootDataAttribute('withPresenter')
  const { isFullScreen, canFullScreen } = useFullScreen(onExit)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  useEventListener(document, 'keydown', event => {
    if (event.key !== 'Escape' || isComposing(event)) return
    if (!event.defaultPrevented && !isOverlayOpen()) onExit()
  })
  const shown = useAnimatedRows(rows)
  const winners = getWinners(shown)
  const people = winners.length > MAX_PEOPLE ? winners.slice(0, MAX_PEOPLE_OF_MORE) : winners
  const listed = shown.slice(people.length, MAX_ROWS)
  const pageCount = Math.max(1, Math.ceil(listed.length / PAGE_SIZE))
  const { page, isPaused, setPaused, turn } = usePages(pageCount)
  const areControlsShown = useControls()
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <section className="presenter">
      <div className="flex items-center justify-between gap-x-8 gap-y-1 max-md:flex-wrap">
        <div className="flex min-w-0 items-center gap-4">
          <Logo name={t('product', { ns: 'common' })} isMarkOnly />
          <h1 ref={title} tabIndex={-1} data-page-title className="presenter-title">
            <bdi>{group.name}</bdi>
          </h1>
        </div>
        <EndClock end={parseMoment(group.end_date)}>{updated}</EndClock>
      </div>
      {rows.length === 0 ? (
        <p className="presenter-large">{t('presenter.waiting')}</p>
      ) : (
        <div className="presenter-body">
          {people.length > 0 && (
            <div className="presenter-side">
              <People people={people} more={winners.length - people.length} />
              {hasInvite && code !== null && (
                <SectionBoundary title={t('presenter.inviteFailed')}>
                  <Invitation code={code} />
                </SectionBoundary>
              )}
            </div>
          )}
          {listed.length > 0 && (
            <PresenterTable
              rows={listed.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)}
              maxPoints={shown[0]?.points ?? 0}
            />
          )}
        </div>
      )}
      <Ticker rows={rows} group={group} />
      <div data-no-print className="presenter-controls" data-hidden={areControlsShown ? undefined : ''}>
        {pageCount > 1 && (
          <>
            <IconButton
              size="sm"
              label={t('presenter.previous')}
              icon={<ChevronLeft />}
              onClick={() => turn(-1)}
            />
            <span className="text-sm tabular-nums text-muted">
              {t('presenter.range', {
                from: number(people.length + page * PAGE_SIZE + 1),
                to: number(people.length + Math.min(listed.length, (page + 1) * PAGE_SIZE)),
                total: number(rows.length),
              })}
            </span>
            <IconButton
              size="sm"
              label={t('presenter.next')}
              icon={<ChevronRight />}
              onClick={() => turn(1)}
            />
            <FilterChip isSelected={isPaused} onToggle={() => setPaused(!isPaused)}>
              {t('presenter.pause')}
            </FilterChip>
          </>
        )}
        {code !== null && people.length > 0 && (
          <FilterChip isSelected={hasInvite} onToggle={() => setInvite(!hasInvite)}>
            {t('presenter.invite')}
          </FilterChip>
        )}
        <FilterChip isSelected={hasShortNames} onToggle={onToggleNames}>
          {t('names.short')}
        </FilterChip>
        {canFullScreen && !isFullScreen && (
          <Button size="sm" icon={<Expand />} onClick={requestFullScreen}>
            {t('presenter.full')}
          </Button>
        )}
        <Button size="sm" icon={<X />} onClick={onExit}>
          {t('presenter.leave')}
        </Button>
      </div>
    </section>
  )
}

const DAY_S = 86_400
/** The clock warns in the last hour. */
const SOON_S = 3600

/** Time until the end of the group, to the second. */
const EndClock = ({ end, children }: { end: number | null; children: ReactNode }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const now = useServerSecond(end !== null)
  const left = end === null ? null : Math.ceil((end - now) / 1000)
  const days = left === null ? 0 : Math.floor(left / DAY_S)
  const time = left !== null && formatCountdown(left - days * DAY_S)
  return (
    <div className="flex flex-wrap gap-x-3 md:shrink-0 md:flex-col md:text-right">
      <p className="presenter-small flex gap-3 text-muted md:justify-end">
        {end !== null && <span>{t('presenter.until', { date: formatDayMonth(end, i18n.language) })}</span>}
        {children}
      </p>
      {left !== null && (
        <p className={cx('presenter-clock', left <= SOON_S && 'text-warning-text')} aria-live="off">
          {left <= 0 && t('presenter.ended')}
          {left > 0 &&
            (days > 0 ? t('presenter.days', { days: formatNumber(days, i18n.language), time }) : time)}
        </p>
      )}
    </div>
  )
}

const LinkQrCode = lazyComponent(
  () => import('../groups/link-qr-code').then(part => part.LinkQrCode),
  'leaderboard',
)

const Invitation = ({ code }: { code: string }) => {
  const { t } = useTranslation('leaderboard')
  return (
    <div className="presenter-invite">
      <LinkQrCode text={`${location.origin}/invite/${code}`} label={t('presenter.qr')} />
      <p className="presenter-small min-w-0 text-muted">
        <span className="block">{t('presenter.join')}</span>
        <span className="block wrap-anywhere">{`${location.host}/invite`}</span>
        <code translate="no" className="presenter-clock block text-text wrap-anywhere">
          {code}
        </code>
      </p>
    </div>
  )
}

const CONTROLS_MS = 3000

/** Whether the controls are shown: after a move, a key or a touch, for a while. */
const useControls = (): boolean => {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    let stop = clock.after(CONTROLS_MS, () => setShown(false))
    const show = () => {
      stop()
      setShown(true)
      stop = clock.after(CONTROLS_MS, () => setShown(false))
    }
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, show)
    return () => {
      stop()
      for (const event of events) document.removeEventListener(event, show)
    }
  }, [])
  return isShown
}

/** Turns the pages one after the other, until someone stops it. */
const usePages = (count: number) => {
  const [page, setPage] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const turn = (by: number) => setPage(before => (before + by + count) % count)
  useInterval(isPaused || count < 2 ? null : PAGE_MS, () => turn(1), count)
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

/** The best in the middle, the next ones left and right of it in turn. */
const getColumn = (at: number): number => (at % 2 === 0 ? at / 2 : -(at + 1) / 2)

/** A column a person, as high as its rank. */
const People = ({ people, more }: { people: readonly LeaderboardRow[]; more: number }) => {
  const { t, i18n } = useTranslation('leaderboard')
  return (
    <ol className="presenter-people">
      {people.map((row, at) => (
        <li key={row.user_id} style={{ order: getColumn(at) }}>
          <span className="sr-only">{t('podium.place', { rank: getRank(row) })}</span>
          <Avatar name={getDisplayName(row)} size="lg" />
          <bdi translate="no" className="presenter-person">
            {getDisplayName(row)}
          </bdi>
          <Column row={row} />
        </li>
      ))}
      {more > 0 && (
        // Without a column: their ranks may differ.
        <li style={{ order: people.length }}>
          <span className="presenter-person">
            {t('podium.more', { count: more, people: formatNumber(more, i18n.language) })}
          </span>
        </li>
      )}
    </ol>
  )
}

const Column = ({ row }: { row: LeaderboardRow }) => {
  const { i18n } = useTranslation()
  const rank = getRank(row) ?? 0
  return (
    <span className="presenter-column medal" style={getMedalStyle(rank)}>
      <span aria-hidden>{rank}</span>
      <span className="presenter-points">{formatNumber(row.points, i18n.language)}</span>
    </span>
  )
}

const columns = ['rank', 'name', 'points', 'solved'] as const

const widths = {
  rank: 'w-[4rem] text-right sm:w-[10%]',
  name: 'text-left',
  solved: 'max-xs:hidden w-[12%] text-right',
  points: 'w-[5rem] text-right sm:w-[34%]',
}

interface PresenterTableProps {
  rows: readonly LeaderboardRow[]
  /** Of the first. */
  maxPoints: number
}

const PresenterTable = ({ rows, maxPoints }: PresenterTableProps) => {
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
          const { rank, displayName, solved, points } = getRowLabels(row, i18n.language)
          return (
            <tr
              key={row.user_id}
              className="border-b border-line"
              style={{ viewTransitionName: `row-${row.user_id}` }}
            >
              <td className={`${widths.rank} px-1 text-muted sm:px-4`}>{rank}</td>
              <th scope="row" className={`${widths.name} truncate px-1 font-medium sm:px-4`}>
                <bdi translate="no">{displayName}</bdi>
              </th>
              <td className={`${widths.points} px-1 font-semibold sm:px-4`}>
                <span className="flex items-center justify-end gap-4">
                  <span className="presenter-bar" aria-hidden>
                    <span style={{ inlineSize: `${getShare(row.points, maxPoints) * 100}%` }} />
                  </span>
                  <span className="presenter-number">{points}</span>
                </span>
              </td>
              <td className={`${widths.solved} px-1 text-muted sm:px-4`}>{solved}</td>
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
  useEventListener(document, 'fullscreenchange', () => {
    const isFullScreenNow = Boolean(document.fullscreenElement)
    if (isFullScreen && !isFullScreenNow) onExit()
    setFullScreen(isFullScreenNow)
  })
  const isUnmounted = useIsUnmounted()
  useOnUnmount(() => {
    // Not when the component is only remounted (React StrictMode).
    queueMicrotask(() => {
      if (isUnmounted() && document.fullscreenElement) document.exitFullscreen().catch(() => {})
    })
  })
  return { isFullScreen, canFullScreen: document.fullscreenEnabled === true }
}

/** Who solved a task most recently, the latest first. */
const getLatest = (rows: readonly LeaderboardRow[], count: number, language: string) =>
  sortRows(
    rows.filter(row => parseMoment(row.last_solved_at) !== null),
    { key: 'last', direction: 'desc' },
    language,
  ).slice(0, count)

interface NamedSolve {
  row: LeaderboardRow
  at: number
  title: string
  category: string
}

/** The latest solves with their tasks, where all rows say them. */
const getNamedSolves = (
  rows: readonly LeaderboardRow[],
  { categories }: TickerProps['group'],
): NamedSolve[] => {
  const tasks = new Map(
    categories.flatMap(({ name, tasks }) => tasks.map(task => [task.id, { ...task, category: name }])),
  )
  return rows
    .flatMap(row =>
      [...(getRowSolves(row)?.at ?? [])].flatMap(([id, at]) => {
        const task = tasks.get(id)
        return task && !Number.isNaN(at) ? { row, at, title: task.title, category: task.category } : []
      }),
    )
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_LATEST)
}

/** A solve is warm for a minute. */
const WARM_MS = 60_000

const cardClass = 'rounded-card border border-line bg-surface px-4'

interface TickerProps {
  rows: readonly LeaderboardRow[]
  group: Pick<Group, 'categories'>
}

const Ticker = ({ rows, group }: TickerProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const named = rows.every(getRowSolves) ? getNamedSolves(rows, group) : []
  const latest = named.length > 0 ? [] : getLatest(rows, MAX_LATEST, i18n.language)
  if (named.length + latest.length === 0) return null
  return (
    <ol aria-label={t('latest.title')} className="presenter-ticker presenter-small">
      {named.map(({ row, at, title, category }) => (
        <li
          key={`${row.user_id} ${title}`}
          className={cx(
            'flex min-w-0 items-center gap-3',
            cardClass,
            serverClock.now() - at < WARM_MS && 'border-signal bg-signal-soft',
          )}
        >
          <CategoryFlag name={category} className="size-8" />
          <span className="min-w-0 flex-1">
            <bdi translate="no" className="block truncate font-semibold">
              {getRowLabels(row, i18n.language).displayName}
            </bdi>
            <bdi className="block truncate text-muted">{title}</bdi>
          </span>
          <span className="shrink-0 text-muted">{formatRecent(at, clock.now(), i18n.language)}</span>
        </li>
      ))}
      {latest.map(row => (
        <Solve key={row.user_id} row={row} className={cardClass} />
      ))}
    </ol>
  )
}

const Solve = ({ row, className }: { row: LeaderboardRow; className?: string }) => {
  const { i18n } = useTranslation()
  const { displayName, last } = getRowLabels(row, i18n.language)
  return (
    <li className={cx('flex min-w-0 items-center gap-3', className)}>
      <Avatar name={displayName} size="sm" />
      <bdi translate="no" className="min-w-0 truncate">
        {displayName}
      </bdi>
      <span className="ml-auto shrink-0 text-muted">{last}</span>
    </li>
  )
}

const LatestSolves = ({ rows, count }: { rows: readonly LeaderboardRow[]; count: number }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const latest = getLatest(rows, count, i18n.language)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="text-base">
        {t('latest.title')}
      </h2>
      {latest.length === 0 && <p className="text-muted">{t('latest.none')}</p>}
      <ol className="flex flex-col gap-2">
        {latest.map(row => (
          <Solve key={row.user_id} row={row} />
        ))}
      </ol>
    </section>
  )
}

/** For a teacher's home page. */
export const LatestSolvesCard = ({ groupId }: { groupId: number }) => {
  const { data: board, isError } = useQuery({
    ...leaderboardQuery(groupId),
    ...readOnce,
  })
  // The leaderboard's own page explains the error.
  if (isError) return null
  return (
    <Card padding="lg" className="text-sm">
      {board && <LatestSolves rows={board.rows} count={5} />}
    </Card>
  )
}
