import { ArrowDown, ArrowUp, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/responses'
import { formatNumber, formatShortDate } from '../../lib/format'
import { useLatest } from '../../lib/hooks'
import { cx } from '../../ui/cx'
import type { PeopleOrder } from '../groups/public'
import type { RegisterPerson } from './register-model'
import { SolveCards, useIsNarrow } from './solve-cards'
import { type GridFact, SolveGrid } from './solve-grid'
import { areCounted, type SolveCategory, type StatsByTask } from './solves'

interface RegisterTableProps {
  group: Group
  people: readonly RegisterPerson[]
  categories: readonly SolveCategory[]
  stats: StatsByTask
  solveOrder: ReadonlyMap<number, readonly number[]>
  total: number
  /** People whose solves are known. */
  known: number
  order: PeopleOrder | undefined
  onOrder: (order: PeopleOrder | undefined) => void
}

const isWarning = ({ state }: RegisterPerson): boolean => state !== 'other'

export const RegisterTable = (props: RegisterTableProps) => {
  const { group, people, categories, stats, solveOrder, total, known, order, onOrder } = props
  const { t, i18n } = useTranslation('register')
  const { language } = i18n
  const isNarrow = useIsNarrow()
  const taskCount = useMemo(() => group.categories.flatMap(category => category.tasks).length, [group])
  const sortBy = useLatest(onOrder)
  const { nameHead, facts } = useMemo(() => {
    const head = (key: PeopleOrder) => (
      <SortButton
        isSorted={order === key}
        Icon={key === 'name' ? ArrowUp : ArrowDown}
        onClick={() => sortBy.current(order === key ? undefined : key)}
      >
        {t(`column.${key}`)}
      </SortButton>
    )
    const column = (key: PeopleOrder, render: GridFact<RegisterPerson>['render']) => ({
      key,
      head: head(key),
      sorted: order === key ? ('descending' as const) : undefined,
      render,
    })
    return {
      nameHead: head('name'),
      facts: [
        column('points', ({ row }) => (
          <span className="font-medium">{formatNumber(row.points, language)}</span>
        )),
        column('solved', person => <SolvedCount person={person} total={taskCount} />),
        column('last', person => <LastSolve person={person} />),
      ],
    }
  }, [t, language, order, taskCount])
  if (isNarrow)
    return (
      <SolveCards
        label={t('caption')}
        categories={categories}
        people={people}
        note={person => <LastSolve person={person} />}
        solved={person => <SolvedCount person={person} total={taskCount} />}
        isWarning={isWarning}
      />
    )
  return (
    <SolveGrid
      caption={t('caption')}
      groupId={group.id}
      categories={categories}
      people={people}
      stats={stats}
      order={solveOrder}
      total={total}
      nameHead={nameHead}
      isSortedByName={order === 'name'}
      facts={facts}
      countLabel={
        known < total && !areCounted(categories)
          ? t('share.partly', { read: formatNumber(known, language) })
          : t('share.all')
      }
      isInPercent
      isWarning={isWarning}
    />
  )
}

interface SortButtonProps {
  isSorted: boolean
  Icon: LucideIcon
  onClick: () => void
  children: ReactNode
}

const SortButton = ({ isSorted, Icon, onClick, children }: SortButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    className={cx(
      'min-h-8 text-xs hover:text-text hover:underline',
      isSorted ? 'font-semibold text-text underline' : 'text-muted',
    )}
  >
    <span>{children}</span>
    {isSorted && <Icon className="ml-0.5 inline size-3.5" />}
  </button>
)

const SolvedCount = ({ person: { row, solves }, total }: { person: RegisterPerson; total: number }) => {
  const { t, i18n } = useTranslation('register')
  const number = (value: number) => formatNumber(value, i18n.language)
  // The profile lists fewer tasks than the board counts.
  if (solves && !solves.isComplete)
    return <span>{t('foundOf', { found: number(solves.at.size), solved: number(row.solved) })}</span>
  if (total === 0) return <span>{number(row.solved)}</span>
  return <span>{t('solvedOf', { solved: number(row.solved), total: number(total) })}</span>
}

/** Days since the last solve, where somebody needs help; else the date. */
const LastSolve = ({ person: { state, idleDays, lastAt } }: { person: RegisterPerson }) => {
  const { t, i18n } = useTranslation('register')
  if (state === 'idle') return <span className="font-medium text-warning-text">{t('last.never')}</span>
  if (state === 'stalled')
    return (
      <span className="inline-flex items-center gap-1 font-medium text-warning-text">
        <Clock className="size-3.5" />
        <span>{t('last.days', { count: idleDays ?? 0 })}</span>
      </span>
    )
  return <span>{lastAt === null ? '–' : formatShortDate(lastAt, i18n.language)}</span>
}
