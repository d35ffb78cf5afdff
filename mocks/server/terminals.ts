import type { Server } from 'node:http'
import { WebSocketServer } from 'ws'
import { sessionIdOf } from '../terminal/address'
import type { TerminalHub } from '../terminal/hub'

const largestMessage = 1024 * 1024

/** Answers WebSockets at `/api/terminal/<session id>`; any other upgrade is refused with 404. */
export function serveTerminals(server: Server, hub: TerminalHub): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage })
  server.on('upgrade', (request, socket, head) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    const sessionId = sessionIdOf(path)
    if (sessionId === null) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, connection => {
      const terminal = hub.connect(sessionId, {
        send: text => connection.send(text),
        close: (code, reason) => connection.close(code, reason),
        cut: () => connection.terminate(),
      })
      connection.on('message', (data, isBinary) => terminal.hear(isBinary ? data : String(data)))
      connection.on('close', () => terminal.leave())
      // A message above the limit or a broken frame closes the connection, which is all there is to do.
      connection.on('error', () => {})
    })
  })
}
