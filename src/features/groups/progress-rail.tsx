import { useTranslation } from 'react-i18next'
import { isShown } from '../../api/is-shown'
import type { Group } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { Bar, Meter } from '../../ui/meter'
import { getGroupProgress, type StatusMap } from './model'

interface ProgressRailProps {
  group: Group
  statuses: StatusMap
  /** The chosen category. */
  category: number | undefined
  onCategory: (id: number | undefined) => void
}

/** Beside the tasks: the own progress, in all and by category. A category chooses its tasks. */
export const ProgressRail = ({ group, statuses, category, onCategory }: ProgressRailProps) => {
  const { t, i18n } = useTranslation('groups')
  const number = (value: number) => formatNumber(value, i18n.language)
  const { solved, total, points, pointsTotal } = getGroupProgress(group, statuses)
  const categories = group.categories
    .map(({ id, name, tasks }) => {
      const shown = tasks.filter(task => isShown(task, group.is_admin))
      return {
        id,
        name,
        total: shown.length,
        solved: shown.filter(task => statuses.get(task.id)?.solved).length,
      }
    })
    .filter(one => one.total > 0)
  if (total === 0) return null
  return (
    <Card as="section" padding="lg" aria-label={t('progress.title')} className="flex flex-col gap-4">
      <div className="grid gap-x-6 gap-y-3 sm:max-xl:grid-cols-2">
        <Meter
          tone="success"
          value={solved}
          max={total}
          label={t('progress.label')}
          valueText={t('progress.value', { solved: number(solved), total: number(total) })}
        />
        <Meter
          tone="success"
          value={points}
          max={pointsTotal}
          label={t('points.label')}
          valueText={t('points.value', { points: number(points), total: number(pointsTotal) })}
        />
      </div>
      {categories.length > 1 && (
        <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] border-t border-line pt-2 sm:max-xl:grid-cols-2">
          {categories.map(one => (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={category === one.id}
                onClick={() => onCategory(category === one.id ? undefined : one.id)}
                className={cx(
                  'flex min-h-10 w-full items-center gap-2 rounded-control px-2 text-start text-sm hover:bg-canvas pointer-coarse:min-h-control',
                  category === one.id && 'bg-accent-soft',
                )}
              >
                <CategoryFlag name={one.name} />
                <bdi className="min-w-0 flex-1 hyphens-auto [overflow-wrap:anywhere]">{one.name}</bdi>
                <span className="w-[3.5rem] shrink-0 max-xs:hidden" aria-hidden>
                  <Bar share={one.solved / one.total} className="h-1 fill-success" />
                </span>
                <span className="min-w-[4rem] shrink-0 text-end text-muted tabular-nums">
                  {t('progress.value', { solved: number(one.solved), total: number(one.total) })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
