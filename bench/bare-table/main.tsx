import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './bare-table.css'

/** The used fields of a row. */
interface Row {
  user_id: number
  rank: number
  username: string
  points: number
  solved: number
}

const rowHeight = 56

/**
 * The floor of the leaderboard benchmark: a virtualized native table with four cells of plain text. Any key
 * renders it again, as an interaction.
 */
const BareTable = ({ rows }: { rows: readonly Row[] }) => {
  const [keys, setKeys] = useState(0)
  useEffect(() => {
    const count = () => setKeys(before => before + 1)
    window.addEventListener('keydown', count)
    return () => window.removeEventListener('keydown', count)
  }, [])
  const virtualizer = useWindowVirtualizer({ count: rows.length, estimateSize: () => rowHeight })
  const shown = virtualizer.getVirtualItems()
  return (
    <table>
      <caption>{keys}</caption>
      <tbody>
        <Gap height={shown[0]?.start ?? 0} />
        {shown.map(({ index }) => {
          const row = rows[index]
          return (
            <Fragment key={index}>
              {row && (
                <tr aria-rowindex={index + 1}>
                  <td>{row.rank}</td>
                  <td>{row.username}</td>
                  <td>{row.solved}</td>
                  <td>{row.points}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
        <Gap height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
      </tbody>
    </table>
  )
}

const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height, padding: 0 }} />
  </tr>
)

const container = document.getElementById('root')
if (!container) throw new Error('The page has no root.')
const root = createRoot(container)
const { searchParams } = new URL(location.href)
const board = searchParams.get('board')
if (board === null) root.render(<BareTable rows={[]} />)
else {
  const answer = await fetch(board)
  const { rows } = (await answer.json()) as { rows: Row[] }
  root.render(<BareTable rows={rows} />)
}
