import i18next from 'i18next'
import { clock } from '../../lib/clock'
import type { FromTerminal } from '../../lib/terminal-channel'
import { type Connection, type ConnectionState, createConnection } from './connection'
import { isSameTask, type TerminalAsk, terminalStore } from './terminal-store'
import { setupOf, terminalText } from './terminal-text'
import { createView, type View } from './view'

/** What the dock shows of the terminal beside the characters. */
export interface Control {
  /** Null: there is no session over a socket. */
  connection: ConnectionState | null
  isOut: boolean
}

type Copied = Extract<FromTerminal, { type: 'copied' }>

/** The window of its own. */
interface Out {
  window: Window
  view: View
  /** Output since its document asked for what was there before; null: it has that, and gets output as it comes. */
  backlog: [link: number, text: string][] | null
  stop: () => void
}

/** How often it is looked whether the window of its own has been closed, in milliseconds. */
const outLook = 500

/**
 * Joins the one terminal of the tab together: the connection, its frame in the dock, and the window of its own while it
 * has one. The frame always has all output, so that nothing is lost when the window goes; keys and size are taken from
 * the window while it is there. It follows what was asked for by itself, so that no render opens a connection.
 */
const createControl = () => {
  let state: Control = { connection: null, isOut: false }
  let followed: TerminalAsk = terminalStore.get()
  let connection: Connection | null = null
  let link: number | null = null
  let out: Out | null = null
  let onLeave = () => {}
  let onCopied: (copied: Copied) => void = () => {}
  const listeners = new Set<() => void>()
  const set = (part: Partial<Control>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  const active = () => out?.view ?? docked
  const receive = (from: () => View | undefined) => (message: FromTerminal) => {
    if (message.type === 'content') return void fillOut(message.text)
    if (message.type === 'copied') return onCopied(message)
    if (from() !== active()) return
    if (message.type === 'input') connection?.send(message.link, message.text)
    else if (message.type === 'size') connection?.resize(message.rows, message.columns)
    else if (message.type === 'leave') onLeave()
  }
  const tellLink = () => {
    const isTyped = (view: View) => view.post({ type: 'link', link: view === active() ? link : null })
    for (const view of out ? [docked, out.view] : [docked]) isTyped(view)
  }
  const docked = createView({
    setup: setupOf,
    skipped: () => terminalText('skipped'),
    onMessage: receive(() => docked),
    onReady: () => {
      tellLink()
      // The frame comes with a session, and that with a click or a key: the person is about to type.
      docked.post({ type: 'focus' })
    },
  })

  /** Everything up to now, as plain text: what was once drawn by sequences is not run again. */
  const fillOut = (text: string) => {
    if (!out) return
    if (text !== '') out.view.output(0, text.replaceAll('\n', '\r\n'))
    for (const [from, later] of out.backlog ?? []) out.view.output(from, later)
    out.backlog = null
    tellLink()
    out.view.post({ type: 'focus' })
  }
  const bringBack = () => {
    if (!out) return
    const { window, view, stop } = out
    out = null
    stop()
    view.close()
    window.close()
    tellLink()
    set({ isOut: false })
    // The window had its own size.
    docked.configure()
  }
  const popOut = (): boolean => {
    if (out) {
      out.window.focus()
      return true
    }
    const window = globalThis.open('/terminal.html', 'flagship-terminal', 'popup,width=960,height=600')
    if (!window) return false
    const view: View = createView({
      setup: setupOf,
      skipped: () => terminalText('skipped'),
      onMessage: receive(() => view),
      onReady: () => {
        if (out) out.backlog = []
        view.clear()
        docked.post({ type: 'content' })
      },
    })
    view.watch(() => window)
    const look = clock.every(outLook, () => window.closed && bringBack())
    addEventListener('pagehide', bringBack)
    const stop = () => {
      look()
      removeEventListener('pagehide', bringBack)
    }
    out = { window, view, backlog: [], stop }
    tellLink()
    set({ isOut: true })
    return true
  }

  const disconnect = () => {
    connection?.close()
    connection = null
    link = null
    tellLink()
    set({ connection: null })
  }
  const connect = (url: string) => {
    disconnect()
    connection = createConnection({
      url,
      onText: (from, text) => {
        docked.output(from, text)
        if (out?.backlog) out.backlog.push([from, text])
        else out?.view.output(from, text)
      },
      onState: (next, nextLink) => {
        link = nextLink
        tellLink()
        set({ connection: next })
      },
    })
  }
  const follow = () => {
    const before = followed
    const ask = terminalStore.get()
    followed = ask
    if (!isSameTask(before.target, ask.target)) bringBack()
    if (before.session !== ask.session) {
      if (ask.session?.address.kind === 'socket') connect(ask.session.address.url)
      else disconnect()
    }
    if (before.focusWishes !== ask.focusWishes) {
      out?.window.focus()
      active().post({ type: 'focus' })
    }
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    start(): void {
      followed = { ...followed, session: null }
      follow()
      terminalStore.subscribe(follow)
      i18next.on('languageChanged', control.configure)
    },
    /** The frame's element, whose document calls when it is loaded. */
    frame: (element: HTMLIFrameElement | null): void => {
      if (element) docked.watch(() => element.contentWindow)
      else docked.close()
    },
    configure: (): void => {
      docked.configure()
      out?.view.configure()
    },
    takeBack: (): void => {
      connection?.takeBack()
      active().post({ type: 'focus' })
    },
    paste: (text: string): void => void active().post({ type: 'paste', text }),
    copy: (): void => void active().post({ type: 'copy' }),
    focus: (): void => void active().post({ type: 'focus' }),
    popOut,
    bringBack,
    onLeave: (run: () => void): void => {
      onLeave = run
    },
    onCopied: (run: (copied: Copied) => void): void => {
      onCopied = run
    },
  }
}

/** The one terminal of this tab, beside the store that holds what was asked for. */
export const control = createControl()
