import { cut } from './report/formatting'
import { plain } from './report/plain'

/** Progress on standard error. */
export type Progress = {
  /** Starts a stage: one line in a log. */
  readonly stage: (text: string) => void
  /** Only shown on a terminal, on the same line. */
  readonly step: (text: string) => void
  /** Clears the progress line. */
  readonly end: () => void
}

type Target = {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly isQuiet: boolean
  readonly columns: number
  /** In milliseconds, from any origin. */
  readonly now: () => number
}

const MIN_REDRAW_MS = 80

/** One updating line on a terminal, one line per stage in a log. */
export function makeProgress({ write, isTerminal, isQuiet, columns, now }: Target): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false
  const clear = () => {
    if (isDrawn) write('\r\u001b[K')
    isDrawn = false
  }
  const draw = (text: string) => {
    write(`\r\u001b[K${cut(plain(text), Math.max(columns - 1, 10))}`)
    isDrawn = true
    drawnAt = now()
  }
  if (isQuiet) return { stage: () => undefined, step: () => undefined, end: () => undefined }
  if (!isTerminal)
    return { stage: text => write(`${plain(text)}\n`), step: () => undefined, end: () => undefined }
  return {
    stage: draw,
    step: text => {
      if (now() - drawnAt >= MIN_REDRAW_MS) draw(text)
    },
    end: clear,
  }
}
