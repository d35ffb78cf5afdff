import './leaderboard.css'
import './solve-grid.css'
import { useRouter } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type ReactNode,
  use,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatShortDate } from '../../lib/format'
import { isPlainClick } from '../../lib/row-links'
import { createStore } from '../../lib/store'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { isOpen } from './register-model'
import { SolveDetail } from './solve-detail'
import { type GridFocus, getCellProps, type PointedCell, useGridKeys } from './solve-grid-keys'
import {
  type CellState,
  cellStates,
  getCellState,
  getTaskCount,
  limitTasks,
  type SolveCategory,
  type SolvePerson,
  type StatsByTask,
} from './solves'
import { getMountedRows, type RowLayout, useIsPrinting, useRowWindow } from './use-row-window'
import { getProfilePath, OpensClosedProfiles } from './user-link'

/** A column beside the name. */
export interface GridFact<Person extends SolvePerson> {
  key: string
  /** May be a button that sorts. */
  head: ReactNode
  sorted?: 'ascending' | 'descending' | undefined
  render: (person: Person) => ReactNode
}

export interface SolveGridProps<Person extends SolvePerson> {
  caption: string
  groupId: number
  categories: readonly SolveCategory[]
  people: readonly Person[]
  stats: StatsByTask
  /** The moments of the solves of each task, in their order, where all are known. */
  order: ReadonlyMap<number, readonly number[]>
  /** How many solve counts are of. */
  total: number
  nameHead: ReactNode
  isSortedByName?: boolean
  facts: readonly GridFact<Person>[]
  /** In the header of the counts. */
  countLabel: string
  isInPercent?: boolean
  ownId?: number
  /** Rows to look after have an edge. */
  isWarning?: (person: Person) => boolean
}

/** Columns at most: a table of a thousand tasks would take seconds to open. */
const MAX_TASKS = 100

const gridLayout: RowLayout = { heightRem: 1.875, maxUnwindowed: 60 }

/**
 * People and tasks: a table whose header and names stick, with one tab stop. Above 60 rows only those near the viewport
 * are mounted.
 */
export const SolveGrid = <Person extends SolvePerson>({
  categories: allCategories,
  ...others
}: SolveGridProps<Person>) => {
  const { t, i18n } = useTranslation('solves')
  const categories = useMemo(() => limitTasks(allCategories, MAX_TASKS), [allCategories])
  const props = { ...others, categories }
  const { caption, groupId, people, facts, order, stats } = props
  const box = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const opensClosed = use(OpensClosedProfiles)
  const tasks = useMemo(() => categories.flatMap(category => category.tasks), [categories])
  const taskCount = allCategories.reduce((sum, category) => sum + category.tasks.length, 0)
  // Categories, tasks and counts.
  const headerRows = tasks.length > 0 ? 3 : 1
  const firstColumn = facts.length + 1
  const columnCount = firstColumn + tasks.length
  const [pointed] = useState(() => createStore<PointedCell>(null))
  const { focus, handleKey, handlers, body } = useGridKeys({
    box,
    rowCount: people.length,
    columnCount,
    firstColumn,
    onPoint: pointed.set,
    onOpen: column => {
      const task = tasks[column - firstColumn]
      if (task)
        void router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId, taskId: task.id } })
    },
  })
  /** One handler for all links, which have no hooks. */
  const openLink = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href: link.pathname })
  }
  // Once, not in each of thousands of cells.
  const labels = useMemo(
    () => Object.fromEntries(cellStates.map(state => [state, t(`legend.${state}`)])) as Labels,
    [t],
  )
  const rowWindow = useRowWindow(people.length, body, gridLayout)
  const isPrinting = useIsPrinting()
  const pinned = focus.row >= 0 && focus.row < people.length ? focus.row : -1
  const mounted = getMountedRows(people.length, pinned, isPrinting ? null : rowWindow, false)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {taskCount > tasks.length && (
        <p className="text-sm text-muted">
          <span>
            {t('matrix.limited', {
              shown: formatNumber(tasks.length, i18n.language),
              total: formatNumber(taskCount, i18n.language),
            })}
          </span>
          {allCategories.length > 1 && <span>{` ${t('matrix.others')}`}</span>}
        </p>
      )}
      <div ref={box} className={cx('solve-box', tasks.length === 0 && 'w-full')}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells.
          role="grid"
          className={cx('solve-grid', tasks.length === 0 && 'w-full')}
          aria-rowcount={people.length + headerRows}
          aria-colcount={columnCount}
          onClick={openLink}
          onKeyDown={handleKey}
          {...handlers}
        >
          <caption className="sr-only">{caption}</caption>
          <GridHead {...props} firstColumn={firstColumn} focus={focus} />
          <tbody ref={body}>
            {mounted.rows.flatMap(({ index, skippedBefore }) => {
              const person = people[index]
              if (!person) return []
              const row = (
                <GridRow
                  key={person.row.user_id}
                  person={person}
                  index={index}
                  categories={categories}
                  order={order}
                  labels={labels}
                  facts={facts as readonly GridFact<SolvePerson>[]}
                  focusColumn={index === focus.row ? focus.column : null}
                  isOwn={person.row.user_id === props.ownId}
                  isWarning={props.isWarning?.(person) ?? false}
                  opensClosed={opensClosed}
                  headerRows={headerRows}
                />
              )
              return skippedBefore > 0 ? [<Spacer key={`gap ${index}`} rows={skippedBefore} />, row] : [row]
            })}
            {mounted.trailing > 0 && <Spacer rows={mounted.trailing} />}
          </tbody>
        </table>
      </div>
      {tasks.length > 0 && (
        <SolveDetail
          pointed={pointed}
          people={people}
          tasks={tasks}
          firstColumn={firstColumn}
          order={order}
          stats={stats}
          total={props.total}
        />
      )}
    </div>
  )
}

/** The height of unmounted rows. */
const Spacer = ({ rows }: { rows: number }) => (
  <tr aria-hidden>
    <td style={{ height: `${rows * gridLayout.heightRem}rem`, padding: 0, border: 0 }} />
  </tr>
)

type GridHeadProps<Person extends SolvePerson> = SolveGridProps<Person> & {
  firstColumn: number
  focus: GridFocus
}

const GridHead = <Person extends SolvePerson>(props: GridHeadProps<Person>) => {
  const { categories, facts, nameHead, isSortedByName, firstColumn, focus, groupId } = props
  const hasTasks = categories.length > 0
  const span = hasTasks ? 2 : 1
  let column = firstColumn
  return (
    <thead>
      <tr>
        <th
          scope="col"
          rowSpan={span}
          aria-sort={isSortedByName ? 'ascending' : undefined}
          className="solve-name align-bottom"
        >
          {nameHead}
        </th>
        {facts.map(({ key, head, sorted }) => (
          <th key={key} scope="col" rowSpan={span} aria-sort={sorted} className="solve-fact align-bottom">
            {head}
          </th>
        ))}
        {categories.map(({ id, name, tasks }) => (
          <th key={id} scope="colgroup" colSpan={tasks.length} title={name} className="solve-category">
            <span>
              <CategoryFlag name={name} className="size-4" />
              <bdi>{name}</bdi>
            </span>
          </th>
        ))}
      </tr>
      {hasTasks && (
        <>
          <tr>
            {categories.flatMap(({ tasks }) =>
              tasks.map((task, at) => (
                <th key={task.id} scope="col" className="solve-task" data-start={at === 0 ? '' : undefined}>
                  <a
                    href={getTaskPath(groupId, task.id)}
                    title={task.title}
                    {...getCellProps(focus, -1, column++)}
                  >
                    {task.important && <RequiredMark />}
                    <bdi>{task.title}</bdi>
                  </a>
                </th>
              )),
            )}
          </tr>
          <CountRow {...props} />
        </>
      )}
    </thead>
  )
}

const getTaskPath = (groupId: number, taskId: number): string => `/group/${groupId}/task/${taskId}`

const RequiredMark = () => {
  const { t } = useTranslation('solves')
  return (
    <span className="inline-block">
      <Star className="mb-1 inline size-3.5 rotate-180 align-middle fill-current text-warning-text" />
      <span className="sr-only">{t('required')}</span>
    </span>
  )
}

const CountRow = <Person extends SolvePerson>(props: SolveGridProps<Person>) => {
  const { categories, facts, stats, total, countLabel, isInPercent } = props
  const { i18n } = useTranslation()
  return (
    <tr className="h-8">
      <th scope="row" className="solve-name">
        {countLabel}
      </th>
      {facts.map(({ key }) => (
        <td key={key} />
      ))}
      {categories.flatMap(({ tasks }) =>
        tasks.map((task, at) => {
          const { count, of } = getTaskCount(task, stats, total)
          const share = of > 0 ? Math.min(1, count / of) : 0
          const isUnsolved = of > 0 && count === 0
          // Nobody can solve these.
          const isClosed = isUnsolved && !isOpen(task)
          const text =
            of === 0 || isClosed
              ? '–'
              : formatNumber(isInPercent ? Math.round(share * 100) : count, i18n.language)
          return (
            <td
              key={task.id}
              className={cx('solve-share', isUnsolved && !isClosed && 'font-semibold text-danger-text')}
              data-start={at === 0 ? '' : undefined}
              style={{ '--share': `${share * 100}%` } as CSSProperties}
            >
              {text}
            </td>
          )
        }),
      )}
    </tr>
  )
}

type Labels = Record<CellState, string>

interface GridRowProps {
  person: SolvePerson
  index: number
  categories: readonly SolveCategory[]
  order: ReadonlyMap<number, readonly number[]>
  labels: Labels
  facts: readonly GridFact<SolvePerson>[]
  /** The column of the tab stop, if it is in this row. */
  focusColumn: number | null
  isOwn: boolean
  isWarning: boolean
  opensClosed: boolean
  headerRows: number
}

/** One element a cell: a register may have 300 rows of 60. */
const GridRow = memo((props: GridRowProps) => {
  const { person, index, categories, order, labels, facts, focusColumn, isOwn, isWarning } = props
  const { opensClosed, headerRows } = props
  const { i18n } = useTranslation()
  const { row, name, solves } = person
  const focus = { row: focusColumn === null ? Number.NaN : index, column: focusColumn ?? 0 }
  const href = getProfilePath(row, isOwn, opensClosed)
  const getLabel = (state: CellState, at: number | undefined) => {
    const label = labels[state]
    return at === undefined || Number.isNaN(at) ? label : `${label}, ${formatShortDate(at, i18n.language)}`
  }
  let column = facts.length + 1
  return (
    <tr
      aria-rowindex={index + headerRows + 1}
      data-own={isOwn ? '' : undefined}
      data-warning={isWarning ? '' : undefined}
    >
      <th scope="row" className="solve-name">
        <a
          href={href ?? undefined}
          className={href === null ? undefined : 'user-link'}
          title={name}
          {...getCellProps(focus, index, 0)}
        >
          <bdi translate="no">{name}</bdi>
        </a>
      </th>
      {facts.map(({ key, render }, at) => (
        <td key={key} className="solve-fact" {...getCellProps(focus, index, at + 1)}>
          {render(person)}
        </td>
      ))}
      {categories.flatMap(({ tasks }) =>
        tasks.map((task, at) => {
          const state = getCellState(solves, task, order.get(task.id)?.[0])
          return (
            <td
              key={task.id}
              data-mark={state}
              data-start={at === 0 ? '' : undefined}
              aria-label={getLabel(state, solves?.at.get(task.id))}
              {...getCellProps(focus, index, column++)}
            />
          )
        }),
      )}
    </tr>
  )
})
