import { expect, vi } from 'vitest'
import { PORT_MESSAGE, READY_MESSAGE, type ToTerminal } from '../lib/terminal-channel'

/** Replaces WebSocket with sockets that never answer. */
export const captureSockets = () => {
  const sockets: EventTarget[] = []
  class SilentSocket extends EventTarget {
    static readonly OPEN = 1
    readyState = 0
    bufferedAmount = 0
    onopen: (() => void) | null = null
    onclose: ((event: { code: number }) => void) | null = null
    sent: string[] = []
    constructor() {
      super()
      sockets.push(this)
    }
    send = (text: string) => this.sent.push(text)
    close = () => {
      this.readyState = 3
    }
  }
  vi.stubGlobal('WebSocket', SilentSocket)
  return sockets as InstanceType<typeof SilentSocket>[]
}

/** A window that could contain the terminal's document. */
export const makeWindow = () => ({ closed: false, focus: vi.fn(), close: vi.fn(), postMessage: vi.fn() })

/** The document of a window has loaded: the port by which it talks, and what it receives. */
export const load = (target: ReturnType<typeof makeWindow>) => {
  const ready = new MessageEvent('message', { data: READY_MESSAGE, origin: location.origin })
  Object.defineProperty(ready, 'source', { value: target })
  dispatchEvent(ready)
  const [message, , [port]] = target.postMessage.mock.lastCall as [string, string, [MessagePort]]
  expect(message).toBe(PORT_MESSAGE)
  const received: ToTerminal[] = []
  port.onmessage = ({ data }) => received.push(data)
  return { port, received }
}
