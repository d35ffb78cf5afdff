import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { isSameTask } from '../../api/task-ref'
import { clock } from '../../lib/clock'
import { createListeners } from '../../lib/listeners'
import type { ContentUse, FromTerminal } from '../../lib/terminal-channel'
import { toast } from '../../lib/toast'
import { type Connection, type ConnectionState, createConnection } from './terminal-connection'
import { type TerminalStoreState, terminalStore } from './terminal-store'
import { createView, getTerminalMessage, type View } from './terminal-view'

export interface TerminalState {
  /** Null without a WebSocket session. */
  connection: ConnectionState | null
  isPoppedOut: boolean
  /** A flag in the last selected text; empty if there is none. */
  selectedFlag: string
}

type OutputUse = Exclude<ContentUse, 'window'>
type Copied = Extract<FromTerminal, { type: 'copied' }>

/** Terminal in a separate window. */
interface Popup {
  window: Window
  view: View
  /** Output received while the window waits for the earlier content; null once it has it. */
  backlog: [link: number, text: string][] | null
  stop: () => void
}

/** Such as `flag{...}`, alone or in a line of output. */
const FLAG = /[A-Za-z][\w-]{0,31}\{[^{}\s]{1,400}\}/

const notPastedMessages = { tooLarge: 'pasteTooLarge', closed: 'notConnected' } as const

/** Browsers have no event for a popup that closes. */
const POPUP_CHECK_MS = 500

/**
 * Connects the WebSocket session, the docked frame and the optional popup. The frame always receives all
 * output, so nothing is lost when the popup closes; input and size come from the popup while it is open. It
 * subscribes to the store, so rendering never opens a connection.
 */
const createTerminalController = () => {
  let state: TerminalState = { connection: null, isPoppedOut: false, selectedFlag: '' }
  let previousState: TerminalStoreState = terminalStore.get()
  let connection: Connection | null = null
  let link: number | null = null
  let popup: Popup | null = null
  let onLeave = () => {}
  let onCopied: (copied: Copied) => void = () => {}
  let onOutput: (use: OutputUse, text: string) => void = () => {}
  /** What the document was asked for: nothing else is saved or copied. */
  const requested = new Set<ContentUse>()
  const listeners = createListeners()
  const set = (changes: Partial<TerminalState>) => {
    state = { ...state, ...changes }
    listeners.emit()
  }

  const active = () => popup?.view ?? docked
  const requestOutput = (use: ContentUse) => {
    requested.add(use)
    docked.post({ type: 'content', use })
  }
  const receiveOutput = (use: ContentUse, text: string) => {
    if (!requested.delete(use)) return
    if (use === 'window') restoreOutput(text)
    else onOutput(use, text)
  }
  const receive = (from: () => View | undefined) => (message: FromTerminal) => {
    if (message.type === 'content') return receiveOutput(message.use, message.text)
    if (message.type === 'copied') return onCopied(message)
    if (message.type === 'notPasted')
      return void toast.error(getTerminalMessage(notPastedMessages[message.reason]), { id: 'terminal' })
    if (from() !== active()) return
    if (message.type === 'selection') set({ selectedFlag: FLAG.exec(message.text)?.[0] ?? '' })
    else if (message.type === 'input') connection?.send(message.link, message.text)
    else if (message.type === 'size') connection?.resize(message.rows, message.columns)
    else if (message.type === 'leave') onLeave()
  }
  const sendLink = () => {
    const sendTo = (view: View) => view.post({ type: 'link', link: view === active() ? link : null })
    for (const view of popup ? [docked, popup.view] : [docked]) sendTo(view)
  }
  const docked = createView({
    onMessage: receive(() => docked),
    onReady: () => {
      sendLink()
      // The frame mounts after a click or a shortcut, so the user is about to type.
      docked.post({ type: 'focus' })
    },
  })

  /** Earlier output as plain text, so that escape sequences don't run again. */
  const restoreOutput = (text: string) => {
    if (!popup) return
    if (text !== '') popup.view.output(0, text.replaceAll('\n', '\r\n'))
    for (const [from, laterText] of popup.backlog ?? []) popup.view.output(from, laterText)
    popup.backlog = null
    sendLink()
    popup.view.post({ type: 'focus' })
  }
  const closePopup = () => {
    if (!popup) return
    const { window, view, stop } = popup
    popup = null
    stop()
    view.close()
    window.close()
    sendLink()
    set({ isPoppedOut: false })
    // The popup had another size.
    docked.configure()
  }
  const popOut = (): boolean => {
    if (popup) {
      popup.window.focus()
      return true
    }
    const window = globalThis.open('/terminal.html', 'flagship-terminal', 'popup,width=960,height=600')
    if (!window) return false
    const view: View = createView({
      onMessage: receive(() => view),
      onReady: () => {
        if (popup) popup.backlog = []
        view.clear()
        requestOutput('window')
      },
    })
    view.listenTo(() => window)
    const stopChecking = clock.every(POPUP_CHECK_MS, () => window.closed && closePopup())
    addEventListener('pagehide', closePopup)
    const stop = () => {
      stopChecking()
      removeEventListener('pagehide', closePopup)
    }
    popup = { window, view, backlog: [], stop }
    sendLink()
    set({ isPoppedOut: true })
    return true
  }

  const disconnect = () => {
    connection?.close()
    connection = null
    link = null
    sendLink()
    set({ connection: null, selectedFlag: '' })
  }
  const connect = (url: string) => {
    disconnect()
    connection = createConnection({
      url,
      onText: (from, text) => {
        docked.output(from, text)
        if (popup?.backlog) popup.backlog.push([from, text])
        else popup?.view.output(from, text)
      },
      onState: (next, nextLink) => {
        link = nextLink
        sendLink()
        set({ connection: next })
      },
      onInputLost: () => toast.error(getTerminalMessage('inputLost'), { id: 'terminal' }),
    })
  }
  const handleStoreChange = () => {
    const before = previousState
    const after = terminalStore.get()
    previousState = after
    if (!isSameTask(before.target, after.target)) closePopup()
    if (before.session !== after.session) {
      if (after.session?.address.kind === 'socket') connect(after.session.address.url)
      else disconnect()
    }
    if (before.focusRequests !== after.focusRequests) {
      popup?.window.focus()
      active().post({ type: 'focus' })
    }
  }

  return {
    get: () => state,
    subscribe: listeners.subscribe,
    start(): void {
      previousState = { ...previousState, session: null }
      handleStoreChange()
      terminalStore.subscribe(handleStoreChange)
      i18next.on('languageChanged', terminalController.configure)
    },
    attachFrame: (element: HTMLIFrameElement | null): void => {
      if (element) docked.listenTo(() => element.contentWindow)
      else docked.close()
    },
    configure: (): void => {
      docked.configure()
      popup?.view.configure()
    },
    reclaim: (): void => {
      connection?.reclaim()
      active().post({ type: 'focus' })
    },
    forgetFlag: (): void => set({ selectedFlag: '' }),
    paste: (text: string): void => void active().post({ type: 'paste', text }),
    copy: (): void => void active().post({ type: 'copy' }),
    focus: (): void => void active().post({ type: 'focus' }),
    find: (): void => {
      popup?.window.focus()
      active().post({ type: 'find' })
    },
    /** The docked document has all output; `onOutput` gets it. */
    readOutput: (use: OutputUse): void => requestOutput(use),
    popOut,
    closePopup,
    onLeave: (callback: () => void): void => {
      onLeave = callback
    },
    onCopied: (callback: (copied: Copied) => void): void => {
      onCopied = callback
    },
    onOutput: (callback: (use: OutputUse, text: string) => void): void => {
      onOutput = callback
    },
  }
}

export const terminalController = createTerminalController()

export const useTerminalState = (): TerminalState =>
  useSyncExternalStore(terminalController.subscribe, terminalController.get, terminalController.get)
