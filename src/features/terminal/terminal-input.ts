import { clock } from '../../lib/clock'

/** Characters of a message. Hosts limit messages, and close the connection for a longer one. */
const PIECE_LENGTH = 4096
/** Bytes that may wait in the browser before the next piece. */
const MAX_BUFFERED = 16_384
const NEXT_PIECE_AFTER_MS = 20
/** A shell answers each key with its echo, so a connection that stays silent is dead. */
const SILENT_AFTER_MS = 10_000

/** What is typed after it has no echo. */
const SECRET_PROMPT =
  /(?:pass(?:word|phrase|code)|\bpin\b|\u043f\u0430\u0440\u043e\u043b\u044c)[^\n]{0,100}:\s*$/i
/** Starts and ends a full-screen program, in which a key may change nothing. */
const FULL_SCREEN = '\x1b[?1049'

/** Never ends between the halves of a surrogate pair, which would be replaced. */
const takePiece = (text: string): string => {
  const piece = text.slice(0, PIECE_LENGTH)
  return piece.length < text.length && /[\ud800-\udbff]$/.test(piece) ? piece.slice(0, -1) : piece
}

/** Sends what is typed in pieces, as fast as the network takes them, and notices when nobody answers. */
export const createTerminalInput = (onSilence: () => void) => {
  let socket: WebSocket | null = null
  let queue = ''
  let recentOutput = ''
  let isFullScreen = false
  let isUnanswered = false
  let cancelPiece = () => {}
  let cancelWatch = () => {}

  /** Characters and bytes that have not left. */
  const countUnsent = () => queue.length + (socket?.bufferedAmount ?? 0)
  const sendPieces = () => {
    cancelPiece()
    while (socket && queue !== '' && socket.bufferedAmount <= MAX_BUFFERED) {
      const piece = takePiece(queue)
      queue = queue.slice(piece.length)
      socket.send(piece)
    }
    if (queue !== '') cancelPiece = clock.after(NEXT_PIECE_AFTER_MS, sendPieces)
  }
  const watch = () => {
    cancelWatch()
    const unsent = countUnsent()
    cancelWatch = clock.after(SILENT_AFTER_MS, () => (countUnsent() < unsent ? watch() : onSilence()))
  }
  /** Sequences are arrow keys and the terminal's own replies. */
  const expectsAnswer = (text: string) =>
    !text.startsWith('\x1b') && !isFullScreen && (/[\r\n]/.test(text) || !SECRET_PROMPT.test(recentOutput))

  return {
    open(next: WebSocket): void {
      socket = next
    },
    send(text: string): void {
      queue += text
      sendPieces()
      if (expectsAnswer(text)) isUnanswered = true
      if (isUnanswered || countUnsent() > 0) watch()
    },
    handleOutput(text: string): void {
      const seen = recentOutput + text
      const switched = seen.lastIndexOf(FULL_SCREEN)
      if (switched >= 0) isFullScreen = seen[switched + FULL_SCREEN.length] !== 'l'
      recentOutput = seen.slice(-200)
      isUnanswered = false
      cancelWatch()
      if (countUnsent() > 0) watch()
    },
    /** Returns whether input was lost; it need not have been answered when the host closed the connection `onPurpose`. */
    close({ onPurpose = false } = {}): boolean {
      const isLost = countUnsent() > 0 || (isUnanswered && !onPurpose)
      cancelPiece()
      cancelWatch()
      socket = null
      queue = ''
      isUnanswered = false
      return isLost
    },
  }
}
