import type { Terminal } from '@xterm/xterm'

/** Lines of the buffer as text, those joined again that the width had broken; empty ones at the end are left out. */
const linesOf = ({ buffer: { active } }: Terminal, from: number, to: number): string => {
  const lines: string[] = []
  const cursorRow = active.baseY + active.cursorY
  for (let row = from; row < to; row += 1) {
    const line = active.getLine(row)
    if (!line) break
    const plain = line.translateToString(!active.getLine(row + 1)?.isWrapped)
    // A prompt ends with a space, and what is typed stands after it.
    const text = row === cursorRow ? plain.padEnd(active.cursorX) : plain
    if (line.isWrapped && lines.length > 0) lines.push((lines.pop() ?? '') + text)
    else lines.push(text)
  }
  return lines.join('\n').replace(/\n+$/, '')
}

/** What can be seen now. */
export const visibleText = (terminal: Terminal): string => {
  const top = terminal.buffer.active.viewportY
  return linesOf(terminal, top, top + terminal.rows)
}

/** Everything that is kept, oldest line first. */
export const wholeText = (terminal: Terminal): string => linesOf(terminal, 0, terminal.buffer.active.length)
