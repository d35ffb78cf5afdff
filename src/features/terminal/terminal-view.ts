import i18next, { type ParseKeys } from 'i18next'
import { storage } from '../../lib/storage'
import { parseStoredRecord } from '../../lib/stored-value'
import {
  type FromTerminal,
  isFromTerminal,
  PORT_MESSAGE,
  READY_MESSAGE,
  type TerminalSetup,
  type ToTerminal,
} from '../../lib/terminal-channel'
import { terminalStore } from './terminal-store'

interface TerminalSettings {
  /** CSS pixels. */
  fontSize: number
  /** Height of the dock in percent of the window; null uses the layout's default. */
  height: number | null
  /** Width of the dock beside the page, in percent of the window. */
  width: number
  isScreenReader: boolean
}

export const FONT_SIZES = { min: 10, max: 24 } as const
export const HEIGHTS = { min: 20, max: 85 } as const
export const WIDTHS = { min: 30, max: 65 } as const

const DEFAULTS = { fontSize: 14, width: 50 }

const clamp = (value: unknown, { min, max }: { min: number; max: number }): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : null

const parse = (raw: string | null): TerminalSettings => {
  const { fontSize, height, width, isScreenReader } = parseStoredRecord(raw)
  return {
    fontSize: clamp(fontSize, FONT_SIZES) ?? DEFAULTS.fontSize,
    height: clamp(height, HEIGHTS),
    width: clamp(width, WIDTHS) ?? DEFAULTS.width,
    isScreenReader: isScreenReader === true,
  }
}

/** Terminal settings of this device in `localStorage`; malformed values count as missing. */
export const terminalSettings = {
  read: (): TerminalSettings => parse(storage.get('flagship.terminal')),
  /** @returns the stored settings, clamped to the limits */
  change(part: Partial<TerminalSettings>): TerminalSettings {
    const next = parse(JSON.stringify({ ...terminalSettings.read(), ...part }))
    storage.set('flagship.terminal', JSON.stringify(next))
    return next
  },
}

/** Translation outside of React; the namespace is loaded with the dock. */
export const getTerminalMessage = (key: ParseKeys<'terminal'>, values: Record<string, string> = {}): string =>
  i18next.t(key, { ns: 'terminal', ...values })

/** The terminal document reads no translations or settings itself. */
const getTerminalSetup = (): TerminalSetup => {
  const { fontSize, isScreenReader } = terminalSettings.read()
  return {
    language: i18next.language,
    fontSize,
    isScreenReader,
    strings: {
      title: getTerminalMessage('titleWithTask', { title: terminalStore.get().target?.title ?? '' }),
      prompt: getTerminalMessage('prompt'),
      tooMuchOutput: getTerminalMessage('tooMuchOutput'),
      leaveHint: getTerminalMessage('leaveHint'),
      touchHint: getTerminalMessage('touchHint'),
      keys: getTerminalMessage('keys'),
      keyUp: getTerminalMessage('keyUp'),
      keyDown: getTerminalMessage('keyDown'),
      keyLeft: getTerminalMessage('keyLeft'),
      keyRight: getTerminalMessage('keyRight'),
      pasteTitle: getTerminalMessage('pasteTitle'),
      pasteDo: getTerminalMessage('pasteDo'),
      pasteCancel: getTerminalMessage('pasteCancel'),
      linkTitle: getTerminalMessage('linkTitle'),
      linkDo: getTerminalMessage('linkDo'),
      linkCancel: getTerminalMessage('linkCancel'),
      find: getTerminalMessage('find.field'),
      findCount: getTerminalMessage('find.count', { at: '{at}', total: '{total}' }),
      findNone: getTerminalMessage('find.none'),
      findPrevious: getTerminalMessage('find.previous'),
      findNext: getTerminalMessage('find.next'),
      findClose: getTerminalMessage('find.close'),
    },
  }
}

/** Small enough to parse in some milliseconds, so that typing isn't blocked. */
const MAX_MESSAGE_LENGTH = 32_768
const MAX_IN_FLIGHT = 2
/** More than the screen and its scrollback show; the oldest output is dropped. */
export const MAX_QUEUED_LENGTH = 16_000_000

interface QueuedText {
  link: number
  text: string
}

interface QueueOptions {
  post: (link: number, text: string) => void
  /** Text that replaces dropped output. */
  getSkippedNotice: () => string
}

/** Flow control (T13): sends output only as fast as it is displayed, and merges what is queued. */
export const createOutputQueue = ({ post, getSkippedNotice }: QueueOptions) => {
  let queue: QueuedText[] = []
  let length = 0
  let inFlight = 0
  let isOpen = false

  const send = () => {
    while (isOpen && inFlight < MAX_IN_FLIGHT) {
      const first = queue[0]
      if (!first) return
      const text = first.text.slice(0, MAX_MESSAGE_LENGTH)
      if (text.length < first.text.length) first.text = first.text.slice(text.length)
      else queue.shift()
      length -= text.length
      inFlight += 1
      post(first.link, text)
    }
  }
  const dropOldest = () => {
    let dropped: QueuedText | undefined
    while (length > MAX_QUEUED_LENGTH) {
      dropped = queue.shift()
      length -= dropped?.text.length ?? length
    }
    if (!dropped) return
    // CAN aborts a cut escape sequence; SGR 0 resets its colors.
    const notice = `\x18\x1b[0m\r\n${getSkippedNotice()}\r\n`
    queue.unshift({ link: dropped.link, text: notice })
    length += notice.length
  }

  return {
    push(link: number, text: string): void {
      const last = queue.at(-1)
      // Merged up to a limit, so that dropping removes no more than needed.
      if (last && last.link === link && last.text.length + text.length <= MAX_MESSAGE_LENGTH)
        last.text += text
      else queue.push({ link, text })
      length += text.length
      dropOldest()
      send()
    },
    acknowledge(): void {
      inFlight = Math.max(0, inFlight - 1)
      send()
    },
    /** Also after a reload: unacknowledged messages are lost. */
    open(): void {
      isOpen = true
      inFlight = 0
      send()
    },
    /** Queues output until `open` is called again. */
    clear(): void {
      queue = []
      length = 0
      isOpen = false
    },
  }
}

interface ViewOptions {
  onMessage: (message: FromTerminal) => void
  /** Called on each load, also after a reload; the document is empty then. */
  onReady: () => void
}

/** The terminal document in the dock's iframe or in a popup. */
export const createView = ({ onMessage, onReady }: ViewOptions) => {
  let port: MessagePort | null = null
  let stopListening = () => {}
  const post = (message: ToTerminal) => port?.postMessage(message)
  const queue = createOutputQueue({
    getSkippedNotice: () => getTerminalMessage('skipped'),
    post: (link, text) => post({ type: 'output', link, text }),
  })
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (!isFromTerminal(data)) return
    if (data.type === 'shown') queue.acknowledge()
    else onMessage(data)
  }
  const connectPort = (target: Window) => {
    port?.close()
    const { port1, port2 } = new MessageChannel()
    port = port1
    port1.onmessage = receive
    target.postMessage(PORT_MESSAGE, location.origin, [port2])
    post({ type: 'setup', setup: getTerminalSetup() })
    onReady()
    queue.open()
  }
  return {
    post,
    output: queue.push,
    configure: () => post({ type: 'setup', setup: getTerminalSetup() }),
    clear: queue.clear,
    /** Sends a MessagePort to the window's document each time it loads. */
    listenTo(target: () => Window | null | undefined): void {
      stopListening()
      const listen = (event: MessageEvent) => {
        const window = target()
        const isFromIt = window && event.source === window && event.origin === location.origin
        if (isFromIt && event.data === READY_MESSAGE) connectPort(window)
      }
      addEventListener('message', listen)
      stopListening = () => removeEventListener('message', listen)
    },
    close(): void {
      stopListening()
      port?.close()
      port = null
      queue.clear()
    },
  }
}

export type View = ReturnType<typeof createView>
