import { type KeyboardEvent, type MouseEvent, memo, type Ref } from 'react'
import type { LeaderboardRow } from '../../queries/responses'
import { cx } from '../../ui/cx'
import { cellClass } from './board-columns'
import { getRowLabels } from './row-labels'
import { getProfilePath } from './user-link'

interface BoardRowProps {
  row: LeaderboardRow
  language: string
  /** Index in the whole table, set when only some rows are mounted. */
  rowIndex: number | undefined
  /** Appended to the own row's name for screen readers; null for other rows. */
  ownLabel: string | null
  /** Roving tabindex: only this row is reachable with Tab. */
  isTabStop: boolean
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
  ref: Ref<HTMLTableRowElement>
}

/** Arrow keys move between names, so the table is a single tab stop. */
const moveBetweenNames = (event: KeyboardEvent<HTMLElement>): void => {
  const isDown = event.key === 'ArrowDown'
  if (!isDown && event.key !== 'ArrowUp') return
  const links = [...(event.currentTarget.closest('tbody')?.querySelectorAll('a') ?? [])]
  const next = links[links.indexOf(event.currentTarget as HTMLAnchorElement) + (isDown ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

// Sticks below the page header and the table header, or to the bottom of the screen.
const pinnedClass =
  'sticky top-[calc(var(--head-room)+2.5rem)] bottom-0 z-1 bg-accent-soft text-accent-text print:static'

const getCellClasses = (isOwn: boolean) => {
  const cell = (base: string, ...more: string[]) => cx(base, isOwn && pinnedClass, ...more)
  return {
    rank: cell(cellClass.rank),
    name: cell(cellClass.name, 'board-name'),
    solved: cell(cellClass.solved),
    points: cell(cellClass.points, 'font-medium'),
    last: cell(cellClass.last),
  }
}

const ownCells = getCellClasses(true)
const otherCells = getCellClasses(false)

/** No hooks and few elements: rows are mounted while scrolling. */
export const BoardRow = memo(
  ({ row, language, rowIndex, ownLabel, isTabStop, onOpen, ref }: BoardRowProps) => {
    const labels = getRowLabels(row, language)
    const isOwn = ownLabel !== null
    const cells = isOwn ? ownCells : otherCells
    const href = getProfilePath(row, isOwn)
    const name = <bdi title={labels.name}>{labels.name}</bdi>
    return (
      // Focusable, so that the "go to own row" shortcut is announced by screen readers.
      <tr
        ref={ref}
        tabIndex={isOwn ? -1 : undefined}
        aria-rowindex={rowIndex}
        aria-current={isOwn || undefined}
        className="h-[3.5rem]"
      >
        <td className={cells.rank}>{labels.rank}</td>
        <th scope="row" className={cells.name}>
          {href === null ? (
            name
          ) : (
            <a
              href={href}
              tabIndex={isTabStop ? undefined : -1}
              onClick={onOpen}
              onKeyDown={moveBetweenNames}
              className="user-link"
            >
              {name}
            </a>
          )}
          {isOwn && <span className="sr-only"> {ownLabel}</span>}
        </th>
        <td className={cells.solved}>{labels.solved}</td>
        <td className={cells.points}>{labels.points}</td>
        <td className={cells.last}>{labels.last}</td>
      </tr>
    )
  },
)
