import { Terminal } from '@xterm/xterm'
import { safeLink } from '../lib/safe-url'
import type { FromTerminal, TerminalSetup, TerminalWords, ToTerminal } from '../lib/terminal-channel'
import { ask } from './ask'
import { createTerminal } from './create-terminal'
import { keyMeaning } from './keys'
import { cleanPaste, needsAsking } from './paste'
import { visibleText, wholeText } from './screen-text'
import { createWire } from './wire'

const face = '"JetBrains Mono Variable"'

/** The element of the document's own markup, which is there as long as the document is. */
const part = <Tag extends 'h1' | 'main' | 'p'>(tag: Tag): HTMLElementTagNameMap[Tag] => {
  const found = document.querySelector(tag)
  if (!found) throw new Error(`terminal.html has no ${tag}.`)
  return found
}

/** Shows a terminal in this document and serves the application over the port. */
export const serve = (port: MessagePort, { isFramed }: { isFramed: boolean }): void => {
  const post = (message: FromTerminal) => port.postMessage(message)
  let words: TerminalWords | null = null
  const { terminal, fit } = createTerminal(address => void followLink(address))
  const wire = createWire(terminal, post)

  /** The clipboard is open to the document that has the focus: to this one after a key, else to the application's. */
  const copySelection = async () => {
    const text = terminal.getSelection()
    if (text === '') return
    await navigator.clipboard.writeText(text)
    post({ type: 'copied', text, isSelection: true, isKept: true })
  }

  const followLink = async (raw: string) => {
    const address = safeLink(raw)
    if (!address || !words) return
    const { linkTitle: title, linkDo: doLabel, linkCancel: cancelLabel } = words
    if (await ask({ title, text: address, doLabel, cancelLabel }))
      window.open(address, '_blank', 'noopener,noreferrer')
    terminal.focus()
  }

  const paste = async (raw: string) => {
    const text = cleanPaste(raw)
    if (text === '' || !words || terminal.options.disableStdin) return
    const { pasteTitle: title, pasteDo: doLabel, pasteCancel: cancelLabel } = words
    if (!needsAsking(text) || (await ask({ title, text, doLabel, cancelLabel }))) terminal.paste(text)
    terminal.focus()
  }

  const apply = ({ language, words: next, fontSize, isScreenReader }: TerminalSetup) => {
    words = next
    document.documentElement.lang = language
    document.title = next.title
    part('h1').textContent = next.title
    part('p').textContent = next.leaveHint
    part('p').hidden = !isFramed
    Terminal.strings.promptLabel = next.prompt
    Terminal.strings.tooMuchOutput = next.tooMuchOutput
    terminal.textarea?.setAttribute('aria-label', next.prompt)
    terminal.options.screenReaderMode = isScreenReader
    terminal.options.fontSize = fontSize
    refit()
    // Also when nothing has changed here: the host may know the size of the other window.
    post({ type: 'size', rows: terminal.rows, columns: terminal.cols })
  }

  /** At no size (hidden) it keeps the one it has; it is opened once it has one, and its words are there. */
  const refit = () => {
    const room = part('main')
    if (!words || room.clientWidth === 0 || room.clientHeight === 0) return
    if (!terminal.element) terminal.open(room)
    fit.fit()
  }

  terminal.attachCustomKeyEventHandler(event => {
    const meaning = keyMeaning(event)
    if (meaning === 'leave' && isFramed) {
      event.preventDefault()
      post({ type: 'leave' })
    }
    if (meaning === 'copy') {
      event.preventDefault()
      copySelection().catch(() => undefined)
    }
    return meaning === null
  })
  terminal.onResize(({ rows, cols }) => post({ type: 'size', rows, columns: cols }))
  // Before xterm's own listener, which pastes whatever comes.
  addEventListener(
    'paste',
    event => {
      if (document.querySelector('dialog')) return
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
        return wire.write(data.link, data.text)
      case 'link':
        return wire.setLink(data.link)
      case 'focus':
        return terminal.focus()
      case 'paste':
        return void paste(data.text)
      case 'copy':
        return post({
          type: 'copied',
          text: terminal.getSelection() || visibleText(terminal),
          isSelection: terminal.hasSelection(),
          isKept: false,
        })
      case 'content':
        // What has come before is read first.
        return terminal.write('', () => post({ type: 'content', text: wholeText(terminal) }))
    }
  }
  post({ type: 'size', rows: terminal.rows, columns: terminal.cols })
  new ResizeObserver(refit).observe(part('main'))
  const faces = ['A', 'Я'].map(letter => document.fonts.load(`1em ${face}`, letter))
  void Promise.allSettled(faces).then(() => {
    terminal.options.fontFamily = `${face}, monospace`
    refit()
  })
}
