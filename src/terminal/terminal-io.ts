import type { Terminal } from '@xterm/xterm'
import type { FromTerminal } from '../lib/terminal-channel'
import { limitSequences } from './safe-sequences'

/**
 * Input and output of a terminal. Input, including xterm's replies to queries in the output, is sent only to the connection
 * whose output is being parsed; replies to an earlier connection are dropped (T12).
 */
export const createTerminalIo = (terminal: Terminal, post: (message: FromTerminal) => void) => {
  const limits = limitSequences(terminal)
  let current: number | null = null
  /** The connections of pending writes, oldest first. */
  const pendingWrites: number[] = []
  let input = ''

  // Thousands of replies are sent as one message.
  const flush = () => {
    if (input !== '' && current !== null) post({ type: 'input', link: current, text: input })
    input = ''
  }
  terminal.onData(text => {
    if (current === null || (pendingWrites[0] ?? current) !== current) return
    if (input === '') queueMicrotask(flush)
    input += text
  })

  return {
    setLink(link: number | null): void {
      current = link
      input = ''
      terminal.options.disableStdin = link === null
      // CAN ends a sequence that the last connection may have left incomplete.
      if (link !== null) terminal.write('\x18')
    },
    write(link: number, text: string): void {
      if (pendingWrites.length === 0) limits.reset()
      pendingWrites.push(link)
      terminal.write(text, () => {
        pendingWrites.shift()
        limits.reset()
        post({ type: 'shown' })
      })
    },
  }
}
