import type { Terminal } from '@xterm/xterm'
import type { FromTerminal } from '../lib/terminal-channel'
import { guardSequences } from './safe-sequences'

/**
 * Characters between a terminal and its connection. What is typed, and what xterm answers by itself to a probe in the
 * output, goes to the connection whose output is being read, and nowhere once that is another (case T12).
 */
export const createWire = (terminal: Terminal, post: (message: FromTerminal) => void) => {
  const guard = guardSequences(terminal)
  let current: number | null = null
  /** The connections of the pieces that xterm has not read to the end, oldest first. */
  const reading: number[] = []
  let typed = ''

  // A piece full of probes has thousands of answers: they travel as one message.
  const flush = () => {
    if (typed !== '' && current !== null) post({ type: 'input', link: current, text: typed })
    typed = ''
  }
  terminal.onData(text => {
    if (current === null || (reading[0] ?? current) !== current) return
    if (typed === '') queueMicrotask(flush)
    typed += text
  })

  return {
    setLink(link: number | null): void {
      current = link
      typed = ''
      terminal.options.disableStdin = link === null
      // The last connection may have broken in the middle of a sequence: CAN ends it.
      if (link !== null) terminal.write('\x18')
    },
    write(link: number, text: string): void {
      if (reading.length === 0) guard.renew()
      reading.push(link)
      terminal.write(text, () => {
        reading.shift()
        guard.renew()
        post({ type: 'shown' })
      })
    },
  }
}
