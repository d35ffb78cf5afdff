import type { Terminal } from '@xterm/xterm'
import type { TerminalStrings } from '../lib/terminal-channel'

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
export const createKeyRow = (terminal: Terminal) => {
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
