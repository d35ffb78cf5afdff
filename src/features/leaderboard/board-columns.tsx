import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/schema.gen'
import { formatDateTime, formatNumber } from '../../lib/format'
import { personName } from '../../lib/person-name'
import type { SortKey } from './board-search'

export interface BoardColumn {
  key: SortKey
  header: string
  cell: (row: LeaderboardRow) => ReactNode
  isNumeric: boolean
  /** Width, and from which width of the screen it is there; the name takes what is left. */
  className: string
}

/** Rank, name, solved, points, last solution: three columns on a phone, five from 1024 px. */
export const useBoardColumns = (): BoardColumn[] => {
  const { t, i18n } = useTranslation('leaderboard')
  const number = (value: number) => formatNumber(value, i18n.language)
  return [
    {
      key: 'rank',
      header: t('column.rank'),
      cell: row => number(row.rank),
      isNumeric: true,
      className: 'w-[4rem] sm:w-[7rem]',
    },
    {
      key: 'name',
      header: t('column.name'),
      cell: row => <Name row={row} />,
      isNumeric: false,
      className: '',
    },
    {
      key: 'solved',
      header: t('column.solved'),
      cell: row => number(row.solved),
      isNumeric: true,
      className: 'max-xs:hidden w-[5.5rem] sm:w-[7rem]',
    },
    {
      key: 'points',
      header: t('column.points'),
      cell: row => <span className="font-medium">{number(row.points)}</span>,
      isNumeric: true,
      className: 'w-[5rem] sm:w-[7rem]',
    },
    {
      key: 'last',
      header: t('column.last'),
      cell: row => (row.last_solved_at ? formatDateTime(row.last_solved_at, i18n.language) : '–'),
      isNumeric: true,
      className: 'max-lg:hidden w-[15rem]',
    },
  ]
}

/** One line each, whatever is in it: direction marks and length stay inside. */
const Name = ({ row }: { row: LeaderboardRow }) => {
  const name = personName(row)
  return (
    <span className="flex min-w-0 flex-col leading-tight">
      <bdi className="truncate font-medium" title={name}>
        {name}
      </bdi>
      {name !== row.username && (
        <bdi className="truncate text-xs text-muted" title={row.username}>
          {row.username}
        </bdi>
      )}
    </span>
  )
}
