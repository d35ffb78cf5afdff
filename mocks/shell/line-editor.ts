import type { Key, KeyName } from './keys'
import { getWidth, moveCursor, stripColors, wrapAt } from './screen'

/** The edited line and the history. */
export interface LineState {
  line: string
  /** In characters. */
  cursor: number
  history: readonly string[]
  steps_back: number
  draft: string
}

/** `columns` is the width of the screen in cells. */
export interface LineView {
  prompt: string
  columns: number
}

export interface Edit {
  state: LineState
  /** What to print for the key. */
  echo: string
}

/** In UTF-16 units; further characters are dropped, as by a tty. */
export const MAX_LINE_LENGTH = 4096

const getOffset = ({ prompt }: LineView, line: readonly string[], cursor: number) =>
  getWidth(stripColors(prompt)) + getWidth(line.slice(0, cursor).join(''))

/** Draws the prompt and the line from the start of a row, and moves the cursor to its position. */
export function drawLine(state: LineState, view: LineView): string {
  const line = [...state.line]
  const end = getOffset(view, line, line.length)
  const wanted = getOffset(view, line, state.cursor)
  const back = wanted === end ? '' : moveCursor(end, wanted, view.columns)
  return `${view.prompt}${state.line}${wrapAt(end, view.columns)}\x1b[J${back}`
}

/** Moves the cursor to the row below the line. */
export function leaveLine(state: LineState, view: LineView): string {
  const line = [...state.line]
  const from = getOffset(view, line, state.cursor)
  const end = getOffset(view, line, line.length)
  return `${from === end ? '' : moveCursor(from, end, view.columns)}\r\n`
}

/** Draws a changed line over the old one. */
export function redraw(before: LineState, after: LineState, view: LineView): string {
  const from = getOffset(view, [...before.line], before.cursor)
  return moveCursor(from, 0, view.columns) + drawLine(after, view)
}

/** Handles a key that edits the line or moves in it; the session handles other keys. */
export function editLine(state: LineState, key: Key, view: LineView): Edit {
  if ('text' in key) return typeText(state, key.text, view)
  const after = changes[key.name]?.(state) ?? state
  if (after.line === state.line && after.cursor === state.cursor) return { state: after, echo: '' }
  return { state: after, echo: redraw(state, after, view) }
}

function typeText(state: LineState, text: string, view: LineView): Edit {
  if (state.line.length + text.length > MAX_LINE_LENGTH) return { state, echo: '' }
  // A fast path for long pastes: appending needs no counting of characters.
  if (state.cursor === state.line.length && text.length === 1 && getWidth(text) === 1) {
    const after = { ...state, line: state.line + text, cursor: state.cursor + 1 }
    const offset = getWidth(stripColors(view.prompt)) + getWidth(after.line)
    return { state: after, echo: text + wrapAt(offset, view.columns) }
  }
  const line = [...state.line]
  const after = { ...state, line: insert(line, state.cursor, text), cursor: state.cursor + 1 }
  return { state: after, echo: redraw(state, after, view) }
}

const insert = (line: readonly string[], at: number, text: string) =>
  line.slice(0, at).join('') + text + line.slice(at).join('')

/** Deletes a range and moves the cursor there. */
function cut(state: LineState, from: number, to: number): LineState {
  const line = [...state.line]
  return { ...state, line: [...line.slice(0, from), ...line.slice(to)].join(''), cursor: from }
}

function wordLeft({ line, cursor }: LineState): number {
  return [
    ...[...line]
      .slice(0, cursor)
      .join('')
      .replace(/\S+\s*$/, ''),
  ].length
}

function wordRight({ line, cursor }: LineState): number {
  const characters = [...line]
  const rest = characters.slice(cursor).join('')
  return cursor + [...(/^\s*\S*/.exec(rest)?.[0] ?? '')].length
}

function showHistory(state: LineState, steps: number): LineState {
  const back = state.steps_back + steps
  if (back < 0 || back > state.history.length) return state
  const draft = state.steps_back === 0 ? state.line : state.draft
  const line = back === 0 ? draft : (state.history[state.history.length - back] ?? '')
  return { ...state, line, cursor: [...line].length, steps_back: back, draft }
}

const changes: Partial<Record<KeyName, (state: LineState) => LineState>> = {
  backspace: state => (state.cursor === 0 ? state : cut(state, state.cursor - 1, state.cursor)),
  delete: state => cut(state, state.cursor, state.cursor + 1),
  'kill-before': state => cut(state, 0, state.cursor),
  'kill-after': state => cut(state, state.cursor, [...state.line].length),
  'kill-word': state => cut(state, wordLeft(state), state.cursor),
  left: state => ({ ...state, cursor: Math.max(0, state.cursor - 1) }),
  right: state => ({ ...state, cursor: Math.min([...state.line].length, state.cursor + 1) }),
  'word-left': state => ({ ...state, cursor: wordLeft(state) }),
  'word-right': state => ({ ...state, cursor: wordRight(state) }),
  home: state => ({ ...state, cursor: 0 }),
  end: state => ({ ...state, cursor: [...state.line].length }),
  up: state => showHistory(state, 1),
  down: state => showHistory(state, -1),
}
