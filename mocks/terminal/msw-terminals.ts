import { ws } from 'msw'
import { terminalAddress } from './address'
import type { TerminalHub } from './hub'

type Link = ReturnType<typeof ws.link>

/** One for each origin: msw keeps every link that was ever made, and a test makes a server of its own. */
const links = new Map<string, Link>()

function linkOf(origin: string): Link {
  const link = links.get(origin) ?? ws.link(terminalAddress(origin, ':session'))
  links.set(origin, link)
  return link
}

/** Terminals for pages whose WebSockets msw answers. `origin` is the page's, such as `http://localhost`. */
export function makeTerminalHandler(hub: TerminalHub, origin: string) {
  return linkOf(origin).addEventListener('connection', ({ client, params }) => {
    const terminal = hub.connect(String(params.session), {
      send: text => client.send(text),
      close: (code, reason) => afterSent(client, () => client.close(code, reason)),
      cut: () => afterSent(client, () => client.close(1006)),
    })
    client.addEventListener('message', ({ data }) => terminal.hear(data))
    client.addEventListener('close', () => terminal.leave())
  })
}

/** msw sends a message a moment later, once the socket is open, and forgets it where the socket is closing by then. */
function afterSent(client: object, work: () => void): void {
  // The page's own end, which the type of msw does not show.
  const { socket } = client as { socket: WebSocket }
  queueMicrotask(() => {
    if (socket.readyState === socket.CONNECTING) socket.addEventListener('open', work, { once: true })
    else work()
  })
}
