import { plain } from './report/plain'
import { cut } from './report/words'

/** Says on standard error how far a long run is. */
export type Progress = {
  /** A stage begins: one line in a log. */
  readonly stage: (text: string) => void
  /** How far the stage is: only a terminal shows it, in the place of the last one. */
  readonly step: (text: string) => void
  /** Takes the moving line away. */
  readonly end: () => void
}

type Target = {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly isQuiet: boolean
  readonly columns: number
  /** In milliseconds, from any beginning. */
  readonly now: () => number
}

/** Fewer than this many milliseconds after the last one, a step is not drawn. */
const pause = 80

/** Progress for a terminal (one line that moves) or for a log (a line a stage). */
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
      if (now() - drawnAt >= pause) draw(text)
    },
    end: clear,
  }
}
