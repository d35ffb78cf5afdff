import './terminal.css'
import { PORT_MESSAGE, READY_MESSAGE } from '../lib/terminal-channel'
import { serve } from './serve'

/** The window that embeds or opened this document; null when the address was opened directly. */
const owner: Window | null = window.parent === window ? window.opener : window.parent

/** Accepts one port, from the owner and from the same origin only. */
const receivePort = (event: MessageEvent): void => {
  const [port] = event.ports
  if (event.source !== owner || event.origin !== location.origin || event.data !== PORT_MESSAGE || !port)
    return
  removeEventListener('message', receivePort)
  serve(port, { isFramed: window.parent !== window })
}

if (owner) {
  addEventListener('message', receivePort)
  owner.postMessage(READY_MESSAGE, location.origin)
} else location.replace('/')
