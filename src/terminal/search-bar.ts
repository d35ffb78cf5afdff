import type { IMarker, Terminal } from '@xterm/xterm'
import type { TerminalStrings } from '../lib/terminal-channel'
import { createButton, createElement } from './elements'
import { findMatches, MAX_MATCHES, type Match } from './find-matches'
import { readColour } from './terminal-io'

/** As in `src/lib/is-composing.ts`. */
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Around the current match. Each one costs an element. */
const MAX_MARKED = 200
/** A search of a full buffer takes longer than a frame. */
const REFRESH_DELAY_MS = 300
/** Rows that the bar may cover. */
const COVERED_ROWS = 4

/** The outline is for forced colours, which hide the background. */
const getLook = (isCurrent: boolean) => ({
  layer: isCurrent ? ('top' as const) : ('bottom' as const),
  backgroundColor: readColour(isCurrent ? 'term-yellow' : 'match'),
  foregroundColor: readColour(isCurrent ? 'term' : 'term-text'),
})

/** Marks matches in the buffer, also the parts of one that goes on in the next row. */
const createMarks = (terminal: Terminal) => {
  let marked: { dispose: () => void }[] = []
  const mark = (row: number, x: number, width: number, isCurrent: boolean) => {
    const { baseY, cursorY } = terminal.buffer.active
    const marker = terminal.registerMarker(row - baseY - cursorY)
    const decoration = terminal.registerDecoration({ marker, x, width, ...getLook(isCurrent) })
    decoration?.onRender(element => element.classList.add(isCurrent ? 'current-match' : 'match'))
    // Disposes its decoration too.
    marked.push(marker)
    return marker
  }
  const clear = () => {
    for (const one of marked) one.dispose()
    marked = []
  }
  return {
    clear,
    /** @returns the marker of the current match, which moves with its row */
    show(matches: readonly Match[], current: number): IMarker | undefined {
      clear()
      let start: IMarker | undefined
      const first = Math.max(0, current - MAX_MARKED / 2)
      for (const [at, match] of matches.slice(first, first + MAX_MARKED).entries()) {
        const isCurrent = first + at === current
        let { row, column, length } = match
        while (length > 0) {
          const width = Math.min(length, terminal.cols - column)
          const marker = mark(row, column, width, isCurrent)
          if (isCurrent) start ??= marker
          length -= width
          row += 1
          column = 0
        }
      }
      return start
    },
  }
}

/** A search over the output, hidden until it is opened. It begins at the newest match and goes up. */
export const createSearchBar = (terminal: Terminal) => {
  const marks = createMarks(terminal)
  let strings: TerminalStrings | null = null
  let matches: Match[] = []
  let current = -1
  let marker: IMarker | undefined
  let isRefreshDue = false

  const bar = createElement('div')
  bar.id = 'search'
  bar.setAttribute('role', 'search')
  const field = Object.assign(createElement('input'), {
    type: 'text',
    spellcheck: false,
    autocapitalize: 'off',
  })
  field.setAttribute('autocomplete', 'off')
  const count = createElement('output')
  const previous = createButton('\u2191')
  const next = createButton('\u2193')
  const close = createButton('\u00d7')
  bar.append(field, count, previous, next, close)
  bar.hidden = true

  const show = () => {
    marker = marks.show(matches, current)
    const isFound = matches.length > 0
    const text = (isFound ? strings?.findCount : strings?.findNone) ?? ''
    const total = `${matches.length}${matches.length === MAX_MATCHES ? '+' : ''}`
    count.textContent =
      field.value.trim() === '' ? '' : text.replace('{at}', `${current + 1}`).replace('{total}', total)
    for (const button of [previous, next]) button.setAttribute('aria-disabled', `${!isFound}`)
  }
  const find = () => findMatches(terminal.buffer.active, terminal.cols, field.value)
  const goTo = (index: number) => {
    current = index
    show()
    const row = matches[index]?.row
    const top = terminal.buffer.active.viewportY
    if (row !== undefined && (row < top + COVERED_ROWS || row >= top + terminal.rows))
      terminal.scrollToLine(Math.max(0, row - Math.floor(terminal.rows / 2)))
  }
  const search = () => {
    matches = find()
    goTo(matches.length - 1)
  }
  const step = (by: number) => {
    if (matches.length > 0) goTo((current + by + matches.length) % matches.length)
  }
  /** The current match stays, wherever new output or another size has moved it. */
  const refresh = () => {
    isRefreshDue = false
    if (bar.hidden) return
    const column = matches[current]?.column
    const found = find()
    const isSame = found.every(
      (one, at) => one.row === matches[at]?.row && one.column === matches[at]?.column,
    )
    if (isSame && found.length === matches.length) return
    const kept = found.findIndex(one => one.row === marker?.line && one.column === column)
    matches = found
    current = kept >= 0 ? kept : found.length - 1
    show()
  }
  const refreshSoon = () => {
    if (isRefreshDue || bar.hidden) return
    isRefreshDue = true
    // biome-ignore lint/style/noRestrictedGlobals: the clock is in the first chunk of the application, which this document shares nothing with.
    setTimeout(refresh, REFRESH_DELAY_MS)
  }
  terminal.onWriteParsed(refreshSoon)
  terminal.onResize(refreshSoon)

  const open = () => {
    bar.hidden = false
    field.focus()
    field.select()
    search()
  }
  const hide = () => {
    marks.clear()
    bar.hidden = true
    terminal.focus()
  }
  field.addEventListener('input', search)
  previous.addEventListener('click', () => step(-1))
  next.addEventListener('click', () => step(1))
  close.addEventListener('click', hide)
  bar.addEventListener('keydown', event => {
    if (isComposing(event)) return
    if (event.key === 'Escape') hide()
    else if (event.key === 'Enter' && event.target === field) step(event.shiftKey ? 1 : -1)
    else return
    event.preventDefault()
  })

  return {
    bar,
    open,
    translate(texts: TerminalStrings): void {
      strings = texts
      field.setAttribute('aria-label', texts.find)
      field.placeholder = texts.find
      previous.setAttribute('aria-label', texts.findPrevious)
      next.setAttribute('aria-label', texts.findNext)
      close.setAttribute('aria-label', texts.findClose)
      if (!bar.hidden) show()
    },
  }
}
