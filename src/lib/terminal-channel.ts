/**
 * The words between the application and the terminal's own document, over one MessageChannel a view. The application
 * holds the connection; the document shows characters and reports keys.
 */

/** Everything the document says in the reader's language: it has no words of its own. */
export interface TerminalWords {
  title: string
  /** The name of the text field, and what is read when too much comes at once, for screen readers. */
  prompt: string
  tooMuchOutput: string
  /** How to leave by the keyboard; the pop-out window is left by the browser's own keys. */
  leaveHint: string
  pasteTitle: string
  pasteDo: string
  pasteCancel: string
  linkTitle: string
  linkDo: string
  linkCancel: string
}

export interface TerminalSetup {
  language: string
  words: TerminalWords
  /** CSS pixels. */
  fontSize: number
  isScreenReader: boolean
}

/** `link` is the number of the connection that characters came from or go to; no two connections share one. */
export type ToTerminal =
  | { type: 'setup'; setup: TerminalSetup }
  | { type: 'output'; link: number; text: string }
  /** Keys are taken for this connection; null: for none, nothing is typed into the void. */
  | { type: 'link'; link: number | null }
  | { type: 'focus' }
  | { type: 'paste'; text: string }
  | { type: 'copy' }
  | { type: 'content' }

export type FromTerminal =
  /** An output message has been shown. */
  | { type: 'shown' }
  | { type: 'input'; link: number; text: string }
  | { type: 'size'; rows: number; columns: number }
  /** Shift+Tab. */
  | { type: 'leave' }
  /** After `copy`, for the application to keep; or by the document's own key, and then it has been kept already. */
  | { type: 'copied'; text: string; isSelection: boolean; isKept: boolean }
  /** All lines as plain text, oldest first. */
  | { type: 'content'; text: string }

/** From the document to the window that has framed or opened it; the answer is `portCall` with a port. */
export const readyCall = 'flagship-terminal-ready'
export const portCall = 'flagship-terminal-port'

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

/** Whether a message is one that the application acts on; a port says nothing about what comes over it. */
export const isFromTerminal = (value: unknown): value is FromTerminal => {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Record<string, unknown>
  switch (message.type) {
    case 'shown':
    case 'leave':
      return true
    case 'input':
      return isCount(message.link) && typeof message.text === 'string'
    case 'size':
      return isCount(message.rows) && isCount(message.columns)
    case 'copied':
    case 'content':
      return typeof message.text === 'string'
    default:
      return false
  }
}
