import {
  type FromTerminal,
  isFromTerminal,
  PORT_MESSAGE,
  READY_MESSAGE,
  type TerminalSetup,
  type ToTerminal,
} from '../../lib/terminal-channel'
import { createOutputQueue } from './output-queue'

interface ViewOptions {
  setup: () => TerminalSetup
  getSkippedNotice: () => string
  onMessage: (message: FromTerminal) => void
  /** Called on each load, also after a reload; the document is empty then. */
  onReady: () => void
}

/** The terminal document in the dock's iframe or in a popup. */
export const createView = ({ setup, getSkippedNotice, onMessage, onReady }: ViewOptions) => {
  let port: MessagePort | null = null
  let stopListening = () => {}
  const post = (message: ToTerminal) => port?.postMessage(message)
  const queue = createOutputQueue({
    getSkippedNotice,
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
    post({ type: 'setup', setup: setup() })
    onReady()
    queue.open()
  }
  return {
    post,
    output: queue.push,
    configure: () => post({ type: 'setup', setup: setup() }),
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
