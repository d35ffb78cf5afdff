import './solve-moment.css'
import { useQuery } from '@tanstack/react-query'
import { Award } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseActivity } from '../../api/activity'
import { competenciesQuery } from '../../api/queries/profile'
import type { Task } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { CategoryFlag } from '../../ui/category-flag'

interface SolveMomentProps {
  task: Task
  /** Less than the task's points after hints; undefined if the server doesn't say. */
  points: number | undefined
  isFirstInGroup: boolean
  /** Required tasks of the group that are still open. */
  requiredLeft: number
}

/** The task's flag goes up its mast, once, right after the solve. What follows is one line. */
export const SolveMoment = ({ task, points, isFirstInGroup, requiredLeft }: SolveMomentProps) => {
  const { t } = useTranslation('task')
  const streak = useStreak()
  const facts = [
    requiredLeft > 0 && t('solved.requiredLeft', { count: requiredLeft }),
    streak > 1 && t('solved.streak', { count: streak }),
  ].filter(Boolean)
  return (
    <div className="flex items-stretch gap-4">
      <div className="relative w-10 shrink-0 overflow-clip border-l-2 border-control pl-1" aria-hidden>
        <CategoryFlag name={task.category_name ?? ''} className="solve-flag size-8" />
      </div>
      <div className="flex min-w-0 flex-col gap-1 pb-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-2xl tabular-nums text-signal">
          <Points points={points ?? task.points} />
          {isFirstInGroup && (
            <Badge tone="warning" icon={<Award />}>
              {t('solved.first')}
            </Badge>
          )}
        </p>
        <p className="font-medium text-success-text">{t('solved.title')}</p>
        {facts.length > 0 && <p className="text-sm text-muted">{facts.join(' · ')}</p>}
      </div>
    </div>
  )
}

const COUNT_UP_MS = 600

/** Counts up to the points; at once with reduced motion. The number is read aloud once, not while it runs. */
const Points = ({ points }: { points: number }) => {
  const { t, i18n } = useTranslation('common')
  const [share, setShare] = useState(0)
  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return setShare(1)
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const next = Math.min(1, (now - start) / COUNT_UP_MS)
      setShare(next)
      if (next < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <span aria-hidden>+{formatNumber(Math.round(points * share), i18n.language)}</span>
      <span className="sr-only">{t('count.points', { count: points })}</span>
    </>
  )
}

/** Days in a row, if the profile was loaded before; 0 while unknown. Never requested for this line alone. */
const useStreak = (): number => {
  const { data } = useQuery({
    ...competenciesQuery(),
    enabled: ({ state }) => state.data !== undefined,
  })
  return (data && parseActivity(data.activity, serverClock.now())?.streak) ?? 0
}
