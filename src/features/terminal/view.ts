import {
  type FromTerminal,
  isFromTerminal,
  portCall,
  readyCall,
  type TerminalSetup,
  type ToTerminal,
} from '../../lib/terminal-channel'
import { createOutputQueue } from './output-queue'

interface ViewOptions {
  setup: () => TerminalSetup
  skipped: () => string
  onMessage: (message: FromTerminal) => void
  /** The document is there, or there anew after a reload, and empty. */
  onReady: () => void
}

/** The terminal's document as the application sees it, in its frame or in a window of its own. */
export const createView = ({ setup, skipped, onMessage, onReady }: ViewOptions) => {
  let port: MessagePort | null = null
  let stopListening = () => {}
  const post = (message: ToTerminal) => port?.postMessage(message)
  const queue = createOutputQueue({
    skipped,
    post: (link, text) => post({ type: 'output', link, text }),
  })
  const receive = ({ data }: MessageEvent<unknown>) => {
    if (!isFromTerminal(data)) return
    if (data.type === 'shown') queue.shown()
    else onMessage(data)
  }
  const handOver = (to: Window) => {
    port?.close()
    const { port1, port2 } = new MessageChannel()
    port = port1
    port1.onmessage = receive
    to.postMessage(portCall, location.origin, [port2])
    post({ type: 'setup', setup: setup() })
    onReady()
    queue.open()
  }
  return {
    post,
    output: queue.push,
    configure: () => post({ type: 'setup', setup: setup() }),
    clear: queue.clear,
    /** Waits for the document of this window to call, each time it is loaded, and gives it a port. */
    watch(target: () => Window | null | undefined): void {
      stopListening()
      const listen = (event: MessageEvent) => {
        const window = target()
        const isFromIt = window && event.source === window && event.origin === location.origin
        if (isFromIt && event.data === readyCall) handOver(window)
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
