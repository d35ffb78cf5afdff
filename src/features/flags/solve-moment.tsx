import { useQuery } from '@tanstack/react-query'
import { Award, CircleCheckBig } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { parseActivity } from '../../api/activity'
import { competenciesQuery } from '../../api/queries/profile'
import type { Task } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { CategoryFlag } from '../../ui/category-flag'
import type { Outcome } from './model'
import './solve-moment.css'

export const SolvedLine = () => {
  const { t } = useTranslation('task')
  return (
    <p className="flex items-center gap-2 font-medium text-success-text">
      <CircleCheckBig className="size-5 shrink-0" />
      <span>{t('solved.title')}</span>
    </p>
  )
}

/** Below it, four facts do not fit beside the title. */
const MIN_COVER_WIDTH_PX = 900

export interface SolvePlace {
  rank: number
  /** Until the solve, if it was lower. */
  before?: number
}

interface SolveMomentProps {
  task: Task
  outcome: Outcome
  /** Required tasks of the group that are still open. */
  requiredLeft: number
  place: SolvePlace | null
  /** Over the title of the page. */
  cover: RefObject<HTMLElement | null>
}

/**
 * What a solve has brought, until the page is left: over the title of a wide page, otherwise in the panel. The task's
 * flag goes up its mast once.
 */
export const SolveMoment = ({ task, outcome, requiredLeft, place, cover }: SolveMomentProps) => {
  const { t, i18n } = useTranslation('task')
  const [wide] = useState(() => {
    const { current } = cover
    return current && (current.parentElement?.clientWidth ?? 0) >= MIN_COVER_WIDTH_PX ? current : null
  })
  useLayoutEffect(() => {
    const head = wide?.parentElement
    head?.setAttribute('data-solved', '')
    return () => head?.removeAttribute('data-solved')
  }, [wide])
  const streak = useStreak()
  const points = outcome.points ?? task.points
  const rank = [place?.before, place?.rank]
    .flatMap(value => (value === undefined ? [] : formatNumber(value, i18n.language)))
    .join(' → ')
  const flag = <CategoryFlag name={task.category_name ?? ''} className="solve-flag size-8" />
  const first = outcome.isFirstInGroup && (
    <Badge tone="warning" icon={<Award />}>
      {t('solved.first')}
    </Badge>
  )
  if (wide) {
    const facts = [
      { label: t('solved.points'), value: `+${formatNumber(points, i18n.language)}`, isJoy: true },
      ...(streak > 1 ? [{ label: t('solved.streakLabel'), value: t('solved.days', { count: streak }) }] : []),
      ...(requiredLeft > 0
        ? [{ label: t('solved.requiredLabel'), value: t('solved.more', { count: requiredLeft }) }]
        : []),
      ...(rank ? [{ label: t('solved.placeLabel'), value: rank }] : []),
    ]
    return createPortal(
      <div className="bg-canvas max-xl:w-full xl:absolute xl:inset-0">
        <div className="solve-cover relative flex h-full items-center gap-4 overflow-hidden rounded-card border border-line bg-surface px-6 max-xl:flex-wrap max-xl:py-4">
          <div
            className="relative w-12 shrink-0 self-stretch overflow-clip border-l-2 border-control"
            aria-hidden
          >
            {flag}
          </div>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <div className="flex items-center gap-3">
              <SolvedLine />
              {first}
            </div>
            <bdi aria-hidden className="line-clamp-3 font-display text-xl">
              {task.title}
            </bdi>
          </div>
          <div
            className="solve-points absolute right-6 font-display text-3xl text-signal max-xl:hidden"
            aria-hidden
          >
            <CountUp to={points} />
          </div>
          <dl className="solve-facts flex flex-wrap gap-6">
            {facts.map(({ label, value, isJoy }) => (
              <div key={label} className="flex flex-col border-l border-line pl-6">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className={isJoy ? 'font-display text-xl text-signal' : 'font-display text-xl'}>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>,
      wide,
    )
  }
  const facts = [
    requiredLeft > 0 && t('solved.requiredLeft', { count: requiredLeft }),
    streak > 1 && t('solved.streak', { count: streak }),
    rank && t('solved.place', { rank }),
  ].filter(Boolean)
  return (
    <div className="flex items-stretch gap-4">
      <div className="relative w-10 shrink-0 overflow-clip border-l-2 border-control pl-1" aria-hidden>
        {flag}
      </div>
      <div className="flex min-w-0 flex-col gap-1 pb-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-2xl text-signal">
          <span aria-hidden>
            <CountUp to={points} />
          </span>
          {/* Read aloud once, not while it counts. */}
          <span className="sr-only">{t('count.points', { ns: 'common', count: points })}</span>
          {first}
        </p>
        <p className="font-medium text-success-text">{t('solved.title')}</p>
        {facts.length > 0 && <p className="text-sm text-muted">{facts.join(' · ')}</p>}
      </div>
    </div>
  )
}

const COUNT_UP_MS = 600

/** Counts up to the points; at once with reduced motion. */
const CountUp = ({ to }: { to: number }) => {
  const { i18n } = useTranslation()
  const [share, setShare] = useState(0)
  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return setShare(1)
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      // A frame's time may be before the start.
      const next = Math.min(1, Math.max(0, now - start) / COUNT_UP_MS)
      setShare(next)
      if (next < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return <span>{`+${formatNumber(Math.round(to * share), i18n.language)}`}</span>
}

/** Days in a row, read quietly after a solve; 0 while unknown. */
const useStreak = (): number => {
  const { data } = useQuery(competenciesQuery())
  return (data && parseActivity(data.activity, serverClock.now())?.streak) ?? 0
}
