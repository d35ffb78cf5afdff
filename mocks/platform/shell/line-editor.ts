import type { Key, KeyName } from './keys'
import { move, widthOf, withoutColour, wrapAt } from './screen'

/** The line being typed, and the lines before it. */
export interface LineState {
  line: string
  /** Characters of the line before the cursor. */
  cursor: number
  history: readonly string[]
  steps_back: number
  draft: string
}

/** What is drawn in front of the line, and the width of the screen in cells. */
export interface LineView {
  prompt: string
  columns: number
}

export interface Edit {
  state: LineState
  /** What the terminal shows for the key. */
  echo: string
}

/** Longest line, in UTF-16 units; further characters are dropped, as a tty does. */
export const longestLine = 4096

const offsetOf = ({ prompt }: LineView, line: readonly string[], cursor: number) =>
  widthOf(withoutColour(prompt)) + widthOf(line.slice(0, cursor).join(''))

/** The prompt and the line from a cursor at the start of its row, with the cursor put where it stands. */
export function drawLine(state: LineState, view: LineView): string {
  const line = [...state.line]
  const end = offsetOf(view, line, line.length)
  const wanted = offsetOf(view, line, state.cursor)
  const back = wanted === end ? '' : move(end, wanted, view.columns)
  return `${view.prompt}${state.line}${wrapAt(end, view.columns)}\x1b[J${back}`
}

/** Leaves the line: the cursor goes to the first row below it. */
export function leaveLine(state: LineState, view: LineView): string {
  const line = [...state.line]
  const from = offsetOf(view, line, state.cursor)
  const end = offsetOf(view, line, line.length)
  return `${from === end ? '' : move(from, end, view.columns)}\r\n`
}

/** The same line drawn again after a change, over the old one. */
export function redraw(before: LineState, after: LineState, view: LineView): string {
  const from = offsetOf(view, [...before.line], before.cursor)
  return move(from, 0, view.columns) + drawLine(after, view)
}

/** One key that changes the line or moves in it. Keys that do more are the session's. */
export function editLine(state: LineState, key: Key, view: LineView): Edit {
  if ('text' in key) return type(state, key.text, view)
  const after = changes[key.name]?.(state) ?? state
  if (after.line === state.line && after.cursor === state.cursor) return { state: after, echo: '' }
  return { state: after, echo: redraw(state, after, view) }
}

function type(state: LineState, text: string, view: LineView): Edit {
  if (state.line.length + text.length > longestLine) return { state, echo: '' }
  // At the end of a line without surrogate pairs nothing has to be counted: a long paste is all of this kind.
  if (state.cursor === state.line.length && text.length === 1 && widthOf(text) === 1) {
    const after = { ...state, line: state.line + text, cursor: state.cursor + 1 }
    const offset = widthOf(withoutColour(view.prompt)) + widthOf(after.line)
    return { state: after, echo: text + wrapAt(offset, view.columns) }
  }
  const line = [...state.line]
  const after = { ...state, line: insert(line, state.cursor, text), cursor: state.cursor + 1 }
  return { state: after, echo: redraw(state, after, view) }
}

const insert = (line: readonly string[], at: number, text: string) =>
  line.slice(0, at).join('') + text + line.slice(at).join('')

/** The line without the characters between two places, with the cursor at the first. */
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

function showOlder(state: LineState, steps: number): LineState {
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
  up: state => showOlder(state, 1),
  down: state => showOlder(state, -1),
}
