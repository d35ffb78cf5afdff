import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
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

/** The row that J goes to: always in the DOM, as the user's own row in the product. */
const getOwnIndex = (count: number): number => Math.floor(count / 2)

const Table = ({ rows }: { rows: readonly Row[] }) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const own = getOwnIndex(rows.length)
  useEffect(() => {
    const goToOwnRow = ({ key }: KeyboardEvent) => {
      if (key !== 'j') return
      const row = body.current?.querySelector<HTMLElement>('[aria-current]')
      row?.focus({ preventScroll: true })
      requestAnimationFrame(() => setTimeout(() => row?.scrollIntoView({ block: 'center' })))
    }
    window.addEventListener('keydown', goToOwnRow)
    return () => window.removeEventListener('keydown', goToOwnRow)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return shown.includes(own) ? shown : [...shown, own].sort((a, b) => a - b)
    },
  })
  const shown = virtualizer.getVirtualItems()
  return (
    <tbody ref={body}>
      {shown.map(({ index, start }, at) => {
        const row = rows[index]
        const gap = start - (shown[at - 1]?.end ?? 0)
        return (
          row && (
            <Fragment key={row.user_id}>
              {gap > 0 && <Gap height={gap} />}
              <BoardRow row={row} index={index} isOwn={index === own} />
            </Fragment>
          )
        )
      })}
      <Gap height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
    </tbody>
  )
}

const BoardRow = memo(({ row, index, isOwn }: { row: Row; index: number; isOwn: boolean }) => (
  <tr aria-rowindex={index + 2} aria-current={isOwn || undefined} tabIndex={isOwn ? -1 : undefined}>
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
