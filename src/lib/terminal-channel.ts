/** Messages by a MessageChannel per view. The app owns the connection; the document renders and reports keys. */

/** Localized strings of the document, which has none of its own. */
export interface TerminalStrings {
  title: string
  /** Accessible name of the text field. */
  prompt: string
  tooMuchOutput: string
  /** How to leave by keyboard; not used in the pop-out window. */
  leaveHint: string
  /** Shown instead on touch screens. */
  touchHint: string
  /** Accessible names of the row of keys and its arrows. */
  keys: string
  keyUp: string
  keyDown: string
  keyLeft: string
  keyRight: string
  pasteTitle: string
  pasteDo: string
  pasteCancel: string
  linkTitle: string
  linkDo: string
  linkCancel: string
  find: string
  /** With `{at}` and `{total}`. */
  findCount: string
  findNone: string
  findPrevious: string
  findNext: string
  findClose: string
}

export interface TerminalSetup {
  language: string
  strings: TerminalStrings
  /** CSS pixels. */
  fontSize: number
  isScreenReader: boolean
}

/** Why the app asks for all lines: to show them in the pop-out window, to save them, or to copy them. */
export type ContentUse = 'window' | 'file' | 'clipboard'

/** `link` identifies the connection of the characters. */
export type ToTerminal =
  | { type: 'setup'; setup: TerminalSetup }
  | { type: 'output'; link: number; text: string }
  /** Accept input for this connection; null accepts none. */
  | { type: 'link'; link: number | null }
  | { type: 'focus' }
  | { type: 'paste'; text: string }
  | { type: 'copy' }
  /** Opens the search. */
  | { type: 'find' }
  | { type: 'content'; use: ContentUse }

export type FromTerminal =
  /** An output message has been rendered. */
  | { type: 'shown' }
  | { type: 'input'; link: number; text: string }
  | { type: 'size'; rows: number; columns: number }
  /** Shift+Tab. */
  | { type: 'leave' }
  /** Reply to `copy`, for the app to write to the clipboard; or the copy key was pressed and it is written. */
  | { type: 'copied'; text: string; isSelection: boolean; isWritten: boolean }
  /** Nothing was pasted: the text is too large, or there is no connection. */
  | { type: 'notPasted'; reason: 'tooLarge' | 'closed' }
  /** All lines as plain text, oldest first. */
  | { type: 'content'; use: ContentUse; text: string }
  /** The user selected a short text. */
  | { type: 'selection'; text: string }

/** The document sends the first to its parent or opener, which replies with the second and a port. */
export const READY_MESSAGE = 'flagship-terminal-ready'
export const PORT_MESSAGE = 'flagship-terminal-port'

const contentUses: readonly unknown[] = ['window', 'file', 'clipboard'] satisfies ContentUse[]

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

/** Validates a message; a port doesn't identify its sender. */
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
    case 'notPasted':
      return message.reason === 'tooLarge' || message.reason === 'closed'
    case 'content':
      return contentUses.includes(message.use) && typeof message.text === 'string'
    case 'copied':
    case 'selection':
      return typeof message.text === 'string'
    default:
      return false
  }
}
