import './terminal.css'
import { portCall, readyCall } from '../lib/terminal-channel'
import { serve } from './serve'

/** The window that has framed or opened this document; nobody when its address was opened as such. */
const owner: Window | null = window.parent === window ? window.opener : window.parent

/** Takes one port, from the owner and from no other origin. */
const takePort = (event: MessageEvent): void => {
  const [port] = event.ports
  if (event.source !== owner || event.origin !== location.origin || event.data !== portCall || !port) return
  removeEventListener('message', takePort)
  serve(port, { isFramed: window.parent !== window })
}

if (owner) {
  addEventListener('message', takePort)
  owner.postMessage(readyCall, location.origin)
} else location.replace('/')
