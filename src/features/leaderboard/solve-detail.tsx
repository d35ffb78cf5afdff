import { useTranslation } from 'react-i18next'
import type { TaskSummary } from '../../api/responses'
import { formatDateTime, formatNumber } from '../../lib/format'
import { useStore } from '../../lib/store'
import { cx } from '../../ui/cx'
import type { PointedCell } from './solve-grid-keys'
import { cellStates, getCellState, getTaskCount, type SolvePerson, type StatsByTask } from './solves'

interface SolveDetailProps {
  pointed: { get: () => PointedCell; subscribe: (listener: () => void) => () => void }
  people: readonly SolvePerson[]
  tasks: readonly TaskSummary[]
  firstColumn: number
  order: ReadonlyMap<number, readonly number[]>
  stats: StatsByTask
  total: number
}

/** Stays in sight while the grid is. */
const detailClass =
  'sticky bottom-0 z-1 flex min-h-10 flex-wrap items-center gap-y-1 bg-canvas py-1 text-sm print:static'

/** Below the grid: person, task and solve of the cell under the pointer or the focus, else what the marks mean. */
export const SolveDetail = (props: SolveDetailProps) => {
  const { pointed, people, tasks, firstColumn, order, stats, total } = props
  const { t } = useTranslation('solves')
  const cell = useStore(pointed)
  const person = cell && people[cell.row]
  const task = cell && tasks[cell.column - firstColumn]
  if (!person && !task)
    return (
      <p className={cx(detailClass, 'gap-x-4 text-muted')}>
        {cellStates.map(state => (
          <span key={state} className="whitespace-nowrap">
            <span aria-hidden className="solve-legend mr-1.5" data-mark={state} />
            <span>{t(`legend.${state}`)}</span>
          </span>
        ))}
      </p>
    )
  return (
    <p className={cx(detailClass, 'gap-x-3')}>
      {person && (
        <bdi translate="no" className="font-medium">
          {person.name}
        </bdi>
      )}
      {task && <bdi>{task.title}</bdi>}
      {task && person && <CellDetail person={person} task={task} moments={order.get(task.id) ?? []} />}
      {task && !person && <TaskDetail task={task} stats={stats} total={total} />}
    </p>
  )
}

interface CellDetailProps {
  person: SolvePerson
  task: TaskSummary
  moments: readonly number[]
}

const CellDetail = ({ person: { solves }, task, moments }: CellDetailProps) => {
  const { t, i18n } = useTranslation('solves')
  const state = getCellState(solves, task, moments[0])
  const at = solves?.at.get(task.id)
  const place = at === undefined ? -1 : moments.indexOf(at)
  return (
    <>
      <span className="text-muted">{t(`legend.${state}`)}</span>
      {at !== undefined && !Number.isNaN(at) && (
        <span className="text-muted">{formatDateTime(at, i18n.language)}</span>
      )}
      {place > 0 && (
        <span className="text-muted">{t('place', { place: formatNumber(place + 1, i18n.language) })}</span>
      )}
    </>
  )
}

const TaskDetail = ({
  task,
  stats,
  total,
}: Pick<SolveDetailProps, 'stats' | 'total'> & { task: TaskSummary }) => {
  const { t, i18n } = useTranslation('solves')
  const { count, of } = getTaskCount(task, stats, total)
  if (of === 0) return null
  const number = (value: number) => formatNumber(value, i18n.language)
  return <span className="text-muted">{t('solvedBy', { solved: number(count), total: number(of) })}</span>
}
