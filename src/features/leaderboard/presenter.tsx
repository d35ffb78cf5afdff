import { ChevronLeft, ChevronRight, Expand, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Group, LeaderboardRow } from '../../api/responses'
import { SectionBoundary } from '../../i18n/section-boundary'
import { clock } from '../../lib/clock'
import { formatNumber, parseMoment } from '../../lib/format'
import {
  useEventListener,
  useInterval,
  useIsUnmounted,
  useOnUnmount,
  useRootDataAttribute,
} from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { isVisible } from '../../lib/online'
import { onVisibilityChange } from '../../lib/poll-loop'
import { parseCode } from '../../lib/route-params'
import { isOverlayOpen } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { FilterChip } from '../../ui/filter-bar'
import { IconButton } from '../../ui/icon-button'
import { Logo } from '../../ui/logo'
import { requestFullScreen } from './board-actions'
import { Ticker } from './latest-solves'
import { getWinners } from './podium'
import { EndClock, Invitation, People, PresenterTable } from './presenter-parts'

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
