import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'
import { cellClass, columns, hiddenBelow } from './board-columns'
import { readSort, type SortKey } from './board-search'

interface BoardHeaderProps {
  sort: string | undefined
  onSort: (key: SortKey) => void
  isPartial: boolean
}

export const BoardHeader = memo(({ sort, onSort, isPartial }: BoardHeaderProps) => {
  const { t } = useTranslation('leaderboard')
  const { key: sorted, direction } = readSort(sort)
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <thead className="table-head">
      <tr aria-rowindex={isPartial ? 1 : undefined}>
        {columns.map(key => (
          <th
            key={key}
            scope="col"
            aria-sort={key === sorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
            className={cx(cellClass[key], 'h-[2.5rem] text-xs font-medium text-muted print:static')}
          >
            <button
              type="button"
              onClick={() => onSort(key)}
              className={cx(
                'relative -mx-1 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:top-[-0.625rem] pointer-coarse:after:bottom-[-1rem] inline-flex min-h-6 max-w-full items-center gap-1 rounded-chip px-1 hover:text-text',
                key === sorted && 'text-text',
              )}
            >
              <span className={cx('wrap-anywhere', key === 'name' ? 'text-left' : 'text-right')}>
                {t(`column.${key}`)}
              </span>
              {key === sorted && (
                <Arrow
                  // Phone columns are too narrow for the arrow, so it goes into the padding.
                  className={cx(
                    'size-3.5 shrink-0',
                    key !== 'name' && 'max-xs:absolute max-xs:-left-2 max-xs:size-3',
                  )}
                  aria-hidden
                />
              )}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  )
})

/** The sort order in words, where the screen is too narrow to show the sorted column. */
export const SortDescription = ({ sort }: { sort: string | undefined }) => {
  const { t } = useTranslation('leaderboard')
  const { key, direction } = readSort(sort)
  const visibilityClass = hiddenBelow[key]
  if (!visibilityClass) return null
  return (
    <p className={cx(visibilityClass, 'text-sm text-muted')}>
      {t(`sorted.${direction}`, { column: t(`column.${key}`) })}
    </p>
  )
}
