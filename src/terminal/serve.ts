import { Terminal } from '@xterm/xterm'
import { safeLink } from '../lib/safe-url'
import type { FromTerminal, TerminalSetup, TerminalStrings, ToTerminal } from '../lib/terminal-channel'
import { bufferText, visibleText } from './buffer-text'
import { createButton, createElement } from './elements'
import { createSearchBar } from './search-bar'
import {
  cleanPaste,
  createTerminal,
  createTerminalIo,
  isTooLargeToPaste,
  needsConfirmation,
} from './terminal-io'

/** Keys that virtual keyboards don't have. Arrows are named by the final character of their sequence. */
const KEYS = [
  { label: 'Esc', text: '\x1b' },
  { label: 'Tab', text: '\t' },
  { label: 'Ctrl' },
  { label: '↑', arrow: 'A', name: 'keyUp' },
  { label: '↓', arrow: 'B', name: 'keyDown' },
  { label: '←', arrow: 'D', name: 'keyLeft' },
  { label: '→', arrow: 'C', name: 'keyRight' },
  ...Array.from('/|-~', label => ({ label, text: label })),
] satisfies { label: string; text?: string; arrow?: string; name?: keyof TerminalStrings }[]

/** The control character of a key, such as U+0003 of `c`; other characters stay as they are. */
const toControl = (text: string): string => {
  if (text === '?') return '\x7f'
  return /^[ @-_a-z]$/.test(text) ? String.fromCharCode(text.charCodeAt(0) & 0x1f) : text
}

/** A row of keys for touch screens; terminal.css hides it from other pointers. Ctrl applies to the next character. */
const createKeyRow = (terminal: Terminal) => {
  const row = document.createElement('div')
  row.setAttribute('role', 'toolbar')
  let ctrl: HTMLButtonElement | null = null
  const setCtrl = (isOn: boolean) => ctrl?.setAttribute('aria-pressed', String(isOn))
  const isCtrlOn = () => ctrl?.getAttribute('aria-pressed') === 'true'

  const buttons = KEYS.map(key => {
    const button = Object.assign(document.createElement('button'), {
      type: 'button' as const,
      textContent: key.label,
    })
    // Taking the focus would close the virtual keyboard.
    for (const type of ['pointerdown', 'mousedown'])
      button.addEventListener(type, event => event.preventDefault())
    button.addEventListener('click', () => {
      if ('arrow' in key)
        terminal.input(`\x1b${terminal.modes.applicationCursorKeysMode ? 'O' : '['}${key.arrow}`)
      else if ('text' in key) terminal.input(key.text)
      else setCtrl(!isCtrlOn())
    })
    if (key.label === 'Ctrl') ctrl = button
    row.append(button)
    return { key, button }
  })
  setCtrl(false)

  return {
    row,
    translate(strings: TerminalStrings): void {
      row.setAttribute('aria-label', strings.keys)
      for (const { key, button } of buttons)
        if ('name' in key) button.setAttribute('aria-label', strings[key.name])
    },
    /** Applies Ctrl to typed text. Longer text is a sequence or a reply of the terminal. */
    modify(text: string): string {
      if (!isCtrlOn() || text.length !== 1) return text
      setCtrl(false)
      return toControl(text)
    },
  }
}

type KeyAction = 'leave' | 'copy' | 'paste' | 'find'

type Key = Pick<KeyboardEvent, 'type' | 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

const isLetter = ({ key, code }: Key, letter: 'c' | 'v' | 'f'): boolean =>
  key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`

/** Keys that the page handles; null for those that go to the shell, such as Tab and Ctrl+C. */
const getKeyAction = (event: Key): KeyAction | null => {
  const { type, key, shiftKey, ctrlKey, altKey, metaKey } = event
  if (type !== 'keydown' || altKey || metaKey) return null
  if (key === 'Tab' && shiftKey && !ctrlKey) return 'leave'
  if (ctrlKey && isLetter(event, 'v')) return 'paste'
  if (ctrlKey && shiftKey && isLetter(event, 'c')) return 'copy'
  if (ctrlKey && shiftKey && isLetter(event, 'f')) return 'find'
  if (key === 'Insert' && shiftKey !== ctrlKey) return shiftKey ? 'paste' : 'copy'
  return null
}

/** More than a flag and the line around it. */
const MAX_SELECTION_LENGTH = 2000

const fontFamily = '"JetBrains Mono Variable"'

const getElement = <Tag extends 'h1' | 'main' | 'p'>(tag: Tag): HTMLElementTagNameMap[Tag] => {
  const found = document.querySelector(tag)
  if (!found) throw new Error(`terminal.html has no ${tag}.`)
  return found
}

const LONG_PRESS_MS = 500
/** A finger that moves further scrolls. */
const MAX_PRESS_MOVE_PX = 10

/** xterm.js selects by the mouse alone: the end of a long press becomes a double click, which selects a word. */
const selectByLongPress = (container: HTMLElement) => {
  let start = { clientX: 0, clientY: 0, timeStamp: 0 }
  const begin = ({ touches: [finger], timeStamp }: TouchEvent) => {
    start = { clientX: finger?.clientX ?? 0, clientY: finger?.clientY ?? 0, timeStamp }
  }
  container.addEventListener('touchstart', begin, { passive: true })
  container.addEventListener('touchend', event => {
    const { target, timeStamp, changedTouches } = event
    const { clientX = 0, clientY = 0 } = changedTouches[0] ?? {}
    const distance = Math.hypot(clientX - start.clientX, clientY - start.clientY)
    if (timeStamp - start.timeStamp < LONG_PRESS_MS || distance > MAX_PRESS_MOVE_PX) return
    // The click that a browser adds would end the selection.
    event.preventDefault()
    for (const type of ['mousedown', 'mouseup'])
      target?.dispatchEvent(new MouseEvent(type, { clientX, clientY, bubbles: true, detail: 2 }))
  })
}

/** Runs the terminal of this document, controlled by the application over the port. */
export const serve = (port: MessagePort, { isFramed }: { isFramed: boolean }): void => {
  const post = (message: FromTerminal) => port.postMessage(message)
  let messages: TerminalStrings | null = null
  const { terminal, fit } = createTerminal(address => void followLink(address))
  const keys = createKeyRow(terminal)
  getElement('main').after(keys.row)
  const search = createSearchBar(terminal)
  getElement('main').before(search.bar)
  selectByLongPress(getElement('main'))
  const io = createTerminalIo(terminal, post, keys.modify)

  /** The clipboard needs a focused document: this one after a key press, otherwise the application's. */
  const copySelection = async () => {
    const text = terminal.getSelection()
    if (text === '') return
    await navigator.clipboard.writeText(text)
    post({ type: 'copied', text, isSelection: true, isWritten: true })
  }

  const followLink = async (raw: string) => {
    const address = safeLink(raw)
    if (!address || !messages) return
    const { linkTitle: title, linkDo: doLabel, linkCancel: cancelLabel } = messages
    if (await confirmInDialog({ title, text: address, doLabel, cancelLabel }))
      window.open(address, '_blank', 'noopener,noreferrer')
    terminal.focus()
  }

  const paste = async (raw: string) => {
    const text = cleanPaste(raw)
    if (text === '' || !messages) return
    const { pasteTitle: title, pasteDo: doLabel, pasteCancel: cancelLabel } = messages
    if (isTooLargeToPaste(text)) post({ type: 'notPasted', reason: 'tooLarge' })
    else if (!needsConfirmation(text) || (await confirmInDialog({ title, text, doLabel, cancelLabel }))) {
      // The connection may have closed while the dialog was open.
      if (terminal.options.disableStdin) post({ type: 'notPasted', reason: 'closed' })
      else terminal.paste(text)
    }
    terminal.focus()
  }

  const apply = ({ language, strings: next, fontSize, isScreenReader }: TerminalSetup) => {
    messages = next
    document.documentElement.lang = language
    document.title = next.title
    getElement('h1').textContent = next.title
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    getElement('p').textContent = isTouch ? next.touchHint : next.leaveHint
    keys.translate(next)
    search.translate(next)
    getElement('p').hidden = !isFramed
    Terminal.strings.promptLabel = next.prompt
    Terminal.strings.tooMuchOutput = next.tooMuchOutput
    terminal.textarea?.setAttribute('aria-label', next.prompt)
    terminal.options.screenReaderMode = isScreenReader
    terminal.options.fontSize = fontSize
    refit()
    // Even if unchanged: the host may have the size of the other window.
    post({ type: 'size', rows: terminal.rows, columns: terminal.cols })
  }

  /** Opens the terminal once it has a size and its messages; keeps the size while hidden. */
  const refit = () => {
    const container = getElement('main')
    if (!messages || container.clientWidth === 0 || container.clientHeight === 0) return
    if (!terminal.element) terminal.open(container)
    fit.fit()
  }

  terminal.attachCustomKeyEventHandler(event => {
    const action = getKeyAction(event)
    if (action === 'leave' && isFramed) {
      event.preventDefault()
      post({ type: 'leave' })
    }
    if (action === 'copy') {
      event.preventDefault()
      copySelection().catch(() => undefined)
    }
    if (action === 'find') {
      event.preventDefault()
      search.open()
    }
    return action === null
  })
  terminal.onSelectionChange(() => {
    const text = terminal.getSelection()
    // A change of size ends the selection.
    if (text !== '' && text.length <= MAX_SELECTION_LENGTH) post({ type: 'selection', text })
  })
  terminal.onResize(({ rows, cols }) => post({ type: 'size', rows, columns: cols }))
  // Before xterm's own listener, which pastes unchecked text.
  addEventListener(
    'paste',
    event => {
      if (document.querySelector('dialog') || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      event.stopPropagation()
      void paste(event.clipboardData?.getData('text/plain') ?? '')
    },
    { capture: true },
  )

  port.onmessage = ({ data }: MessageEvent<ToTerminal>) => {
    switch (data.type) {
      case 'setup':
        return apply(data.setup)
      case 'output':
        return io.write(data.link, data.text)
      case 'link':
        return io.setLink(data.link)
      case 'focus':
        return terminal.focus()
      case 'paste':
        return void paste(data.text)
      case 'copy':
        return post({
          type: 'copied',
          text: terminal.getSelection() || visibleText(terminal),
          isSelection: terminal.hasSelection(),
          isWritten: false,
        })
      case 'find':
        return search.open()
      case 'content':
        // After pending writes.
        return terminal.write('', () => post({ type: 'content', use: data.use, text: bufferText(terminal) }))
    }
  }
  post({ type: 'size', rows: terminal.rows, columns: terminal.cols })
  new ResizeObserver(refit).observe(getElement('main'))
  const fonts = ['A', 'Я'].map(letter => document.fonts.load(`1em ${fontFamily}`, letter))
  void Promise.allSettled(fonts).then(() => {
    terminal.options.fontFamily = `${fontFamily}, monospace`
    refit()
  })
}

interface ConfirmOptions {
  title: string
  /** Shown verbatim. */
  text: string
  doLabel: string
  cancelLabel: string
}

/** A confirm dialog with focus on cancel. Resolves false on Escape, and while another dialog is open. */
const confirmInDialog = ({ title, text, doLabel, cancelLabel }: ConfirmOptions): Promise<boolean> => {
  if (document.querySelector('dialog')) return Promise.resolve(false)
  const dialog = createElement('dialog')
  const heading = Object.assign(createElement('h2', title), { id: 'question' })
  dialog.setAttribute('aria-labelledby', heading.id)
  const body = Object.assign(createElement('pre', text), { tabIndex: 0 })
  const buttons = createElement('div')
  const cancel = createButton(cancelLabel, '')
  buttons.append(cancel, createButton(doLabel, 'do'))
  // Not `<form method="dialog">`, which the CSP blocks.
  buttons.addEventListener('click', event => {
    if (event.target instanceof HTMLButtonElement) dialog.close(event.target.value)
  })
  dialog.append(heading, body, buttons)
  document.body.append(dialog)
  dialog.showModal()
  cancel.focus()
  return new Promise(answer => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      answer(dialog.returnValue === 'do')
    })
  })
}
