import i18next, { type TFunction } from 'i18next'
import { ChevronRight, GraduationCap, ShieldCheck } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupPhase, type GroupSummary, getGroupPhase } from '../../api/responses'
import { formatPlace } from '../../i18n/group-dates'
import { DAY_MS } from '../../lib/durations'
import { formatInDays, formatNumber, parseMoment } from '../../lib/format'
import { useGradualCount, useGradualValue } from '../../lib/hooks'
import { formatNearDate } from '../../lib/near-dates'
import { type RowLinks, useRowLinks } from '../../lib/row-links'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { Card, stretchedLinkClass } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/meter'

/** More than one screen of rows. */
const ROWS_PER_STEP = 20

/** In a longer list, rows off-screen are neither laid out nor painted. */
const MAX_SHORT_LIST = 40

/** Columns from 64rem on; a column that no row has is left out. */
export interface GroupColumns {
  categories: boolean
  required: boolean
  place: boolean
}

type GroupsT = TFunction<'groups'>

/** An administrator without solves of one's own. */
const isTeaching = ({ is_admin, tasks_solved }: GroupSummary): boolean => is_admin && !tasks_solved

/** Only in a group that runs, and 0 may mean that it has no required tasks. */
const getRequiredLeft = (group: GroupSummary, phase: GroupPhase): number =>
  phase !== 'running' || isTeaching(group) ? 0 : (group.important_left ?? 0)

export const getGroupColumns = (groups: readonly GroupSummary[]): GroupColumns => {
  const now = serverClock.now()
  return {
    categories: groups.some(group => group.categories),
    required: groups.some(group => getRequiredLeft(group, getGroupPhase(group, now)) > 0),
    place: groups.some(group => group.rank !== undefined),
  }
}

const rowClass = 'gap-x-6 px-4 sm:px-6'
const categoriesClass = 'hidden w-[9rem] shrink-0 lg:flex'
const solvedClass = 'shrink-0 md:w-[13rem]'
const cellClass = 'w-[7rem] shrink-0 text-end max-lg:hidden'

interface GroupRowsProps {
  groups: readonly GroupSummary[]
  label: string
  columns: GroupColumns
  /** Names the columns. */
  hasHead?: boolean
  /** When it changes, rendering starts over with the first screen of rows. */
  searchKey?: unknown
  /** Further items. */
  children?: ReactNode
}

/**
 * Whether all rows have been laid out at this width. The browser remembers their heights, so it can then skip those
 * off-screen and nothing moves.
 */
const useIsMeasured = (list: RefObject<HTMLElement | null>, isWhole: boolean): boolean => {
  const [measured, setMeasured] = useState(0)
  useEffect(() => {
    const { current } = list
    if (!(isWhole && current)) return undefined
    const observer = new ResizeObserver(() => {
      // 0 in a closed list. At another width all rows are laid out again.
      const { clientWidth } = current
      setMeasured(measured && measured !== clientWidth ? 0 : clientWidth)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [isWhole, list, measured])
  return measured > 0
}

/** Of a usual row without its padding: below 48rem, and from there on. */
const rowSize = { '--row-size': 'clamp(2.4375rem, (48rem - 100vw) * 99, 5.75rem)' } as CSSProperties

/** Groups as rows of one card. Space is kept for rows not rendered yet, so Back restores the scroll position. */
export const GroupRows = ({ groups, label, columns, hasHead, searchKey, children }: GroupRowsProps) => {
  const { i18n } = useTranslation('groups')
  const links = useRowLinks(groupId => ({ to: '/group/$groupId', params: { groupId } }))
  const count = useGradualCount(groups.length, searchKey, ROWS_PER_STEP)
  const getLanguage = useGradualValue(i18n.language, groups.length)
  const list = useRef<HTMLUListElement>(null)
  const isMeasured = useIsMeasured(list, groups.length > MAX_SHORT_LIST && count === groups.length)
  return (
    <Card padding="none" className="overflow-clip">
      {hasHead && <GroupHead columns={columns} />}
      <ul
        ref={list}
        aria-label={label}
        className={cx('divide-y divide-line', isMeasured && 'long-list')}
        style={rowSize}
      >
        {groups.slice(0, count).map((group, index) => (
          <GroupRow
            key={group.id}
            group={group}
            columns={columns}
            links={links}
            language={getLanguage(index)}
          />
        ))}
        {count < groups.length && (
          <li
            aria-hidden
            style={{ height: `calc(${groups.length - count} * (var(--row-size) + 1.5625rem))` }}
          />
        )}
        {children}
      </ul>
    </Card>
  )
}

/** For the eyes: each cell is read aloud with what it means. */
const GroupHead = ({ columns }: Pick<GroupRowsProps, 'columns'>) => {
  const { t } = useTranslation('groups')
  return (
    <div
      aria-hidden
      className={cx(
        'hidden min-h-[2.25rem] items-center border-b border-line text-xs text-muted lg:flex',
        rowClass,
      )}
    >
      <span className="flex-1">{t('column.group')}</span>
      {columns.categories && <span className={categoriesClass}>{t('column.categories')}</span>}
      <span className={solvedClass}>{t('progress.label')}</span>
      {columns.required && <span className={cellClass}>{t('next.requiredTasks')}</span>}
      {columns.place && <span className={cellClass}>{t('column.place')}</span>}
      <span className="w-4" />
    </div>
  )
}

interface GroupRowProps {
  group: GroupSummary
  columns: GroupColumns
  links: RowLinks
  /** A prop, so a language switch can re-render rows gradually: 500 at once take a second. */
  language: string
}

/** Closed groups are links too. Memoized: there may be 500. */
export const GroupRow = memo(({ group, columns, links, language }: GroupRowProps) => {
  const t = i18next.getFixedT(language, 'groups')
  const phase = getGroupPhase(group, serverClock.now())
  return (
    <li
      className={cx(
        'row-link grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1 py-3 transition-colors duration-fast hover:bg-canvas md:flex md:py-2',
        rowClass,
      )}
    >
      <div className="contents md:flex md:min-w-0 md:flex-1 md:flex-col">
        <h3 className="text-base leading-snug">
          <a {...links.getProps(group.id)} className={stretchedLinkClass}>
            <bdi>{group.name}</bdi>
          </a>
        </h3>
        <RowFacts group={group} phase={phase} columns={columns} t={t} language={language} />
      </div>
      {columns.categories && <RowCategories group={group} t={t} language={language} />}
      <RowProgress group={group} phase={phase} t={t} language={language} />
      {columns.required && <RowRequired left={getRequiredLeft(group, phase)} t={t} language={language} />}
      {columns.place && (
        <p className={cx('text-sm tabular-nums', cellClass)}>
          <RowPlace group={group} t={t} language={language} />
        </p>
      )}
      <ChevronRight className="size-4 shrink-0 text-muted max-md:col-start-2 max-md:row-start-1" />
    </li>
  )
})

interface PartProps {
  t: GroupsT
  language: string
}

interface FactsProps extends PartProps, Pick<GroupRowProps, 'group' | 'columns'> {
  phase: GroupPhase
}

const getDate = ({ start_date, end_date }: GroupSummary, phase: GroupPhase, { t, language }: PartProps) => {
  const date = parseMoment(phase === 'upcoming' ? start_date : end_date)
  if (date === null) return null
  return t(`row.${phase}`, { date: formatNearDate(date, serverClock.now(), language) })
}

/** The date, and what stands in columns on wide screens: what is left to do, else the place. */
const RowFacts = ({ group, phase, columns, t, language }: FactsProps) => {
  const date = getDate(group, phase, { t, language })
  const left = getRequiredLeft(group, phase)
  const fact =
    left > 0
      ? { text: t('row.left', { count: left }), isColumn: columns.required }
      : { text: formatPlace(group, language), isColumn: columns.place }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 overflow-x-clip text-sm text-muted max-md:col-span-2">
      {group.is_exam && (
        <Badge tone="accent" icon={<GraduationCap />}>
          {t('badge.exam')}
        </Badge>
      )}
      {group.is_admin && <Badge icon={<ShieldCheck />}>{t('badge.admin')}</Badge>}
      {date && <span>{date}</span>}
      {fact.text && (
        // The point before it is clipped at the beginning of a line.
        <span
          className={cx(
            "relative before:absolute before:-left-2 before:content-['·']",
            fact.isColumn && 'lg:hidden',
          )}
        >
          {fact.text}
        </span>
      )}
    </p>
  )
}

const MAX_FLAGS = 6

const RowCategories = ({ group, t, language }: PartProps & Pick<GroupRowProps, 'group'>) => {
  const { categories = [] } = group
  const shown = categories.length > MAX_FLAGS ? categories.slice(0, MAX_FLAGS - 1) : categories
  return (
    <ul aria-label={t('column.categories')} className={cx('items-center gap-1.5', categoriesClass)}>
      {shown.map(({ name, tasks_total: total, tasks_solved: solved }) => (
        <li key={name} className="w-[1.125rem]">
          <CategoryFlag name={name} className="size-[1.125rem]" />
          <bdi className="sr-only">{name}</bdi>
          {total !== undefined && solved !== undefined && !isTeaching(group) && (
            <>
              <span className="sr-only">{t('progress.value', formatCounts(solved, total, language))}</span>
              <Bar share={total > 0 ? solved / total : 0} className="mt-1 h-[0.1875rem] fill-success" />
            </>
          )}
        </li>
      ))}
      {shown.length < categories.length && (
        <li className="text-xs text-muted">{`+${formatNumber(categories.length - shown.length, language)}`}</li>
      )}
    </ul>
  )
}

const formatCounts = (solved: number, total: number, language: string) => ({
  solved: formatNumber(solved, language),
  total: formatNumber(total, language),
})

/** In place of a progress; null where there is one. */
const getProgressNote = (group: GroupSummary, phase: GroupPhase, { t, language }: PartProps) => {
  const { tasks_total: total, tasks_solved: solved } = group
  if (phase === 'upcoming') {
    const start = parseMoment(group.start_date) ?? 0
    return <time>{formatInDays(Math.ceil((start - serverClock.now()) / DAY_MS), language)}</time>
  }
  if (total === undefined || solved === undefined) return ''
  if (total === 0) return t('card.noTasks')
  return isTeaching(group) ? t('card.tasks', { count: total }) : null
}

const RowProgress = ({ group, phase, t, language }: Omit<FactsProps, 'columns'>) => {
  const { tasks_total: total = 0, tasks_solved: solved = 0 } = group
  const note = getProgressNote(group, phase, { t, language })
  if (note !== null)
    return (
      <p className={cx('text-sm text-muted max-md:col-span-2', !note && 'max-md:hidden', solvedClass)}>
        {note}
      </p>
    )
  return (
    <div
      className={cx(
        'flex items-center gap-3 max-md:col-span-2 max-md:flex-row-reverse md:flex-col md:items-stretch md:gap-1.5',
        solvedClass,
      )}
    >
      <p className="shrink-0 text-sm font-medium">
        <span className="sr-only">{t('progress.label')}</span>{' '}
        <span>{t('progress.value', formatCounts(solved, total, language))}</span>
      </p>
      <Bar share={Math.min(solved / total, 1)} className="h-1.5 fill-success" />
    </div>
  )
}

const RowRequired = ({ left, t, language }: PartProps & { left: number }) => (
  <p className={cx('text-sm text-muted', cellClass)}>
    {left > 0 && (
      <>
        <span className="sr-only">{t('next.requiredTasks')}</span>{' '}
        <span>{t('cell.left', { number: formatNumber(left, language) })}</span>
      </>
    )}
  </p>
)

const RowPlace = ({ group, t, language }: PartProps & Pick<GroupRowProps, 'group'>) => {
  const { rank, ranked_total: total, hide_leaderboard: isHidden } = group
  if (rank === undefined) return isHidden && <span className="text-muted">{t('cell.hidden')}</span>
  return (
    <>
      <span className="sr-only">{t('column.place')}</span> <span>{formatNumber(rank, language)}</span>{' '}
      {total !== undefined && (
        <span className="text-muted">{t('cell.of', { total: formatNumber(total, language) })}</span>
      )}
    </>
  )
}
