import { type KeyboardEvent, type MouseEvent, memo, type Ref } from 'react'
import type { LeaderboardRow } from '../../queries/answers'
import { cx } from '../../ui/cx'
import { cellClass } from './board-columns'
import { personAddress } from './person-link'
import { rowTexts } from './row-texts'

interface BoardRowProps {
  row: LeaderboardRow
  language: string
  /** In a partly mounted table: the place in the whole of it. */
  rowIndex: number | undefined
  /** Said after the reader's own name; null for everybody else. */
  ownWords: string | null
  /** The row by which Tab comes to the names; arrows lead to the others. */
  isEntry: boolean
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
  ref: Ref<HTMLTableRowElement>
}

/** Ten thousand names are one stop of Tab: arrows move between them. */
const moveBetweenNames = (event: KeyboardEvent<HTMLElement>): void => {
  const isDown = event.key === 'ArrowDown'
  if (!isDown && event.key !== 'ArrowUp') return
  const links = [...(event.currentTarget.closest('tbody')?.querySelectorAll('a') ?? [])]
  const next = links[links.indexOf(event.currentTarget as HTMLAnchorElement) + (isDown ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
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
export const BoardRow = memo(({ row, language, rowIndex, ownWords, isEntry, onOpen, ref }: BoardRowProps) => {
  const texts = rowTexts(row, language)
  const isOwn = ownWords !== null
  const cells = isOwn ? ownCells : otherCells
  const address = personAddress(row, isOwn)
  const name = <bdi title={texts.name}>{texts.name}</bdi>
  return (
    // The key that leads to the own row moves the focus as well, or nobody who listens would know of it.
    <tr
      ref={ref}
      tabIndex={isOwn ? -1 : undefined}
      aria-rowindex={rowIndex}
      aria-current={isOwn || undefined}
      className="h-[3.5rem]"
    >
      <td className={cells.rank}>{texts.rank}</td>
      <th scope="row" className={cells.name}>
        {address === null ? (
          name
        ) : (
          <a
            href={address}
            tabIndex={isEntry ? undefined : -1}
            onClick={onOpen}
            onKeyDown={moveBetweenNames}
            className="person-link"
          >
            {name}
          </a>
        )}
        {isOwn && <span className="sr-only"> {ownWords}</span>}
      </th>
      <td className={cells.solved}>{texts.solved}</td>
      <td className={cells.points}>{texts.points}</td>
      <td className={cells.last}>{texts.last}</td>
    </tr>
  )
})
