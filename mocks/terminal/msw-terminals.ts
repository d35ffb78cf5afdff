import { ws } from 'msw'
import { getTerminalUrl } from './address'
import type { TerminalHub } from './hub'

type Link = ReturnType<typeof ws.link>

/** One per origin: msw never releases a link. */
const links = new Map<string, Link>()

function getLink(origin: string): Link {
  const link = links.get(origin) ?? ws.link(getTerminalUrl(origin, ':session'))
  links.set(origin, link)
  return link
}

/** Terminals for hosts whose WebSockets msw intercepts. `origin` is the page's, such as `http://localhost`. */
export function makeTerminalHandler(hub: TerminalHub, origin: string) {
  return getLink(origin).addEventListener('connection', ({ client, params }) => {
    const terminal = hub.connect(String(params.session), {
      send: text => client.send(text),
      close: (code, reason) => afterOpen(client, () => client.close(code, reason)),
      terminate: () => afterOpen(client, () => client.close(1006)),
    })
    client.addEventListener('message', ({ data }) => terminal.receive(data))
    client.addEventListener('close', () => terminal.dispose())
  })
}

/** msw sends messages asynchronously once the socket is open, and drops them if it is closing by then. */
function afterOpen(client: object, work: () => void): void {
  // The page's socket, which msw's type doesn't show.
  const { socket } = client as { socket: WebSocket }
  queueMicrotask(() => {
    if (socket.readyState === socket.CONNECTING) socket.addEventListener('open', work, { once: true })
    else work()
  })
}
