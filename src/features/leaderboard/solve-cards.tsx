import './leaderboard.css'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import { useGradualCount } from '../../lib/hooks'
import { createScreenQuery } from '../../lib/screen-query'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import type { SolveCategory, SolvePerson } from './solves'
import { getIsPrinting } from './use-row-window'
import { UserLink } from './user-link'

/** A grid of tasks does not fit. */
export const useIsNarrow = createScreenQuery('(width < 48rem)', false, getIsPrinting)

interface SolveCardsProps<Person extends SolvePerson> {
  label: string
  categories: readonly SolveCategory[]
  people: readonly Person[]
  ownId?: number
  /** Below the name. */
  note: (person: Person) => ReactNode
  /** Before the points. */
  solved: (person: Person) => ReactNode
  isWarning?: (person: Person) => boolean
}

/** More counts than fit beside the note have a line of their own, and their flags with them. */
const MAX_COLUMNS = 6

/** For phones: two lines a person, with the number of solved tasks by category below its flag. */
export const SolveCards = <Person extends SolvePerson>(props: SolveCardsProps<Person>) => {
  const { label, categories, people, ownId, note, solved, isWarning } = props
  const { i18n } = useTranslation()
  const count = useGradualCount(people.length, people)
  const hasColumns = categories.length > 0 && categories.length <= MAX_COLUMNS
  return (
    <Card padding="none" className="overflow-clip">
      {hasColumns && <CategoryHead categories={categories} />}
      <ul aria-label={label} className="long-list divide-y divide-line [--row-size:4.25rem]">
        {people.slice(0, count).map(person => (
          <li
            key={person.row.user_id}
            aria-current={person.row.user_id === ownId || undefined}
            className={cx(
              'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-l-[3px] px-3 py-2 text-sm',
              person.row.user_id === ownId && 'bg-accent-soft',
              isWarning?.(person) ? 'border-l-warning' : 'border-l-transparent',
            )}
          >
            <span className="flex w-full items-baseline gap-x-3">
              <span className="min-w-0 flex-1 text-base font-medium">
                <UserLink row={person.row} isOwn={person.row.user_id === ownId}>
                  <bdi translate="no" className="wrap-anywhere">
                    {person.name}
                  </bdi>
                </UserLink>
              </span>
              <span className="text-muted">{solved(person)}</span>
              <span className="text-base font-medium tabular-nums">
                {formatNumber(person.row.points, i18n.language)}
              </span>
            </span>
            <span className="text-muted">{note(person)}</span>
            {categories.length > 0 && (
              <CategoryCounts categories={categories} person={person} hasFlags={!hasColumns} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Each count of a person names its category itself. */
const CategoryHead = ({ categories }: { categories: readonly SolveCategory[] }) => {
  const { t, i18n } = useTranslation('solves')
  return (
    <div
      aria-hidden
      className="sticky top-(--header-offset) z-1 flex justify-end gap-1 border-b border-line bg-sunken px-3 py-2 text-xs text-muted"
    >
      <span className="mr-auto self-center">{t('cards.head')}</span>
      {categories.map(({ id, name, tasks }) => (
        <span key={id} title={name} className="solve-column flex flex-col items-center gap-1">
          <CategoryFlag name={name} className="size-4" />
          <span>{formatNumber(tasks.length, i18n.language)}</span>
        </span>
      ))}
    </div>
  )
}

interface CategoryCountsProps {
  categories: readonly SolveCategory[]
  person: SolvePerson
  hasFlags: boolean
}

const CategoryCounts = ({ categories, person: { solves }, hasFlags }: CategoryCountsProps) => {
  const { t, i18n } = useTranslation('solves')
  if (!solves) return <p className="text-subtle">{t('legend.unknown')}</p>
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <ul className="flex flex-wrap gap-1">
      {categories.map(({ id, name, tasks }) => {
        const solved = tasks.filter(task => solves.at.has(task.id)).length
        // Where the list is not whole, the others may be solved too.
        const total = solves.isComplete ? tasks.length : null
        return (
          <li key={id} className="inline-flex items-center gap-1">
            {hasFlags && <CategoryFlag name={name} className="size-4" />}
            <span className="sr-only">{`${name}:`}</span>
            <span
              className={cx('solve-count', solved === total && 'bg-accent text-on-accent')}
              style={{ '--share': total === null ? 0 : solved / total } as CSSProperties}
            >
              <span aria-hidden>{number(solved)}</span>
              <span className="sr-only">
                {total === null
                  ? number(solved)
                  : t('ofTasks', { solved: number(solved), total: number(total) })}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
