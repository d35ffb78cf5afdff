import { useTranslation } from 'react-i18next'
import { formatNumber, formatShortDate } from '../../lib/format'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { SectionTitle } from '../../ui/page-title'
import type { HardTask } from './profile-model'

const SHOWN = 4

/** The newest of the hard tasks. Renders nothing without one. */
export const HardTasks = ({ tasks, className }: { tasks: readonly HardTask[]; className?: string }) => {
  const { t, i18n } = useTranslation('competencies')
  if (tasks.length === 0) return null
  const left = tasks.length - SHOWN
  return (
    <Card as="section" aria-labelledby="hard-tasks" className={className}>
      <SectionTitle id="hard-tasks">{t('hard.title')}</SectionTitle>
      <ul className="mt-2 divide-y divide-line border-t border-line print:mt-1">
        {tasks.slice(0, SHOWN).map((task, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be absent, and the list never moves.
          <Row key={at} task={task} />
        ))}
      </ul>
      {left > 0 && (
        <p className="mt-1 text-xs text-muted">
          {t('hard.more', { number: formatNumber(left, i18n.language) })}
        </p>
      )}
    </Card>
  )
}

const Row = ({ task: { title, category, competency, points, solvedAt } }: { task: HardTask }) => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const place = category ?? competency
  return (
    <li className="flex items-center gap-3 py-1.5 text-sm last:pb-0 print:py-1">
      {category !== null && <CategoryFlag name={category} />}
      <div className="min-w-0 flex-1 leading-snug print:grid print:grid-cols-2 print:items-baseline print:gap-x-4">
        <p className="font-medium [overflow-wrap:anywhere]">
          {title === null ? t('evidence.untitled') : <bdi>{title}</bdi>}
        </p>
        {place !== null && (
          <p className="text-xs text-muted [overflow-wrap:anywhere]">
            <bdi>{place}</bdi>
          </p>
        )}
      </div>
      <div className="shrink-0 self-start text-end leading-snug text-muted tabular-nums print:flex print:items-baseline print:gap-x-6">
        {points !== null && (
          <p>
            <span>{formatNumber(points, language)}</span>
            <span className="sr-only print:not-sr-only">{` ${t('totals.points', { count: points })}`}</span>
          </p>
        )}
        {solvedAt !== null && (
          <time dateTime={new Date(solvedAt).toISOString()} className="block text-xs">
            {formatShortDate(solvedAt, language)}
          </time>
        )}
      </div>
    </li>
  )
}
