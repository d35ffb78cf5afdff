import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import './floor.css'

/** The used fields of a row. */
interface Row {
  user_id: number
  rank: number
  username: string
  first_name: string | null
  last_name: string | null
  points: number
  solved: number
  last_solved_at: string | null
}

const columns = ['rank', 'username', 'solved', 'points', 'last_solved_at'] as const
type Column = (typeof columns)[number]

const rowHeight = 56
/** As many rows beyond the edges of the window as the product has. */
const overscan = 4

const noRows: readonly Row[] = []
const dates = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short' })

/** The floor of the leaderboard: a virtualized native table with the columns of the product as plain text. */
export const Board = () => {
  const { groupId = '' } = useParams({ strict: false })
  const { data } = useQuery<{ rows: readonly Row[] }>({ queryKey: [`/api/leaderboard/group/${groupId}`] })
  const rows = data?.rows ?? noRows
  const [text, setText] = useState('')
  const [column, setColumn] = useState<Column>('rank')
  const [query, by] = [useDeferredValue(text), useDeferredValue(column)]
  const sorted = useMemo(() => (by === 'rank' ? rows : rows.toSorted(comparing(by))), [rows, by])
  const found = useMemo(
    () => sorted.filter(row => row.username.toLowerCase().includes(query)),
    [sorted, query],
  )
  const table = useMemo(() => <Table rows={found} />, [found])
  return (
    <main>
      <input
        type="search"
        aria-label="Search"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <table aria-rowcount={found.length + 1}>
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} aria-sort={name === column ? 'ascending' : undefined}>
                <button type="button" onClick={() => setColumn(name)}>
                  {name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        {table}
      </table>
    </main>
  )
}

const comparing = (column: Column) => (left: Row, right: Row) => {
  const [a, b] = [left[column] ?? '', right[column] ?? '']
  return a < b ? -1 : Number(a > b)
}

const Table = ({ rows }: { rows: readonly Row[] }) => {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const focusRow = ({ key }: KeyboardEvent) => {
      if (key === 'j')
        body.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
    }
    window.addEventListener('keydown', focusRow)
    return () => window.removeEventListener('keydown', focusRow)
  }, [])
  const virtualizer = useWindowVirtualizer({ count: rows.length, estimateSize: () => rowHeight, overscan })
  const shown = virtualizer.getVirtualItems()
  return (
    <tbody ref={body}>
      <Gap height={shown[0]?.start ?? 0} />
      {shown.map(({ index }) => {
        const row = rows[index]
        return row && <BoardRow key={row.user_id} row={row} index={index} />
      })}
      <Gap height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
    </tbody>
  )
}

const BoardRow = memo(({ row, index }: { row: Row; index: number }) => (
  <tr
    aria-rowindex={index + 2}
    aria-current={index === 0 || undefined}
    tabIndex={index === 0 ? -1 : undefined}
  >
    <td>{row.rank}</td>
    <th scope="row">
      <a href={`/profile/${row.user_id}`}>
        {row.first_name} {row.last_name} {row.username}
      </a>
    </th>
    <td>{row.solved}</td>
    <td>{row.points}</td>
    <td>{row.last_solved_at && dates.format(new Date(row.last_solved_at))}</td>
  </tr>
))

const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height, padding: 0 }} />
  </tr>
)
