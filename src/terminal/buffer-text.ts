import type { IBuffer, Terminal } from '@xterm/xterm'

/** Lines of a buffer as text. Joins wrapped lines and drops empty lines at the end. */
const readLines = (buffer: IBuffer, from: number, to: number): string => {
  const lines: string[] = []
  const cursorRow = buffer.baseY + buffer.cursorY
  for (let row = from; row < to; row += 1) {
    const line = buffer.getLine(row)
    if (!line) break
    const plain = line.translateToString(!buffer.getLine(row + 1)?.isWrapped)
    // Keep the space at the end of the prompt.
    const text = row === cursorRow ? plain.padEnd(buffer.cursorX) : plain
    if (line.isWrapped && lines.length > 0) lines.push((lines.pop() ?? '') + text)
    else lines.push(text)
  }
  return lines.join('\n').replace(/\n+$/, '')
}

export const visibleText = ({ buffer: { active }, rows }: Terminal): string =>
  readLines(active, active.viewportY, active.viewportY + rows)

/** The whole scrollback, oldest line first, and below it the screen of a full-screen program, which has none. */
export const bufferText = ({ buffer: { active, normal } }: Terminal): string =>
  (active === normal ? [normal] : [normal, active])
    .map(buffer => readLines(buffer, 0, buffer.length))
    .join('\n')
