import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { sessionIdOf } from '../terminal/address'
import type { TerminalHub } from '../terminal/hub'

const largestMessage = 1024 * 1024

/** The terminals of the database that a connection means; throws for an impossible name. */
type FindTerminals = (headers: Headers, searchParams: URLSearchParams) => TerminalHub

/**
 * Answers WebSockets at `/api/terminal/<session id>`; any other upgrade is refused with 404. The returned function cuts
 * every connection that is still open, of a reset's databases too.
 */
export function serveTerminals(server: Server, find: FindTerminals): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage })
  server.on('upgrade', (request, socket, head) => {
    const found = findSession(request, find)
    if (!found) {
      refuse(socket)
      return
    }
    sockets.handleUpgrade(request, socket, head, connection => {
      const terminal = found.terminals.connect(found.sessionId, {
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
  return () => {
    for (const connection of sockets.clients) connection.terminate()
  }
}

function findSession({ url = '', headers }: IncomingMessage, find: FindTerminals) {
  const [path = '', search = ''] = url.split('?', 2)
  const sessionId = sessionIdOf(path)
  if (sessionId === null) return undefined
  const { cookie = '', 'x-mock-db': name } = headers
  const sent = new Headers({ cookie, ...(typeof name === 'string' && { 'x-mock-db': name }) })
  try {
    return { sessionId, terminals: find(sent, new URLSearchParams(search)) }
  } catch {
    return undefined
  }
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
}
