import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from '../../lib/is-composing'

/** The tab stop of a grid. Row -1 is the header. */
export interface GridFocus {
  row: number
  column: number
}

/** The cell under the pointer or the focus. */
export type PointedCell = GridFocus | null

/** Makes an element a cell of the arrow keys. */
export const getCellProps = (focus: GridFocus, row: number, column: number) => ({
  'data-row': row,
  'data-column': column,
  tabIndex: focus.row === row && focus.column === column ? 0 : -1,
})

const findCell = (target: EventTarget | null): (GridFocus & { element: HTMLElement }) | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return element && { element, row: Number(element.dataset.row), column: Number(element.dataset.column) }
}

const PAGE_ROWS = 10

interface GridKeys {
  box: RefObject<HTMLElement | null>
  rowCount: number
  columnCount: number
  /** The header has cells from this column on. */
  firstColumn: number
  onPoint: (cell: PointedCell) => void
  /** Enter in a cell that is no link. */
  onOpen: (column: number) => void
}

const getTarget = (
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: GridFocus,
  { rowCount, columnCount }: GridKeys,
): GridFocus | null => {
  const isWhole = ctrlKey || metaKey
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'PageUp':
      return { row: Math.max(0, row - PAGE_ROWS), column }
    case 'PageDown':
      return { row: row + PAGE_ROWS, column }
    case 'Home':
      return { row: isWhole ? 0 : row, column: 0 }
    case 'End':
      return { row: isWhole ? rowCount - 1 : row, column: columnCount - 1 }
    default:
      return null
  }
}

/** One tab stop; arrows, Home, End and Page Up and Down move it, Enter opens the task of a cell. */
export const useGridKeys = (options: GridKeys) => {
  const { box, rowCount, columnCount, firstColumn, onPoint, onOpen } = options
  const body = useRef<HTMLTableSectionElement>(null)
  const [chosen, setFocus] = useState<GridFocus>({ row: 0, column: 0 })
  const isMoving = useRef(false)
  // Filters may have removed it.
  const focus = {
    row: Math.min(chosen.row, rowCount - 1),
    column: Math.min(chosen.column, columnCount - 1),
  }
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    const cell = box.current?.querySelector<HTMLElement>(
      `[data-row="${focus.row}"][data-column="${focus.column}"]`,
    )
    cell?.focus()
  })
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const cell = findCell(event.target)
    if (!cell || event.altKey || event.shiftKey || isComposing(event)) return
    if (event.key === 'Enter' && cell.element.tagName !== 'A' && cell.column >= firstColumn)
      return onOpen(cell.column)
    const target = getTarget(event, cell, options)
    if (!target) return
    event.preventDefault()
    const column = Math.max(0, Math.min(columnCount - 1, target.column))
    // Only tasks have cells in the header.
    const row = Math.max(column >= firstColumn ? -1 : 0, Math.min(rowCount - 1, target.row))
    isMoving.current = true
    setFocus({ row, column })
  }
  const point = (event: SyntheticEvent) => {
    const cell = findCell(event.target)
    onPoint(cell && { row: cell.row, column: cell.column })
    return cell
  }
  return {
    focus,
    body,
    handleKey,
    handlers: {
      onPointerOver: point,
      onPointerLeave: () => onPoint(null),
      onBlur: () => onPoint(null),
      onFocus: (event: SyntheticEvent) => {
        const cell = point(event)
        if (cell && (cell.row !== focus.row || cell.column !== focus.column))
          setFocus({ row: cell.row, column: cell.column })
      },
    },
  }
}
