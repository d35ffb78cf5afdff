import { fewRows, type RowWindow } from './use-row-window'

interface MountedRow {
  index: number
  /** Rows that are left out right before it. */
  skipped: number
}

export interface MountedRows {
  rows: MountedRow[]
  /** Rows that are left out after the last one. */
  rest: number
}

/**
 * Which rows of a table of `count` stand in the document: all of a short one; of a long one those in the window; on paper the
 * first 150, with nothing left free for the others. The reader's own row always does. -1: there is none.
 */
export const mountedRows = (
  count: number,
  own: number,
  shown: Pick<RowWindow, 'first' | 'end'> | null,
  isPrinting: boolean,
): MountedRows => {
  const paper = { first: 0, end: fewRows }
  const whole = { first: 0, end: count }
  const { first, end } = shown ? (isPrinting ? paper : shown) : whole
  const last = Math.min(count, end)
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at)
  if (own >= last) indexes.push(own)
  else if (own >= 0 && own < first) indexes.unshift(own)
  if (isPrinting) return { rows: indexes.map(index => ({ index, skipped: 0 })), rest: 0 }
  const rows = indexes.map((index, at) => ({ index, skipped: index - (indexes[at - 1] ?? -1) - 1 }))
  return { rows, rest: count - 1 - (indexes.at(-1) ?? -1) }
}
