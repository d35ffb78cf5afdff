import { memo, type Ref } from 'react'
import type { LeaderboardRow } from '../../api/schema.gen'
import { cx } from '../../ui/cx'
import { cellClass } from './board-columns'
import { rowTexts } from './row-texts'

interface BoardRowProps {
  row: LeaderboardRow
  language: string
  /** In a partly mounted table: the place in the whole of it. */
  rowIndex: number | undefined
  /** Said after the reader's own name; null for everybody else. */
  ownWords: string | null
  ref: Ref<HTMLTableRowElement>
}

// Below the page's header and the head of the table; at the bottom, the edge of the screen.
const pinned =
  'sticky top-[calc(var(--head-room)+2.5rem)] bottom-0 z-1 bg-accent-soft text-accent-text print:static'

const rowCells = (isOwn: boolean) => {
  const of = (base: string, ...more: string[]) => cx(base, isOwn && pinned, ...more)
  return {
    rank: of(cellClass.rank),
    name: of(cellClass.name, 'board-name'),
    solved: of(cellClass.solved),
    points: of(cellClass.points, 'font-medium'),
    last: of(cellClass.last),
  }
}

const ownCells = rowCells(true)
const otherCells = rowCells(false)

/** One person. Without hooks and formatting, and with few elements: while somebody scrolls, every millisecond is asked for. */
export const BoardRow = memo(({ row, language, rowIndex, ownWords, ref }: BoardRowProps) => {
  const texts = rowTexts(row, language)
  const cells = ownWords === null ? otherCells : ownCells
  return (
    // The key that leads to the own row moves the focus as well, or nobody who listens would know of it.
    <tr
      ref={ref}
      tabIndex={ownWords === null ? undefined : -1}
      aria-rowindex={rowIndex}
      aria-current={ownWords === null ? undefined : true}
      className="h-[3.5rem]"
    >
      <td className={cells.rank}>{texts.rank}</td>
      <th scope="row" className={cells.name}>
        <bdi title={texts.name}>{texts.name}</bdi>
        {ownWords !== null && <span className="sr-only"> {ownWords}</span>}
      </th>
      <td className={cells.solved}>{texts.solved}</td>
      <td className={cells.points}>{texts.points}</td>
      <td className={cells.last}>{texts.last}</td>
    </tr>
  )
})
