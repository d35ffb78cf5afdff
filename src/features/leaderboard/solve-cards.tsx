import './leaderboard.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import { useGradualCount } from '../../lib/hooks'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import type { SolveCategory, SolvePerson } from './solves'
import { createScreenQuery } from './use-screen-query'
import { UserLink } from './user-link'

/** A grid of tasks does not fit. */
export const useIsNarrow = createScreenQuery('(width < 48rem)', false)

interface SolveCardsProps<Person extends SolvePerson> {
  label: string
  categories: readonly SolveCategory[]
  people: readonly Person[]
  ownId?: number
  /** Below the name. */
  note: (person: Person) => ReactNode
  /** Below the points. */
  solved: (person: Person) => ReactNode
  isWarning?: (person: Person) => boolean
}

/** For phones: a card a person, with the number of solved tasks by category. */
export const SolveCards = <Person extends SolvePerson>(props: SolveCardsProps<Person>) => {
  const { label, categories, people, ownId, note, solved, isWarning } = props
  const { i18n } = useTranslation()
  const count = useGradualCount(people.length, people)
  return (
    <Card padding="none" className="overflow-clip">
      <ul aria-label={label} className="long-list divide-y divide-line [--row-size:5.75rem]">
        {people.slice(0, count).map(person => (
          <li
            key={person.row.user_id}
            aria-current={person.row.user_id === ownId || undefined}
            className={cx(
              'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-l-[3px] px-3 py-3 text-sm',
              person.row.user_id === ownId && 'bg-accent-soft',
              isWarning?.(person) ? 'border-l-warning' : 'border-l-transparent',
            )}
          >
            <span className="min-w-0 text-base font-medium">
              <UserLink row={person.row} isOwn={person.row.user_id === ownId}>
                <bdi translate="no" className="wrap-anywhere">
                  {person.name}
                </bdi>
              </UserLink>
            </span>
            <span className="text-right text-base font-medium tabular-nums">
              {formatNumber(person.row.points, i18n.language)}
            </span>
            <span className="min-w-0 text-muted">{note(person)}</span>
            <span className="text-right text-muted tabular-nums">{solved(person)}</span>
            {categories.length > 0 && <CategoryCounts categories={categories} person={person} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const CategoryCounts = ({
  categories,
  person: { solves },
}: {
  categories: readonly SolveCategory[]
  person: SolvePerson
}) => {
  const { t, i18n } = useTranslation('solves')
  if (!solves) return <p className="col-span-2 text-subtle">{t('legend.unknown')}</p>
  const number = (value: number) => formatNumber(value, i18n.language)
  // Where the list is not whole, the others may be solved too.
  const getCount = (tasks: SolveCategory['tasks']) => {
    const solved = number(tasks.filter(task => solves.at.has(task.id)).length)
    return solves.isComplete ? t('ofTasks', { solved, total: number(tasks.length) }) : solved
  }
  return (
    <ul className="col-span-2 flex flex-wrap gap-x-3 gap-y-1 text-muted tabular-nums">
      {categories.map(({ id, name, tasks }) => (
        <li key={id} className="inline-flex items-center gap-1">
          <CategoryFlag name={name} className="size-4" />
          <span className="sr-only">{name}</span>
          <span>{getCount(tasks)}</span>
        </li>
      ))}
    </ul>
  )
}
